/**
 * Which isolate a run gets. The id is a hash of everything that decides what the isolate is: the owner, the harness,
 * the script's module. Input, limits and authority are no part of it; they travel with the call. So the same script of the
 * same owner runs again in the same warm isolate (a tenth of the time to start one, and billed once a day), and two owners
 * never share one.
 *
 * An isolate in which a run did not end by itself is not used again: code of that run may still be waiting in it.
 */
import { GUEST_COMPATIBILITY_DATE } from "./compatibility.ts";
import { HARNESS, MAIN_MODULE } from "./harness.ts";

const MAX_DROPPED = 1_000;

/** How often an id was dropped. Only this isolate of the gateway remembers; another starts with an isolate of its own choice. */
const generations = new Map<string, number>();

let harnessHash: Promise<string> | undefined;

export async function isolateId(owner: string, moduleText: string): Promise<string> {
  harnessHash ??= sha256(JSON.stringify(HARNESS));
  return sha256(JSON.stringify([owner, await harnessHash, moduleText]));
}

/**
 * @param packages what the script imports, by name. A package keeps state of its own that nothing here can freeze, so a script that imports
 * one gets an isolate for itself each time.
 */
export function isolate(
  loader: WorkerLoader,
  id: string,
  moduleText: string,
  packages: Readonly<Record<string, string>>,
): WorkerStub {
  const code = (): WorkerLoaderWorkerCode => ({
    compatibilityDate: GUEST_COMPATIBILITY_DATE,
    mainModule: MAIN_MODULE,
    modules: {
      ...HARNESS,
      "script.js": moduleText,
      ...Object.fromEntries(Object.entries(packages).map(([name, js]) => [name, { js }])),
    },
    globalOutbound: null,
  });
  if (Object.keys(packages).length > 0) return loader.load(code());
  return loader.get(`isogate:${id}:${generations.get(id) ?? 0}`, code);
}

export function dropIsolate(id: string): void {
  const generation = (generations.get(id) ?? 0) + 1;
  generations.delete(id);
  generations.set(id, generation);
  for (const oldest of generations.keys()) {
    if (generations.size <= MAX_DROPPED) break;
    generations.delete(oldest);
  }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}
