/**
 * The durable runs of a principal: keeps their journals, parks them, and lets them go on when what they wait for has come. What
 * is in memory here is only of runs that are under way; everything else is in the tables.
 */
import { createHash } from "node:crypto";
import { covers } from "../auth/principal.ts";
import type { Access } from "../auth/principal.ts";
import type { ApprovalDecision, ApprovalState, Binding, Decided, ShownApproval } from "../approvals/approval.ts";
import type { CallReply } from "../../worker-loader/index.ts";
import type { ApprovalStanding, ApprovalWish, CallKeeper } from "../runs/durable/call-keeper.ts";
import type { DurableLife, DurableRequest, EndedRun, Resumed, RunWait } from "../runs/durable/durable-run.ts";
import { placeOf } from "../runs/durable/placed-entry.ts";
import type { PlacedEntry } from "../runs/durable/placed-entry.ts";
import type { RunOpening } from "../ledger/run-record.ts";
import type { DurableScope, RunScope } from "../runs/run-scope.ts";
import { RunApprovals } from "./run-approvals.ts";
import { DurableRunTable } from "./store/durable-run-table.ts";
import type { DurableRow } from "./store/durable-run-table.ts";

/** UTF-16 length of one run's journal, and of all of them together. */
const MAX_JOURNAL_LENGTH = 16_000_000;
const MAX_ALL_LENGTH = 64_000_000;
/** Runs that have not ended. */
const MAX_RUNS = 200;
const OUTCOME_KEPT_MS = 86_400_000;
/** A run that was cut off, and that nobody went on with. */
const CUT_KEPT_MS = 86_400_000;
/** Longer than the longest life of a run: should its Worker and this object be gone by then, the alarm finds out. */
const LOOK_AFTER_MS = 660_000;

export interface DurableRunsOptions {
  readonly storage: DurableObjectStorage;
  readonly now: () => number;
  readonly expiresMs: () => number;
  /** Goes on with a run, somewhere else; resolves when it has ended or waits again. */
  readonly launch: (run: string, principal: string) => Promise<void>;
  readonly setAlarm: () => void;
  /** Whether credentials are still good. */
  readonly stands: (credential: string) => boolean;
  /** Names the Gateway in links. */
  readonly address: string;
  /** A run that nobody runs has ended. */
  readonly onEnded: (request: DurableRequest, ended: EndedRun) => void;
}

/** Its Worker is told what a person has decided on. */
export interface DecisionListener {
  decided(approval: string): void | Promise<void>;
}

interface Entering {
  readonly opening: RunOpening;
  readonly scope: RunScope;
  readonly control: DecisionListener;
}

/** A run that is under way. */
interface Live {
  readonly request: DurableRequest;
  /** Its first line is written with the first thing that has to be kept. */
  isWritten: boolean;
  position: number;
  length: number;
  readonly noted: PlacedEntry[];
  /** Places of calls that were sent, and not answered. */
  readonly unknown: Set<string>;
  /** Tells its Worker that an approval was decided. */
  readonly decided: (approval: string) => void;
  /** Approvals that were decided on, of whose calls its Worker has not asked again. */
  readonly untold: Set<string>;
  /** Let go of its parts when it is parked. */
  readonly hosts: Set<() => void>;
  /** Why it cannot be gone on with. */
  problem?: string;
}

export class DurableRuns {
  readonly #options: DurableRunsOptions;
  readonly #table: DurableRunTable;
  readonly #approvals: RunApprovals;
  readonly #live = new Map<string, Live>();
  /** Told when the run ends or waits, by run. */
  readonly #waiters = new Map<string, Set<() => void>>();

  constructor(options: DurableRunsOptions) {
    this.#options = options;
    this.#table = new DurableRunTable(options.storage);
    this.#approvals = new RunApprovals(options);
    this.#table.cutRunning(options.now());
    this.#table.dropCutBefore(options.now() - CUT_KEPT_MS);
  }

  /** @throws for a run that was ended between the moment it was taken up and the moment it opens */
  refuseEnded({ root, path, isResumed }: DurableScope): void {
    const isGoing = path !== "" || !isResumed || this.#table.get(root)?.state === "running";
    if (!isGoing) throw new Error(`The run ${root} has ended, and does not go on.`);
  }

