/**
 * Strips types with esbuild. esbuild's WebAssembly is 14 MB, so it is neither in the gateway's bundle nor in its
 * memory: it lives in a dynamic Worker of its own that does nothing else, is loaded on first use and kept warm
 * (measured: about 0.8 s for the first script, 5–10 ms after that). Scripts that are plain JavaScript never wait for it.
 *
 * Relies on two static assets that the build copies from the `esbuild-wasm` package (see `scripts/build-assets.mjs`).
 */
import transpilerText from "../guest/transpiler.js";
import { chain, fromEngine, lineStarts, locateThrough, sameplace } from "../prepare/position.ts";
import type { Derived, Locate } from "../prepare/position.ts";
import { errorAt } from "../prepare/syntax-error.ts";
import type { RunError } from "../outcome.ts";
import { GUEST_COMPATIBILITY_DATE } from "../compatibility.ts";
import { OBJECTION, hideReturns, showReturns } from "./top-level-return.ts";

export type Transpiled =
  | ({ readonly ok: true } & Derived)
  | { readonly ok: false; readonly error: RunError };

export type Transpile = (code: string) => Promise<Transpiled>;

/** What `guest/transpiler.js` answers. Lines are 1-based, columns 0-based UTF-16. */
type Reply =
  | { readonly ok: true; readonly code: string; readonly map: string }
  | {
      readonly ok: false;
      /** esbuild itself broke (its WebAssembly ran out of stack, say) and will answer nothing more. */
      readonly isDead: boolean;
      readonly errors: readonly TranspileMessage[];
    };

interface TranspileMessage {
  readonly text: string;
  readonly line?: number;
  readonly column?: number;
}

interface TranspilerEntrypoint extends Rpc.WorkerEntrypointBranded {
  transform(code: string): Promise<Reply>;
}

/** Fetches a file of the `esbuild-wasm` package: `browser.min.js` or `esbuild.wasm`. */
export type FetchAsset = (name: string) => Promise<Response>;

export function createTranspile(loader: WorkerLoader, version: string, fetchAsset: FetchAsset): Transpile {
  let generation = 0;

  async function transform(code: string): Promise<Reply> {
    const stub = loader.get(`isogate-transpiler:${version}:${generation}`, async () => ({
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
    return transpiler.transform(code);
  }

  return async (code) => {
    const used = generation;
    const reply = await transform(code);
    if (reply.ok) return stripped(reply, code, sameplace);
    if (reply.isDead && generation === used) generation += 1;
    const returns = topLevelReturns(reply.errors, code);
    if (returns === undefined) return { ok: false, error: transpileError(code, reply.errors) };
    const marker = freshMarker(code);
    const hidden = hideReturns(code, returns, marker);
    const second = await transform(hidden.code);
    if (!second.ok) return { ok: false, error: transpileError(code, reply.errors) };
    return stripped({ ...second, code: showReturns(second.code, marker) }, hidden.code, hidden.locate);
  };
}

/** esbuild prints this because it was told that scripts are strict; it is none of the script's statements. */
const DIRECTIVE = /^"use strict";(?=\n)/;

function stripped(
  { code, map }: { readonly code: string; readonly map: string },
  sent: string,
  locate: Locate,
): Transpiled {
  const toSent = chain(locateThrough(() => map), fromEngine(sent));
  return { ok: true, code: code.replace(DIRECTIVE, ""), locate: chain(toSent, locate) };
}

/** Where they are, when they are all that esbuild objects to. */
function topLevelReturns(errors: readonly TranspileMessage[], code: string): readonly number[] | undefined {
  const lines = lineStarts(code);
  const offsets = [];
  for (const { text, line, column } of errors) {
    const start = lines[(line ?? 0) - 1];
    if (text !== OBJECTION || start === undefined || column === undefined) return undefined;
    if (!code.startsWith("return", start + column)) return undefined;
    offsets.push(start + column);
  }
  return offsets.length === 0 ? undefined : offsets;
}

function freshMarker(code: string): string {
  let marker = "returned";
  for (let n = 0; code.includes(marker); n += 1) marker = `returned_${n}`;
  return marker;
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

function transpileError(code: string, errors: readonly TranspileMessage[]): RunError {
  const [first, ...more] = errors;
  const others = more.length > 0 ? ` (and ${more.length} more)` : "";
  const message = `${first?.text ?? "The script is not valid TypeScript"}${others}`;
  const known = first?.line !== undefined && first.column !== undefined;
  const place = known ? fromEngine(code)({ line: first.line, column: first.column + 1 }) : undefined;
  return errorAt("TRANSPILE_ERROR", message, place, code);
}
