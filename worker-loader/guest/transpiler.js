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
        legalComments: "none",
        logLimit: 0,
        // No engine has decorators yet.
        supported: { decorators: false },
        // As `tsc` does by default, imports of types alone vanish.
        tsconfigRaw: { compilerOptions: { alwaysStrict: true, useDefineForClassFields: true } },
      });
      return { ok: true, code: result.code, map: result.map };
    } catch (error) {
      const failure = /** @type {import("esbuild-wasm").TransformFailure} */ (error);
      /** @type {Pick<import("esbuild-wasm").Message, "text" | "location">[]} */
      const errors = Array.isArray(failure.errors) ? failure.errors : [{ text: String(error), location: null }];
      return {
        ok: false,
        isDead: !Array.isArray(failure.errors),
        errors: errors.map(({ text, location }) => ({
          text,
          ...(location && { line: location.line, column: utf16Column(location) }),
        })),
      };
    }
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** esbuild counts columns in bytes of UTF-8. @param {import("esbuild-wasm").Location} location */
function utf16Column({ lineText, column }) {
  return decoder.decode(encoder.encode(lineText).subarray(0, column)).length;
}
