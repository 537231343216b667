/**
 * One life of a durable run, in its Worker: what its script and the saved scripts that it runs have recorded and the Gateway does not
 * know yet, what waits for a person, and when the run rests long enough to be parked. Every script has a timeline of its own; there is
 * one journal.
 */
import { recordingOf } from "../../../worker-loader/index.ts";
import type { Durable, Entry, Rest } from "../../../worker-loader/index.ts";
import { READ_ONLY_SERVICES } from "../services/read-only.ts";
import type { DurablePlace } from "./placed-entry.ts";
import { placeOf } from "./placed-entry.ts";
import type { ChildOpening, PlacedEntry } from "./placed-entry.ts";
import type { RunWait } from "./durable-run.ts";

export interface SessionOptions {
  /** Id of the run that a client asked for. */
  readonly root: string;
  /** Of earlier lives. */
  readonly entries: readonly PlacedEntry[];
  /** How long the isolate is kept while calls wait for a person. */
  readonly waitMs: number;
  /** A timer that is due later is worth parking for, in milliseconds since 1970. */
  readonly sleepsUntil: number;
}

/** What a session needs of the Gateway. */
export interface Keeper {
  record(entries: readonly PlacedEntry[]): Promise<void>;
  park(entries: readonly PlacedEntry[], wakeAt: number | undefined): Promise<RunWait | undefined>;
}

export class DurableSession {
  readonly root: string;
  readonly #options: SessionOptions;
  readonly #unwritten: PlacedEntry[] = [];
  readonly #recorded = new Map<string, Entry[]>();
  readonly #children = new Map<string, ChildOpening>();
  /** The scripts that run now, by path: how each rests, if it does. */
  readonly #rests = new Map<string, Rest | undefined>();
  readonly #decided = new Set<string>();
  readonly #waiters = new Map<string, (() => void)[]>();
  readonly #parked = new AbortController();
  #keeper: Keeper | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasEnded = false;
  #wait: RunWait | undefined;

  constructor(options: SessionOptions) {
    this.root = options.root;
    this.#options = options;
    for (const entry of options.entries) {
      if (entry.kind === "sent") continue;
      if (entry.kind === "child") {
        const { id, seed, startedAt } = entry;
        this.#children.set(entry.path, { id, seed, startedAt });
        continue;
      }
      const before = this.#recorded.get(entry.path);
      if (before) before.push(entry);
      else this.#recorded.set(entry.path, [entry]);
    }
  }

  /** The run is open at the Gateway. */
  attach(keeper: Keeper): void {
    this.#keeper = keeper;
  }

  /** A script begins. */
  durable(path: string, { startedAt, seed }: Pick<ChildOpening, "startedAt" | "seed">): Durable {
    this.#rests.set(path, undefined);
    return {
      startedAt,
      seed,
      recording: recordingOf(this.#recorded.get(path) ?? []),
      record: (entry) => void this.#unwritten.push({ ...entry, path }),
      isParked: () => this.#wait !== undefined,
      isNested: (service) => service === "scripts.run",
      onRest: (rest) => {
        this.#rests.set(path, rest);
        this.#look();
      },
    };
  }

  ended(path: string): void {
    this.#rests.delete(path);
  }

  /** The run is over, or parked. */
  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer ?? null);
  }

  /** What an earlier life knew a saved script's run by. */
  childAt(path: string): ChildOpening | undefined {
    return this.#children.get(path);
  }

  noteChild(path: string, { id, seed, startedAt }: ChildOpening): void {
    this.#unwritten.push({ kind: "child", path, id, seed, startedAt });
  }

  /** What the Gateway does not know yet; whoever takes it sends it. */
  take(): readonly PlacedEntry[] {
    return this.#unwritten.splice(0);
  }

  /** Before anything that may have an effect. */
  async flush(service?: string): Promise<void> {
    if (service !== undefined && READ_ONLY_SERVICES.has(service)) return;
    if (this.#unwritten.length > 0) await this.#keeper?.record(this.take());
  }

  /** Resolves when a person has decided. */
  decision(approval: string): Promise<void> {
    if (this.#decided.delete(approval)) return Promise.resolve();
    return new Promise((resolve) => {
      const others = this.#waiters.get(approval) ?? [];
      this.#waiters.set(approval, [...others, resolve]);
    });
  }

  decided(approval: string): void {
    const waiters = this.#waiters.get(approval);
    this.#waiters.delete(approval);
    if (waiters === undefined) this.#decided.add(approval);
    else for (const tell of waiters) tell();
  }

  /** Aborted when the run was parked. */
  get parked(): AbortSignal {
    return this.#parked.signal;
  }

  /** What the parked run waits for. */
  get wait(): RunWait | undefined {
    return this.#wait;
  }

  #look(): void {
    clearTimeout(this.#timer ?? null);
    const ms = this.#parkAfter();
    if (ms !== undefined) this.#timer = setTimeout(() => void this.#park(), ms);
  }

  /** @returns after how many milliseconds of rest the run is parked; undefined when something of it goes on */
  #parkAfter(): number | undefined {
    const rests = [...this.#rests.values()];
    if (this.#hasEnded || !rests.every((rest) => rest?.stillSo() === true)) return undefined;
    if (rests.some((rest) => rest?.isWaiting)) return this.#options.waitMs;
    return (this.#nextTimer() ?? 0) > this.#options.sleepsUntil ? 0 : undefined;
  }

  #nextTimer(): number | undefined {
    const timers = [...this.#rests.values()].flatMap((rest) => rest?.nextTimer ?? []);
    return timers.length === 0 ? undefined : Math.min(...timers);
  }

  async #park(): Promise<void> {
    if (this.#parkAfter() === undefined) return;
    const wait = await this.#keeper?.park(this.take(), this.#nextTimer()).catch(() => undefined);
    if (wait === undefined) return;
    this.#wait = wait;
    this.end();
    this.#parked.abort("The run waits.");
  }
}

/** Where a script's saved script runs. */
export function childPlace({ root, path }: DurablePlace, number: number): DurablePlace {
  return { root, path: placeOf(path, number) };
}
