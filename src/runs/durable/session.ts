/**
 * The part of a durable run that lives in its Worker until the run ends or is parked: recorded entries that the Gateway has not stored
 * yet, calls that wait for a person, and the decision when the run has rested long enough to be parked. Every script has a timeline of
 * its own; all share one journal.
 */
import { recordingOf, type Ask, type Durable, type Entry, type Rest } from "../../../worker-loader/index.ts";
import { MAX_JOURNAL_LENGTH, MAX_UNWRITTEN_LENGTH } from "../../limits/durable-limits.ts";
import { READ_ONLY_SERVICES } from "../services/read-only.ts";
import type { BegunScript, CalledScript } from "../find-script.ts";
import { LastCall } from "./last-call.ts";
import { placeOf } from "./placed-entry.ts";
import type { ChildIdentity, ChildOpening, Members, PlacedEntry, PlacedScript } from "./placed-entry.ts";
import { unheardCalls, type UnheardCall } from "./unheard-calls.ts";
import type { RunWait } from "./durable-run.ts";
import { usedBefore, type UsedBefore } from "./used-before.ts";
import { parkAfter, wakeAt, type ParkBounds } from "./when-to-park.ts";

interface SessionOptions extends ParkBounds {
  /** Id of the run that a client requested. */
  readonly root: string;
  /** Entries that were recorded before the run was interrupted. */
  readonly entries: readonly PlacedEntry[];
  /** When the run began, in milliseconds since 1970. */
  readonly startedAt: number;
}

/** The functions of the Gateway that a session needs. */
interface RunStore {
  record(entries: readonly PlacedEntry[]): Promise<void>;
  park(entries: readonly PlacedEntry[], wakeAt: number | undefined): Promise<RunWait | undefined>;
}

export class DurableSession {
  readonly root: string;
  /** The part of its bounds that the run had used before it was interrupted. */
  readonly before: UsedBefore;
  readonly #options: SessionOptions;
  readonly #unwritten: PlacedEntry[] = [];
  /** UTF-16 length of the texts of these entries. */
  #unwrittenLength = 0;
  readonly #recorded = new Map<string, Entry[]>();
  readonly #children = new Map<string, ChildOpening>();
  /** The texts of saved scripts that the journal has, by name and version. */
  readonly #codes = new Map<string, string>();
  /** Each saved script as the run has called it first, by name. */
  readonly #called = new Map<string, CalledScript>();
  /** What each script found when it began, by path and name. */
  readonly #members = new Map<string, Members>();
  /** What the journal has last, by name. */
  readonly #latestMembers = new Map<string, Members>();
  /** Calls that were sent before the run was interrupted, and that its scripts have not heard of yet, by place. */
  readonly #unheard: Map<string, UnheardCall>;
  /** The scripts that run now, by path, with their state of rest; undefined while a script computes or waits for a call. */
  readonly #rests = new Map<string, Rest | undefined>();
  readonly #lastCall: LastCall;
  readonly #decided = new Set<string>();
  readonly #waiters = new Map<string, (() => void)[]>();
  readonly #parked = new AbortController();
  #store: RunStore | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasEnded = false;
  /** Resolves when the Gateway has answered whether it parks the run; undefined while it is not asked. */
  #parking: Promise<void> | undefined;
  #wait: RunWait | undefined;
  /** How long the isolate is kept while calls wait for a person, in milliseconds. */
  #waitMs: number;