  /** A run opens at the Gateway, or a saved script that it runs. */
  enter({ root, path, asked, isDetached, trigger }: DurableScope, { opening, scope, control }: Entering): CallKeeper {
    if (path === "") {
      const { principal = "", access, credential, origin = "" } = scope;
      const owner = { principal, access, origin, ...(credential !== undefined && { credential }) };
      const request = { asked, opening, owner, isDetached, ...(trigger && { trigger }) };
      this.#open(request, (approval) => {
        void Promise.resolve(control.decided(approval)).catch(() => undefined);
      });
    }
    return this.#keeper(root, path);
  }

  /** It has left: ended, or was lost. */
  leave({ root, path }: DurableScope, leave: () => void, ended: EndedRun | undefined): void {
    this.#live.get(root)?.hosts.delete(leave);
    if (path === "") this.#close(root, ended);
  }

  /** @param leave lets go of a part of the run when it is parked */
  onParked(run: string, leave: () => void): void {
    this.#live.get(run)?.hosts.add(leave);
  }

  /** A life of a run begins. */
  #open(request: DurableRequest, decided: Live["decided"]): void {
    const { id } = request.opening;
    const isWritten = this.#table.get(id) !== undefined;
    const { texts, next } = isWritten ? this.#table.journal(id) : { texts: [], next: 0 };
    const unknown = new Set<string>();
    for (const entry of texts.flatMap(entriesOf)) {
      if (entry.kind === "sent") unknown.add(placeOf(entry.path, entry.number));
      if (entry.kind === "answered") unknown.delete(placeOf(entry.path, entry.number));
    }
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    this.#live.set(id, {
      request,
      isWritten,
      position: next,
      length,
      noted: [],
      unknown,
      decided,
      untold: new Set(),
      hosts: new Set(),
    });
  }

  /** Keeps a run before it begins, so that it begins whatever happens. @returns why it does not */
  detach(request: DurableRequest): string | undefined {
    const problem = this.#problem(0);
    if (problem !== undefined) return problem;
    this.#insert(request, "waiting");
    this.#launch(request.opening.id);
    return undefined;
  }

  #keeper(run: string, path: string): CallKeeper {
    const place = (number: number): string => placeOf(path, number);
    return {
      note: (entries) => void this.#live.get(run)?.noted.push(...entries),
      flush: () => this.#write(run, []),
      isUnknown: (number) => this.#live.get(run)?.unknown.has(place(number)) ?? false,
      sent: (number) => this.#write(run, [{ kind: "sent", path, number }]),
      answered: (number, reply) => this.#answered(run, path, number, reply),
      approval: (wish) => this.#standing(run, place(wish.number), wish),
    };
  }

  /** For whoever goes on with a run. @returns undefined when it is not to be gone on with now */
  take(run: string): DurableLife | undefined {
    const row = this.#table.get(run);
    if (row?.state !== "running") return undefined;
    const request = JSON.parse(row.request) as DurableRequest;
    return { ...request, entries: this.#table.journal(run).texts.flatMap(entriesOf) };
  }

  /**
   * The run waits, and nothing of it stays in memory.
   * @param wakeAt when its first timer is due, in milliseconds since 1970
   * @returns undefined when something that it waited for has come meanwhile
   */
  park(run: string, wakeAt: number | undefined): RunWait | undefined {
    const live = this.#live.get(run);
    if (live === undefined) return undefined;
    if (live.untold.size > 0) return undefined;
    this.#write(run, []);
    if (live.problem !== undefined) return undefined;
    this.#table.noteLength(run, live.length);
    this.#live.delete(run);
    this.#table.move(run, ["running"], "waiting", this.#options.now(), wakeAt);
    this.#options.setAlarm();
    for (const leave of live.hosts) leave();
    this.#tell(run);
    return this.#waitOf(run);
  }

  /** @param ended undefined when its Worker was lost, and the run may be gone on with */
  #close(run: string, ended: EndedRun | undefined): void {
    const live = this.#live.get(run);
    this.#live.delete(run);
    if (live?.isWritten !== true) return;
    const now = this.#options.now();
    if (ended === undefined) this.#table.move(run, ["running"], "cut", now);
    else this.#end(run, ended);
    this.#tell(run);
    this.#options.setAlarm();
  }

  /** @param ms how long to wait for a run that is under way @param isPatient waits for one that waits, too */
  async resume(run: string, access: Access, ms: number, isPatient: boolean): Promise<Resumed> {
    const before = this.#standingOf(run, access);
    const isDue = this.#isDue(run);
    if (before.kind === "waiting" && !isDue && !isPatient) return before;
    if (before.kind === "waiting" && isDue) this.#launch(run);
    else if (before.kind !== "running" && before.kind !== "waiting") return before;
    else if (this.#table.get(run)?.state === "cut") this.#launch(run);
    await this.#change(run, ms);
    return this.#standingOf(run, access);
  }

  /** @returns "wider" when the run may do more than who decides */
  decide(id: string, decision: ApprovalDecision, access: Access): Decided | "wider" | undefined {
    const run = this.#approvals.get(id)?.run;
    const needed = run === undefined ? undefined : this.#request(run)?.owner.access;
    if (needed !== undefined && !covers(access, needed)) return "wider";
    const answer = this.#approvals.decide(id, decision);
    for (const one of answer?.all ?? []) this.#goOn(one.run, [one.id]);
    return answer?.decided;
  }

  approval(id: string): ShownApproval | undefined {
    const approval = this.#approvals.get(id);
    return approval && { ...approval, code: this.#request(approval.run)?.opening.code ?? "" };
  }

  /** With their scripts, as far as `access` covers the runs. */
  list(state: ApprovalState | undefined, limit: number, access: Access): readonly ShownApproval[] {
    return this.#approvals.list(state, limit).flatMap((approval) => {
      const request = this.#request(approval.run);
      if (request !== undefined && !covers(access, request.owner.access)) return [];
      return { ...approval, code: request?.opening.code ?? "" };
    });
  }

  /** What a link leads to. */
  ofLink(ticket: string): { readonly run: string; readonly approvals: readonly ShownApproval[] } | undefined {
    const row = this.#table.byTicket(ticket);
    if (row === undefined || row.state === "ended") return undefined;
    const { code } = (JSON.parse(row.request) as DurableRequest).opening;
    const approvals = this.#approvals.ofRun(row.id, "waiting").map((approval) => ({ ...approval, code }));
    return { run: row.id, approvals };
  }

  /** What a run may do that has not ended, and what its script is. */
  #request(run: string): DurableRequest | undefined {
    const live = this.#live.get(run)?.request;
    if (live) return live;
    const row = this.#table.get(run);
    return row === undefined || row.state === "ended" ? undefined : (JSON.parse(row.request) as DurableRequest);
  }

  /** Ends a run that waits. @returns false when it does not */
  cancel(run: string, message: string, access: Access): "cancelled" | "none" | "wider" {
    const row = this.#table.get(run);
    if (row === undefined || !["waiting", "cut"].includes(row.state)) return "none";
    const request = JSON.parse(row.request) as DurableRequest;
    if (!covers(access, request.owner.access)) return "wider";
    this.#finish(row, { code: "CANCELLED", message });
    return "cancelled";
  }

  /** A run that was gone on with has ended without being open; any other is left alone. */
  endUnopened(run: string, ended: EndedRun): void {
    if (!this.#live.has(run) && this.#table.get(run)?.state === "running") this.#end(run, ended);
  }

  /** Runs that came with it and wait end. */
  revoke(credential: string): void {
    for (const row of this.#table.ofCredential(credential)) {
      if (!this.#live.has(row.id)) this.#finish(row, REVOKED);
    }
  }

  /** Called by the alarm. */
  wake(now: number): void {
    for (const run of this.#approvals.expire(now)) {
      const row = this.#table.get(run);
      if (this.#live.has(run)) this.#goOn(run, this.#idsOf(run, "expired"));
      // One that is about to open is told when it asks for the call again.
      else if (row?.state === "waiting" || row?.state === "cut") this.#finish(row, LAPSED);
    }
    for (const run of this.#table.dueIds(now, now + LOOK_AFTER_MS)) this.#launch(run);
    this.#table.dropEndedBefore(now - OUTCOME_KEPT_MS);
    this.#table.dropCutBefore(now - CUT_KEPT_MS);
    this.#options.setAlarm();
  }

  /** When the alarm is wanted. */
  nextDue(): number | undefined {
    const times = [this.#table.nextWake(), this.#approvals.nextExpiry()].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  #standing(run: string, place: string, wish: ApprovalWish): ApprovalStanding {
    const live = this.#live.get(run);
    if (live === undefined) return { kind: "denied", message: "The run has ended." };
    const { tool, args, policy } = wish;
    const script = hashOf(live.request.opening.code);
    const binding: Binding = { run, place, tool, argsHash: hashOf(args), policy, script };
    const standing = this.#approvals.standing(binding, wish, () => {
      this.#write(run, []);
      return live.problem;
    });
    if (standing.kind === "waiting") this.#options.setAlarm();
    else if (standing.id !== undefined) live.untold.delete(standing.id);
    return standing;
  }

  #answered(run: string, path: string, number: number, reply: CallReply): void {
    this.#live.get(run)?.unknown.delete(placeOf(path, number));
    this.#write(run, [{ kind: "answered", path, number, reply }]);
  }

  /** The run goes on, but cannot wait or be gone on with: a journal with a gap would be worse than none. */
  #giveUp(live: Live, problem: string): void {
    live.problem = problem;
    const { id } = live.request.opening;
    if (live.isWritten) this.#table.remove(id);
    live.isWritten = false;
    this.#approvals.end(id);
  }

  /** What was noted goes along: one row. */
  #write(run: string, entries: readonly PlacedEntry[]): void {
    const live = this.#live.get(run);
    if (live === undefined || live.problem !== undefined) return;
    const all = [...live.noted.splice(0), ...entries];
    if (!live.isWritten) {
      const problem = this.#problem(0);
      if (problem !== undefined) return this.#giveUp(live, problem);
      this.#insert(live.request, "running");
      live.isWritten = true;
    }
    if (all.length === 0) return;
    const text = JSON.stringify(all);
    if (live.length + text.length > MAX_JOURNAL_LENGTH) {
      return this.#giveUp(live, `the journal of a run has at most ${MAX_JOURNAL_LENGTH} characters`);
    }
    live.length += text.length;
    live.position = this.#table.append(run, live.position, text);
  }

  #insert(request: DurableRequest, state: "running" | "waiting"): void {
    const { opening, owner } = request;
    const ticket = `isogate_${this.#options.address}_${crypto.getRandomValues(new Uint8Array(20)).toHex()}`;
    this.#table.insert(
      { id: opening.id, state, request: JSON.stringify(request), credential: owner.credential ?? null, ticket },
      this.#options.now(),
    );
  }

  /** @returns why no more can be kept */
  #problem(length: number): string | undefined {
    const { runs, length: kept } = this.#table.size();
    if (runs >= MAX_RUNS) return `${MAX_RUNS} runs wait already; cancel some, or decide on what they wait for`;
    if (kept + length > MAX_ALL_LENGTH) return `The journals of runs that wait have ${kept} characters already`;
    return undefined;
  }

  /** Something that the run waited for has come. */
  #goOn(run: string, approvals: readonly string[]): void {
    const live = this.#live.get(run);
    if (live) {
      for (const id of approvals) {
        live.untold.add(id);
        live.decided(id);
      }
    } else this.#launch(run);
  }

  #launch(run: string): void {
    const row = this.#table.get(run);
    if (row === undefined) return;
    const { credential, state } = row;
    if (state !== "waiting" && state !== "cut") return;
    if (credential !== null && !this.#options.stands(credential)) return this.#finish(row, REVOKED);
    const now = this.#options.now();
    if (!this.#table.move(run, ["waiting", "cut"], "running", now, now + LOOK_AFTER_MS)) return;
    const { principal } = (JSON.parse(row.request) as DurableRequest).owner;
    const failed = (error: unknown): void => console.error(`run ${run}:`, error);
    // What RPC returns is no whole promise.
    const launched = Promise.resolve(this.#options.launch(run, principal));
    void launched.catch(failed).then(() => this.#launched(run));
    this.#options.setAlarm();
  }

  /** Whoever went on with it has gone: what is not ended and does not wait was cut off. */
  #launched(run: string): void {
    if (!this.#live.has(run)) this.#table.move(run, ["running"], "cut", this.#options.now());
    this.#tell(run);
  }

  #standingOf(run: string, access: Access): Resumed {
    const row = this.#table.get(run);
    if (row === undefined) return this.#live.has(run) ? { kind: "running" } : { kind: "unknown" };
    if (row.state === "ended") {
      const { access: needed, ...ended } = JSON.parse(this.#table.outcome(run) ?? "{}") as KeptOutcome;
      return covers(access, needed) ? { kind: "ended", ended } : { kind: "wider" };
    }
    const { owner } = JSON.parse(row.request) as DurableRequest;
    if (!covers(access, owner.access)) return { kind: "wider" };
    return row.state === "waiting" ? { kind: "waiting", wait: this.#waitOf(run) } : { kind: "running" };
  }

  #waitOf(run: string): RunWait {
    const row = this.#table.get(run);
    const waiting = this.#approvals.ofRun(run, "waiting");
    const approvals = waiting.map(({ id }) => id);
    const { origin } = this.#request(run)?.owner ?? {};
    return {
      approvals,
      ...(waiting[0] && { rule: waiting[0].rule }),
      ...(approvals.length > 0 && row && { url: `${origin ?? ""}/approve/${row.ticket}` }),
      ...(row?.wakeAt !== undefined && row.wakeAt !== null && { wakeAt: row.wakeAt }),
    };
  }

  #isDue(run: string): boolean {
    const { wakeAt = null } = this.#table.get(run) ?? {};
    if (wakeAt !== null) return wakeAt <= this.#options.now();
    return this.#idsOf(run, "waiting").length === 0;
  }

  #idsOf(run: string, wanted: ApprovalState): readonly string[] {
    return this.#approvals.ofRun(run, wanted).map(({ id }) => id);
  }

  #finish(row: DurableRow, error: { readonly code: string; readonly message: string }): void {
    const request = JSON.parse(row.request) as DurableRequest;
    const stats = {
      calls: 0,
      failedCalls: 0,
      unknownCalls: 0,
      tokens: NO_TOKENS,
      durationMs: this.#options.now() - request.opening.startedAt,
    };
    const ended: EndedRun = { outcome: { ok: false, error, logs: [] }, stats };
    this.#end(row.id, ended);
    this.#tell(row.id);
    this.#options.onEnded(request, ended);
  }

  #end(run: string, ended: EndedRun): void {
    const access = this.#request(run)?.owner.access;
    this.#approvals.end(run);
    this.#table.end(run, JSON.stringify({ ...ended, access }), this.#options.now());
  }

  async #change(run: string, ms: number): Promise<void> {
    const waiters = this.#waiters.get(run) ?? new Set();
    this.#waiters.set(run, waiters);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, ms);
      function done(): void {
        clearTimeout(timer);
        waiters.delete(done);
        resolve();
      }
      waiters.add(done);
    });
  }

  #tell(run: string): void {
    for (const tell of this.#waiters.get(run) ?? []) tell();
    this.#waiters.delete(run);
  }
}

interface KeptOutcome extends EndedRun {
  readonly access: Access;
}

const LAPSED = {
  code: "APPROVAL_DENIED",
  message: "Nobody decided in time on what the run waited for; it was ended.",
} as const;
const REVOKED = {
  code: "CANCELLED",
  message: "The credentials of this run were revoked or have expired; it was ended.",
} as const;
const NO_TOKENS = { results: 0, definitions: 0, returned: 0, keptOut: 0 } as const;

function entriesOf(text: string): readonly PlacedEntry[] {
  return JSON.parse(text) as readonly PlacedEntry[];
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
