/**
 * Which isolate a run gets. The id is a hash of everything that decides what the isolate is: the owner, the harness,
 * the script's module, the extensions it needs. Input, limits and authority are no part of it; they travel with the call. So the same script of the
 * same owner runs again in the same warm isolate (a tenth of the time to start one, and billed once a day), and two owners
 * never share one.
 *
 * One isolate holds one run at a time: two runs of one script at once get an isolate each, so that a limit which ends the
 * isolate of one does not end the other, and neither's memory or rejected promises count as the other's. An isolate in which
 * a run did not end by itself is not used again: code of that run may still be waiting in it.
 */
import type { GuestExtension } from "./extension.ts";
import { GUEST_COMPATIBILITY_DATE } from "./compatibility.ts";
import { HARNESS, MAIN_MODULE } from "./harness.ts";
import type { GuestKind } from "./prepare/inert.ts";
import type { GuestModule } from "./prepare/prepare.ts";

/** Of one script of one owner; only this isolate of the gateway remembers, another starts with its own. */
interface Places {
  /** By place: whether a run is in it. */
  readonly busy: boolean[];
  /** By place: how many isolates were dropped there. */
  readonly dropped: number[];
}

/** A place to run in, until it is released. */
export interface Lease {
  readonly name: string;
  /** @param reusable whether nothing of the run is left in it */
  release(reusable: boolean): void;
}

const MOST_REMEMBERED = 1_000;

/** By id, those longest not used first. */
const remembered = new Map<string, Places>();

const harnessHashes = new Map<GuestKind, Promise<string>>();
const extensionHashes = new WeakMap<GuestExtension, Promise<string>>();

export async function isolateId(
  owner: string,
  moduleText: string,
  extensions: readonly GuestExtension[] = [],
  kind: GuestKind = "locked",
): Promise<string> {
  const loaded = [
    await hashOfHarness(kind),
    ...(extensions.length > 0 ? await Promise.all(extensions.map(hashOf)) : []),
  ];
  return sha256(JSON.stringify([owner, moduleText, ...loaded]));
}

function hashOfHarness(kind: GuestKind): Promise<string> {
  const known = harnessHashes.get(kind);
  if (known) return known;
  const hash = sha256(HARNESS[kind]);
  harnessHashes.set(kind, hash);
  return hash;
}

function hashOf(extension: GuestExtension): Promise<string> {
  const known = extensionHashes.get(extension);
  if (known) return known;
  const hash = sha256(JSON.stringify([extension.main, extension.modules]));
  extensionHashes.set(extension, hash);
  return hash;
}

/** The first place that is free, so that a script which is never run twice at once stays in one isolate. */
export function leaseIsolate(id: string): Lease {
  const places = remembered.get(id) ?? { busy: [], dropped: [] };
  remembered.delete(id);
  remembered.set(id, places);
  forgetOldest();
  const free = places.busy.indexOf(false);
  const place = free === -1 ? places.busy.length : free;
  places.busy[place] = true;
  const dropped = places.dropped[place] ?? 0;
  let released = false;
  return {
    name: `isogate:${id}:${place}:${dropped}`,
    release(reusable) {
      if (released) return;
      released = true;
      places.busy[place] = false;
      if (!reusable) places.dropped[place] = dropped + 1;
    },
  };
}

/**
 * @param packages what the script imports, by name. A package keeps state of its own that nothing here can freeze, so a
 *   script that imports one gets an isolate for itself each time.
 */
export function loadIsolate(
  loader: WorkerLoader,
  { name }: Lease,
  { text, kind }: GuestModule,
  packages: Readonly<Record<string, string>>,
  extensions: readonly GuestExtension[] = [],
): WorkerStub {
  const code = (): WorkerLoaderWorkerCode => ({
    compatibilityDate: GUEST_COMPATIBILITY_DATE,
    mainModule: MAIN_MODULE,
    modules: {
      [MAIN_MODULE]: HARNESS[kind],
      ...Object.assign({}, ...extensions.map(({ modules }) => modules)),
      "script.js": text,
      ...Object.fromEntries(Object.entries(packages).map(([specifier, js]) => [specifier, { js }])),
    },
    globalOutbound: null,
  });
  return Object.keys(packages).length > 0 ? loader.load(code()) : loader.get(name, code);
}

/** Forgetting what is in use, or has dropped an isolate, would give that isolate away again: those stay while they can. */
function forgetOldest(): void {
  for (const [id, { busy }] of remembered) {
    if (remembered.size <= MOST_REMEMBERED) return;
    if (!busy.includes(true)) remembered.delete(id);
  }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}
