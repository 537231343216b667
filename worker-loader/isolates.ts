/**
 * Chooses the isolate of a run.
 *
 * A script's first run gets an unnamed isolate, which is discarded after it: most scripts are run once, an unnamed isolate needs no
 * protection of later runs, and it is freed (local workerd never frees a named one, 1.6–2 MB each). From its second run on, a script gets
 * a named, locked isolate, which is reused (in a tenth of the time to start one, and billed once a day). See docs/decisions/012.
 *
 * The name is a hash of everything that determines the isolate: the owner, the harness, the script's module, the extensions it needs.
 * Input, limits and authority are not part of it; they are sent with the call. Two owners never share an isolate.
 *
 * One named isolate holds one run at a time: two runs of one script at once get an isolate each, so that a limit which ends the isolate
 * of one does not end the other, and neither's memory or rejected promises count as the other's. An isolate in which a run was ended from
 * outside is not used again: code of that run may still be waiting in it.
 */
import type { GuestExtension } from "./extension.ts";
import { GUEST_COMPATIBILITY_DATE } from "./compatibility.ts";
import { HARNESS, MAIN_MODULE } from "./harness.ts";
import type { GuestModule } from "./prepare/prepare.ts";

export interface IsolateOptions {
  /** False for a script that changes built-ins, or whose packages keep state that nothing can freeze. */
  readonly isReusable?: boolean;
  /** The script is expected to run again, so its first run already gets a named isolate. */
  readonly isRepeated?: boolean;
  /**
   * Undefined on the platform, which evicts named isolates. Where there are bounds, a script whose isolate was dropped gets no other named
   * one: a dropped isolate stays, with everything that its run has left in it.
   */
  readonly bounds?: NamedBounds;
}

/** Bounds of this process on the use of named isolates. Beyond them, every run gets an unnamed one. */
export interface NamedBounds {
  /** Number of named isolates. */
  readonly maxIsolates: number;
  /** Number of runs in all of them, and the load of these runs; see `Gate.load`. */
  readonly maxLoad: number;
}

/** The named isolates of one script of one owner, as far as this process knows them. */
interface Places {
  /** Per place: true while a run uses it. */
  readonly busy: boolean[];
  /** Per place: the part of its name that changes when its isolate is dropped. */
  readonly generations: number[];
  readonly firstGeneration: number;
  /** The script gets no named isolate any more. */
  isRetired: boolean;
}

/** An isolate that is reserved for a run until it is released. */
export interface Lease {
  /** Undefined for an isolate that is used once. */
  readonly name: string | undefined;
  /** @param reusable true if the run left no state in the isolate @param load of the run beside itself; see `Gate.load` */
  release(reusable: boolean, load?: number): void;
}

const MAX_REMEMBERED = 1_000;

/** Isolates by id, the least recently used first. */
const remembered = new Map<string, Places>();
/** Number of named isolates that this process has created. */
let named = 0;
/** Number of runs that named isolates have had, and the load of these runs. */
let namedLoad = 0;
/** Increases when a dropped isolate is forgotten, so that its name is not used again. */
let firstGeneration = 0;

export function isolateId(
  owner: string,
  moduleText: string,
  extensions: readonly GuestExtension[] = [],
): Promise<string> {
  const loaded = extensions.map(({ main, modules }) => [main, modules]);
  return sha256(JSON.stringify([owner, moduleText, HARNESS.reusable, loaded]));
}

/** Chooses the first free place, so that a script whose runs never overlap stays in one isolate. */
export function leaseIsolate(
  id: string,
  { isReusable = true, isRepeated = false, bounds }: IsolateOptions = {},
): Lease {
  if (!isReusable) return SINGLE_USE;
  const known = remembered.get(id);
  const places = known ?? { busy: [], generations: [], firstGeneration, isRetired: false };
  remembered.delete(id);
  remembered.set(id, places);
  forgetOldest();
  if (places.isRetired || (known === undefined && !isRepeated)) return SINGLE_USE;
  if (bounds && namedLoad >= bounds.maxLoad) return SINGLE_USE;
  const free = places.busy.indexOf(false);
  const place = free === -1 ? places.busy.length : free;
  if (free === -1) {
    if (bounds && named >= bounds.maxIsolates) return SINGLE_USE;
    named += 1;
  }
  places.busy[place] = true;
  const generation = places.generations[place] ?? places.firstGeneration;
  let released = false;
  return {
    name: `isogate:${id}:${place}:${generation}`,
    release(reusable, load = 0) {
      if (released) return;
      released = true;
      namedLoad += 1 + load;
      places.busy[place] = false;
      if (!reusable) {
        places.generations[place] = generation + 1;
        places.isRetired = bounds !== undefined;
      }
    },
  };
}

const SINGLE_USE: Lease = { name: undefined, release: () => undefined };

/** @param packages sources of the packages that the script imports, by name */
export function loadIsolate(
  loader: WorkerLoader,
  { name }: Lease,
  { text }: GuestModule,
  packages: Readonly<Record<string, string>>,
  extensions: readonly GuestExtension[] = [],
  isDurable = false,
): WorkerStub {
  const code = (): WorkerLoaderWorkerCode => ({
    compatibilityDate: GUEST_COMPATIBILITY_DATE,
    mainModule: MAIN_MODULE,
    modules: {
      [MAIN_MODULE]: isDurable ? HARNESS.durable : name ? HARNESS.reusable : HARNESS.singleUse,
      ...Object.assign({}, ...extensions.map(({ modules }) => modules)),
      "script.js": text,
      ...Object.fromEntries(Object.entries(packages).map(([specifier, js]) => [specifier, { js }])),
    },
    globalOutbound: null,
  });
  return name ? loader.get(name, code) : loader.load(code());
}

/** Entries in use are kept; otherwise their isolates could be leased twice. */
function forgetOldest(): void {
  for (const [id, { busy, generations }] of remembered) {
    if (remembered.size <= MAX_REMEMBERED) return;
    if (busy.includes(true)) continue;
    remembered.delete(id);
    firstGeneration = Math.max(firstGeneration, ...generations);
  }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}
