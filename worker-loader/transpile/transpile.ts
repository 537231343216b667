/**
 * Strips types with esbuild. esbuild's WebAssembly is 14 MB, so it is neither in the gateway's bundle nor in its
 * memory: it lives in a dynamic Worker of its own that does nothing else, is loaded on first use and kept warm
 * (measured: about 0.8 s for the first script, 5–10 ms after that). Scripts that are plain JavaScript never wait for it.
 *
 * Relies on two static assets that the build copies from the `esbuild-wasm` package (see `scripts/build-assets.mjs`).
 */
import transpilerText from "../guest/transpiler.js";
import { chain, locateThrough, shiftLines } from "../prepare/position.ts";
import type { Locate } from "../prepare/position.ts";
import type { RunError } from "../outcome.ts";
import { GUEST_COMPATIBILITY_DATE } from "../compatibility.ts";

export type Transpiled =
  | { readonly ok: true; readonly code: string; readonly locate: Locate }
  | { readonly ok: false; readonly error: RunError };

export type Transpile = (code: string) => Promise<Transpiled>;

/** What `guest/transpiler.js` answers. Lines are 1-based, columns 0-based, both of the wrapped text. */
type Reply =
  | { readonly ok: true; readonly code: string; readonly map: string }
  | { readonly ok: false; readonly errors: readonly { text: string; line?: number; column?: number }[] };

interface TranspilerEntrypoint extends Rpc.WorkerEntrypointBranded {
  transform(code: string): Promise<Reply>;
}

/** Fetches a file of the `esbuild-wasm` package: `browser.min.js` or `esbuild.wasm`. */
export type FetchAsset = (name: string) => Promise<Response>;

/**
 * Top-level `await` and top-level `return` never occur in the same program for esbuild, but do in scripts; inside a
 * function they do. One line above the script: `shiftLines` takes it back.
 */
const OPEN = "async function script() {\n";
const CLOSE = "\n}";

export function createTranspile(loader: WorkerLoader, version: string, fetchAsset: FetchAsset): Transpile {
  return async (code) => {
    const stub = loader.get(`isogate-transpiler:${version}`, async () => ({
      compatibilityDate: GUEST_COMPATIBILITY_DATE,
      mainModule: "transpiler.js",
      modules: {
        "transpiler.js": transpilerText,
        "esbuild.js": await text(await fetchAsset("browser.min.js")),
        "esbuild.wasm": { wasm: await bytes(await fetchAsset("esbuild.wasm")) },
      },
      globalOutbound: null,
    }));
    const transpiler = stub.getEntrypoint() as unknown as Fetcher<TranspilerEntrypoint>;
    const reply: Reply = await transpiler.transform(OPEN + code + CLOSE);
    if (!reply.ok) return { ok: false, error: transpileError(code, reply.errors) };
    // esbuild prints the function header on line 1 and the closing brace on the last line.
    const start = reply.code.indexOf("{\n") + 2;
    const end = reply.code.lastIndexOf("}");
    const stripped = reply.code.slice(start, end);
    const toWrapped = locateThrough(() => reply.map);
    const locate = chain(({ line, column }) => ({ line: line + 1, column }), shiftLines(toWrapped, 1));
    return { ok: true, code: stripped, locate };
  };
}

async function text(response: Response): Promise<string> {
  return (await found(response)).text();
}

async function bytes(response: Response): Promise<ArrayBuffer> {
  return (await found(response)).arrayBuffer();
}

async function found(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new Error(`The TypeScript compiler is missing from the deployment's assets (HTTP ${response.status}).`);
}

function transpileError(code: string, errors: readonly { text: string; line?: number; column?: number }[]): RunError {
  const [first] = errors;
  const message = errors.map((error) => error.text).join("; ") || "The script is not valid TypeScript";
  if (first?.line === undefined || first.line < 2) return { code: "TRANSPILE_ERROR", message };
  const line = Math.min(first.line - 1, code.split("\n").length);
  const source = code.split("\n")[line - 1]?.trim().slice(0, 200);
  return {
    code: "TRANSPILE_ERROR",
    message,
    line,
    column: (first.column ?? 0) + 1,
    ...(source ? { hint: `Line ${line}: ${source}` } : {}),
  };
}
