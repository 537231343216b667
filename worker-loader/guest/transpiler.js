// The only module of the transpiling Worker. It holds esbuild and nothing else: no network, no tools, no scripts.
import { WorkerEntrypoint } from "cloudflare:workers";
import esbuild from "./esbuild.js";
import wasmModule from "./esbuild.wasm";

/** @type {Promise<void> | undefined} */
let ready;

export default class Transpiler extends WorkerEntrypoint {
  /** @param {string} code */
  async transform(code) {
    ready ??= esbuild.initialize({ wasmModule, worker: false });
    await ready;
    try {
      const result = await esbuild.transform(code, {
        loader: "ts",
        target: "esnext",
        sourcemap: "external",
        sourcefile: "script.ts",
        sourcesContent: false,
        tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, useDefineForClassFields: true } },
      });
      return { ok: true, code: result.code, map: result.map };
    } catch (error) {
      const failure = /** @type {import("esbuild-wasm").TransformFailure} */ (error);
      /** @type {Pick<import("esbuild-wasm").Message, "text" | "location">[]} */
      const errors = Array.isArray(failure.errors) ? failure.errors : [{ text: String(error), location: null }];
      return {
        ok: false,
        errors: errors.map(({ text, location }) => ({ text, line: location?.line, column: location?.column })),
      };
    }
  }
}
