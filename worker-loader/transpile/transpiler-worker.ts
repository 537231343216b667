/**
 * Manages the Worker that runs esbuild. Its WebAssembly has 14 MB, so it is neither in the gateway's bundle nor in its memory: it
 * is loaded on first use from two static assets (the build copies them from the `esbuild-wasm` package) and stays loaded. All
 * users' scripts share one isolate. When a script breaks it, each request in flight is retried once in an isolate of its own, and
 * later requests get a new shared one.
 */
import transpilerText from "../../dist/guest/transpiler.guest.js";
import { GUEST_COMPATIBILITY_DATE } from "../compatibility.ts";
import type { Reply } from "./reply.ts";

/** Fetches a file of the `esbuild-wasm` package: `browser.min.js` or `esbuild.wasm`. */
export type FetchAsset = (name: string) => Promise<Response>;

interface TranspilerEntrypoint extends Rpc.WorkerEntrypointBranded {
  transform(code: string): Promise<Reply>;
}

/** The time limit of one request. The largest script takes well under a second; the first one may have to wait for the assets. */
const TIMEOUT_MS = 10_000;
/** Enforced by the platform only. */
const MAX_CPU_MS = 10_000;

const SILENCE: Reply = { ok: false, isDead: true, errors: [] };

const GAVE_UP = "The TypeScript compiler failed on this script, because it is nested too deeply.";

export function createTransform(
  loader: WorkerLoader,
  version: string,
  fetchAsset: FetchAsset,
): (code: string) => Promise<Reply> {
  let generation = 0;

  async function load(): Promise<WorkerLoaderWorkerCode> {
    return {
      compatibilityDate: GUEST_COMPATIBILITY_DATE,
      mainModule: "transpiler.js",
      modules: {
        "transpiler.js": transpilerText,
        "esbuild.js": await text(await fetchAsset("browser.min.js")),
        "esbuild.wasm": { wasm: await bytes(await fetchAsset("esbuild.wasm")) },
      },
      globalOutbound: null,
    };
  }

  return async (code) => {
    const used = generation;
    const reply = await ask(loader.get(`isogate-transpiler:${version}:${used}`, load), code);
    if (reply.ok || !reply.isDead) return reply;
    if (generation === used) generation += 1;
    const alone = await ask(loader.load(await load()), code);
    if (alone.ok || !alone.isDead) return alone;
    return { ok: false, isDead: true, errors: [{ text: GAVE_UP }] };
  };
}

async function ask(stub: WorkerStub, code: string): Promise<Reply> {
  const transpiler = stub.getEntrypoint(undefined, {
    limits: { cpuMs: MAX_CPU_MS },
  }) as unknown as Fetcher<TranspilerEntrypoint>;
  const silence = Promise.withResolvers<Reply>();
  const timer = setTimeout(() => silence.resolve(SILENCE), TIMEOUT_MS);
  try {
    return await Promise.race([transpiler.transform(code), silence.promise]);
  } catch (error) {
    // The platform has ended the isolate, or its files are missing: then the second attempt says so.
    console.error("transpiler:", error);
    return SILENCE;
  } finally {
    clearTimeout(timer);
  }
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