  constructor(options: SessionOptions) {
    this.root = options.root;
    this.#options = options;
    this.#waitMs = options.waitMs;
    this.before = usedBefore(options.entries);
    this.#unheard = unheardCalls(options.entries);
    this.#lastCall = new LastCall(options.startedAt);
    for (const entry of options.entries) {
      this.#lastCall.note(entry);
      if (entry.kind === "sent" || entry.kind === "input") continue;
      if (entry.kind === "members") {
        const { members = this.#latestMembers.get(entry.name) ?? null } = entry;
        this.#latestMembers.set(entry.name, members);
        this.#members.set(memberKey(entry), members);
        continue;
      }
      if (entry.kind === "child") {
        const { id, seed, startedAt } = entry;
        const script = entry.script && this.#withCode(entry.script);
        this.#children.set(entry.path, { id, seed, startedAt, ...(script && { script }) });
        continue;
      }
      const before = this.#recorded.get(entry.path);
      if (before) before.push(entry);
      else this.#recorded.set(entry.path, [entry]);
    }
  }

  /** Called when the run is open at the Gateway. */
  attach(store: RunStore): void {
    this.#store = store;
  }

  /** Called when a script begins. */
  durable(path: string, { startedAt, seed }: Pick<ChildIdentity, "startedAt" | "seed">): Durable {
    this.#rests.set(path, undefined);
    return {
      startedAt,
      seed,
      recording: recordingOf(this.#recorded.get(path) ?? []),
      record: (entry) => this.#note({ ...entry, path }),
      isParked: () => this.#wait !== undefined,
      // A service must not make its change again. If the Gateway cannot be reached, the next call fails.
      onAnswered: (service) => this.flush(service).catch(() => undefined),
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

  /** Called when the run has ended or was parked. */
  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer ?? null);
  }

  /** The run of a saved script as it was before the interruption. */
  childAt(path: string): ChildOpening | undefined {
    return this.#children.get(path);
  }

  /** The saved script as the run has called it first; undefined if it has not called the script yet. */
  called(name: string): CalledScript | undefined {
    return this.#called.get(name);
  }

  noteChild(path: string, { id, seed, startedAt }: ChildIdentity, called: CalledScript): void {
    const { code, inputSchema, ...rest } = called;
    const key = keyOf(rest.saved);
    const isKept = this.#codes.get(key) === code;
    this.#codes.set(key, code);
    this.#noteCalled(called);
    const script = isKept ? rest : { ...rest, code, ...(inputSchema && { inputSchema }) };
    this.#note({ kind: "child", path, id, seed, startedAt, script });
  }

  /**
   * @param find finds what stands under the name now; what is undefined is not recorded
   * @returns what stood under it when the script at this path began
   */
  membersOf(path: string, name: string, find: () => Members | undefined): Members | undefined {
    const key = memberKey({ path, name });
    const known = this.#members.get(key);
    if (known !== undefined) return known;
    const members = find();
    if (members === undefined) return undefined;
    const latest = this.#latestMembers.get(name);
    const isKept = latest !== undefined && JSON.stringify(latest) === JSON.stringify(members);
    this.#latestMembers.set(name, members);
    this.#members.set(key, members);
    this.#note({ kind: "members", path, name, ...(!isKept && { members }) });
    return members;
  }

  /** Calls that were sent before the run was interrupted, and that its scripts have not heard of. */
  get unheard(): Iterable<UnheardCall> {
    return this.#unheard.values();
  }

  /**
   * Entries are written with the next call of the script, unless they become too long for one message.
   * @throws if the Gateway has not taken earlier ones, and they are longer than a journal: the script could fill the memory
   */
  #note(entry: PlacedEntry): void {
    if (this.#unwrittenLength > MAX_JOURNAL_LENGTH) throw new Error("The gateway cannot store what the run does.");
    this.#unwritten.push(entry);
    this.#lastCall.note(entry);
    if (entry.kind === "settled") this.#unheard.delete(placeOf(entry.path, entry.number));
    this.#unwrittenLength += lengthOf(entry);
    // If the Gateway cannot be reached, the next call fails.
    if (this.#unwrittenLength > MAX_UNWRITTEN_LENGTH) void this.flush().catch(() => undefined);
  }

  #withCode(script: PlacedScript): CalledScript {
    const key = keyOf(script.saved);
    const code = script.code ?? this.#codes.get(key) ?? "";
    this.#codes.set(key, code);
    const called = { ...script, code };
    this.#noteCalled(called);
    return called;
  }

  #noteCalled(called: CalledScript): void {
    const { saved } = called;
    if (saved && !this.#called.has(saved.name)) this.#called.set(saved.name, called);
  }

  /** Takes the entries that the Gateway has not stored yet; the caller has to store them. */
  take(): readonly PlacedEntry[] {
    this.#unwrittenLength = 0;
    return this.#unwritten.splice(0);
  }

  /**
   * Sends the entries that the Gateway has not stored yet. If that fails, they are sent again before later ones; those that the Gateway got
   * all the same are then in the journal twice, where the first counts.
   */
  async send<T>(send: (entries: readonly PlacedEntry[]) => Promise<T>): Promise<T> {
    const length = this.#unwrittenLength;
    const entries = this.take();
    try {
      return await send(entries);
    } catch (error) {
      this.#unwritten.unshift(...entries);
      this.#unwrittenLength += length;
      throw error;
    }
  }

  /** Stores the entries; it has to be called before anything that may have an effect. */
  async flush(service?: string): Promise<void> {
    if (service !== undefined && READ_ONLY_SERVICES.has(service)) return;
    const store = this.#store;
    if (store !== undefined && this.#unwritten.length > 0) await this.send((entries) => store.record(entries));
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

  /** A client asks its user what the run waits for: from now on the run is parked as soon as it waits for a person. */
  parkAtOnce(): void {
    this.#waitMs = 0;
    this.#look();
  }

  /**
   * The script at this path has not begun, because it waits for a person.
   * @returns when all have been decided, when the run was parked, or when it is ended
   */
  async waitBefore(path: string, approvals: readonly string[], ended: AbortSignal): Promise<void> {
    this.#rests.set(path, { nextTimer: undefined, waitingSince: Date.now(), stillSo: () => true });
    this.#look();
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = AbortSignal.any([ended, this.#parked.signal]);
    if (stop.aborted) resolve();
    stop.addEventListener("abort", () => resolve(), { once: true });
    await Promise.race([Promise.all(approvals.map((approval) => this.decision(approval))), promise]);
    this.#rests.set(path, undefined);
    clearTimeout(this.#timer ?? null);
  }

  /** Aborted when the run was parked. */
  get parked(): AbortSignal {
    return this.#parked.signal;
  }

  /** The reason why the run is parked; undefined when it is not. */
  get wait(): RunWait | undefined {
    return this.#wait;
  }

  /** Resolves when the Gateway has answered a request to park the run. A script that goes on by a timer may end meanwhile. */
  async parkingAnswered(): Promise<void> {
    await this.#parking;
  }

  #look(): void {
    clearTimeout(this.#timer ?? null);
    const ms = this.#parkAfter();
    // A timer of the script may fire before one that is set here.
    if (ms === 0) this.#park();
    else if (ms !== undefined) this.#timer = setTimeout(() => this.#park(), ms);
  }

  /** @returns the milliseconds of rest after which the run is parked; undefined if part of it is active */
  #parkAfter(): number | undefined {
    if (this.#hasEnded || this.#parking !== undefined) return undefined;
    return parkAfter([...this.#rests.values()], { ...this.#options, waitMs: this.#waitMs }, Date.now());
  }

  #park(): void {
    if (this.#parkAfter() === undefined) return;
    this.#parking = this.#askToPark().finally(() => (this.#parking = undefined));
  }

  async #askToPark(): Promise<void> {
    const due = wakeAt([...this.#rests.values()], this.#lastCall.at, Date.now());
    const store = this.#store;
    const wait = store && (await this.send((entries) => store.park(entries, due)).catch(() => undefined));
    if (wait === undefined) return;
    this.#wait = wait;
    this.end();
    this.#parked.abort("The run waits.");
  }
}

function keyOf(saved: BegunScript["saved"]): string {
  return `${saved?.name}@${saved?.version}`;
}

function memberKey({ path, name }: { readonly path: string; readonly name: string }): string {
  return `${path}:${name}`;
}

/** @returns the UTF-16 length of the text that a script or the gateway has put into the entry */
function lengthOf(entry: PlacedEntry): number {
  switch (entry.kind) {
    case "asked":
      return lengthOfAsk(entry.ask);
    case "answered":
      return entry.reply.ok ? entry.reply.value.length : entry.reply.error.message.length;
    case "child":
      return (entry.script?.code?.length ?? 0) + (JSON.stringify(entry.script?.inputSchema)?.length ?? 0);
    case "members":
      return entry.members?.join().length ?? 0;
    case "settled":
    case "sent":
    case "input":
      return 0;
  }
}

function lengthOfAsk(ask: Ask): number {
  switch (ask.kind) {
    case "timer":
      return 0;
    case "call":
      return ask.server.length + ask.tool.length + ask.args.length;
    case "question":
      return ask.service.length + ask.args.length;
  }
}
