// The only module of the transpiling Worker. It holds esbuild and nothing else: no network, no tools, no scripts.
//
// esbuild is Go compiled to WebAssembly. A script that is nested deeply enough (6,000 parentheses) exhausts its stack: the
// WebAssembly throws and does not respond any more. All requests in flight then end with `isDead`, and the loader of this Worker
// loads another one.
import { WorkerEntrypoint } from "cloudflare:workers";
import esbuild from "./esbuild.js";
import wasmModule from "./esbuild.wasm";

/** @typedef {Pick<import("esbuild-wasm").Message, "text" | "location">} Message */

/** @type {Promise<void> | undefined} */
let ready;

/** @type {Set<(error: unknown) => void>} */
const inFlight = new Set();

/** @param {unknown} error */
function giveUp(error) {
  for (const reject of inFlight) reject(error);
}

// esbuild hides its WebAssembly instance and swallows its exceptions, so `instantiate` is wrapped to see them.
const { instantiate } = WebAssembly;
Object.assign(WebAssembly, {
  /** @param {WebAssembly.Module} module @param {{ gojs: Record<string, (sp: number) => void> }} imports */
  async instantiate(module, imports) {
    const { gojs } = imports;
    const instance = await instantiate(module, { ...imports, gojs: { ...gojs, "runtime.wasmExit": exit } });
    const { exports } = instance;
    /** @param {number} sp */
    function exit(sp) {
      giveUp(new Error("esbuild exited"));
      gojs["runtime.wasmExit"]?.(sp);
    }
    function resume() {
      try {
        /** @type {() => void} */ (exports.resume)();
      } catch (error) {
        giveUp(error);
        throw error;
      }
    }
    return Object.create(instance, { exports: { value: { ...exports, resume } } });
  },
});

// A Go program that fails prints hundreds of stack frames.
console.log = () => {};
console.warn = () => {};

export default class Transpiler extends WorkerEntrypoint {
  /** @param {string} code */
  async transform(code) {
    /** @type {(error: unknown) => void} */
    let reject = () => {};
    try {
      ready ??= esbuild.initialize({ wasmModule, worker: false });
      await ready;
      /** @type {Promise<never>} */
      const death = new Promise((_, fail) => {
        reject = fail;
        inFlight.add(reject);
      });
      const { code: stripped, map, warnings } = await Promise.race([transform(code), death]);
      const htmlComment = warnings.find(({ id }) => id === "html-comment-in-js");
      return htmlComment ? refuse([htmlComment]) : { ok: true, code: stripped, map };
    } catch (error) {
      const { errors } = /** @type {{ errors?: unknown }} */ (error);
      return Array.isArray(errors) ? refuse(errors) : { ok: false, isDead: true, errors: [] };
    } finally {
      inFlight.delete(reject);
    }
  }
}

/** @param {string} code */
function transform(code) {
  return esbuild.transform(code, {
    loader: "ts",
    target: "esnext",
    sourcemap: "external",
    sourcefile: "script.ts",
    sourcesContent: false,
    legalComments: "none",
    logLimit: 0,
    // V8 does not support decorators yet.
    supported: { decorators: false },
    // Imports of types alone are removed, as by `tsc`.
    tsconfigRaw: { compilerOptions: { alwaysStrict: true, useDefineForClassFields: true } },
  });
}

/** @param {Message[]} errors */
function refuse(errors) {
  return {
    ok: false,
    isDead: false,
    errors: errors.map(({ text, location }) => ({
      text,
      ...(location && { line: location.line, column: utf16Column(location) }),
    })),
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The bytes of the last line are cached: thousands of errors may be in one long line. */
let last = { text: "", bytes: encoder.encode("") };

/** esbuild counts columns in bytes of UTF-8. @param {import("esbuild-wasm").Location} location */
function utf16Column({ lineText, column }) {
  if (last.text !== lineText) last = { text: lineText, bytes: encoder.encode(lineText) };
  if (last.bytes.length === lineText.length) return column;
  return decoder.decode(last.bytes.subarray(0, column)).length;
}
