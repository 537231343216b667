/**
 * The durable runs of a principal: begins and parks them, and resumes them when an approval is decided or a timer is due. Only runs that
 * are under way are in memory; everything else is in the tables.
 */
import { covers, type Access } from "../../auth/principal.ts";
import type { CallRecorder } from "../../runs/durable/call-recorder.ts";
import type { ClientAsking, DurableRequest, EndedRun, Resumed, RunWait } from "../../runs/durable/durable-run.ts";
import type { RunOpening, RunStats } from "../../ledger/run-record.ts";
import { runsWithCalls } from "../../runs/durable/runs-with-calls.ts";
import type { DurableScope, RunScope } from "../../runs/run-scope.ts";
import { CUT_RUN_KEPT_MS, OUTCOME_KEPT_MS } from "../../limits/durable-limits.ts";
import { callingScript } from "./calling-script.ts";
import { DurableJournal, keepRun, readEntries, scheduleOfRun, type DurableJournalStore } from "./durable-journal.ts";
import { LAPSED, RECORD_DELETED, REVOKED, endedWithoutWorker } from "./ended-without-worker.ts";
import { PackageGrants } from "../store/package-grant-table.ts";
import { RunApprovals, type RunApprovalsOptions } from "./run-approvals.ts";
import { RunInputs, type RunInputsOptions } from "./run-inputs.ts";
import { RunDecisions } from "./run-decisions.ts";
import { listenerOf, type DecisionListener, type RunDecisionListener } from "./run-listener.ts";
import { RunRecorder, type RecordedRun } from "./run-recorder.ts";
import { SealedAnswers, type SealedAnswersOptions } from "./sealed-answers.ts";
import { RunStatus } from "./run-status.ts";
import { RUN_LOST_AFTER_MS } from "../lost-runs.ts";
import { Waiters } from "../../lib/waiters.ts";
import { ApprovalTable } from "../store/approval-table.ts";
import { DurableRunTable, type DurableRow } from "../store/durable-run-table.ts";

/** Time after which a run is resumed whose Worker was lost: the next one may be lost for the same reason. */
const RETRY_AFTER_MS = 5_000;

export interface DurableRunsOptions
  extends
    Pick<RunApprovalsOptions, "now" | "expiresMs" | "policyHash" | "redact">,
    Pick<RunInputsOptions, "waitMs">,
    Pick<DurableJournalStore, "address" | "holderOf">,
    Pick<SealedAnswersOptions, "secrets"> {
  readonly storage: DurableObjectStorage;
  /** Resumes a run in a Worker; resolves when the run has ended or waits again. */
  readonly launch: (run: string, principal: string) => Promise<void>;
  readonly setAlarm: () => void;
  /** @returns true while the credential is valid and permits all that the run may */
  readonly stands: (credential: string, access: Access) => boolean;
  /** @returns true if the ledger has the record of the run, which the policy reads when the run goes on */
  readonly isRecorded: (run: string) => boolean;
  /** @returns the counts of the run in the ledger; undefined if it has no record */
  readonly statsOf: (run: string) => RunStats | undefined;
  /** Called when a run ended that no Worker executes. */
  readonly onEnded: (request: DurableRequest, ended: EndedRun) => void;
  /** Called when a run of a schedule was parked. */
  readonly onParked: (schedule: string, run: string) => void;
  /** Called when a run has ended, was lost, or waits again; its record is complete. */
  readonly onOver: (run: string) => void;
}

interface Entering {
  readonly opening: RunOpening;
  readonly scope: RunScope;
  readonly control: DecisionListener;
}

/** A run that is under way. */
interface Live extends RecordedRun, RunDecisionListener {
  /** Release the run and the saved scripts inside it when it parks. */
  readonly hosts: Set<() => void>;
}

export class DurableRuns {
  readonly decisions: RunDecisions;
  readonly packages: PackageGrants;
  readonly status: RunStatus;
  readonly #options: DurableRunsOptions;
  readonly #table: DurableRunTable;
  readonly #store: DurableJournalStore;
  readonly #approvalTable: ApprovalTable;
  readonly #approvals: RunApprovals;
  readonly #inputs: RunInputs;
  readonly #live = new Map<string, Live>();
  readonly #waiters = new Waiters();
  /** Runs whose clients ask their users: each is parked as soon as it waits for a person. A client that asks again after a restart is noted again. */
  readonly #asking = new Set<string>();
  /** The last launch of each run that a Worker was asked to resume and has not returned from. */
  readonly #launches = new Map<string, symbol>();

  constructor(options: DurableRunsOptions) {
    this.#options = options;
    this.#table = new DurableRunTable(options.storage);
    const { now, address, holderOf } = options;
    this.#store = { table: this.#table, now, address, holderOf };
    this.packages = new PackageGrants(options);
    const answers = new SealedAnswers({ owner: options.address, secrets: options.secrets });
    const table = (this.#approvalTable = new ApprovalTable(options.storage));
    this.#approvals = new RunApprovals({
      ...options,
      table,
      accessOf: (run) => this.status.request(run)?.owner.access,
      packages: this.packages,
      answers,
    });
    this.#inputs = new RunInputs({ ...options, table, approvals: this.#approvals, answers });
    this.status = new RunStatus({
      table: this.#table,
      approvals: table,
      now: options.now,
      liveRequest: (run) => this.#live.get(run)?.request,
      statsOf: options.statsOf,
    });
    this.decisions = new RunDecisions({
      approvals: this.#approvals,
      approvalTable: table,
      table: this.#table,
      requestOf: (run) => this.status.request(run),
      onDecided: ({ id, run }, channel) => {
        if (channel === "elicitation") this.#clientAsks(run);
        this.#resumeAfterDecision(run, [id]);
      },
      // A run that is under way repeats its calls under the policy in force, and asks for approval anew by itself.
      onOutdated: (run) => {
        if (!this.#live.has(run)) this.#launch(run);
      },
      onUnfit: (id, problem) => this.#inputs.unfit(id, problem),
    });
    this.#table.cutRunning(options.now());
    this.#table.dropCutBefore(options.now() - CUT_RUN_KEPT_MS);
  }

  /** A run opens at the Gateway, or a saved script that it runs. */
  enter(
    { root, path, args, isDetached, asksAtOnce, trigger }: DurableScope,
    { opening, scope, control }: Entering,
  ): CallRecorder {
    if (path === "") {
      const { principal = "", access, credential, origin = "", client } = scope;
      const owner = { principal, access, origin, ...(credential !== undefined && { credential }) };
      const request = { args, opening, owner, isDetached, ...(trigger && { trigger }), ...(client && { client }) };
      if (asksAtOnce === true) this.#asking.add(root);
      this.#open(request, listenerOf(root, control));
    }
    const { setAlarm } = this.#options;
    const calledBy = path === "" ? undefined : callingScript(opening);
    const parts = { approvals: this.#approvals, inputs: this.#inputs, calledBy, setAlarm };
    return new RunRecorder(root, path, () => this.#live.get(root), parts);
  }

  /** The run, or a saved script inside it, has ended or its Worker was lost. @param ended undefined when the Worker was lost */
  leave({ root, path }: DurableScope, leave: () => void, ended: EndedRun | undefined): void {
    this.#live.get(root)?.hosts.delete(leave);
    if (path === "") this.#close(root, ended);
  }

  /** @param leave releases the run, or a saved script inside it, when the run parks */
  onParked(run: string, leave: () => void): void {
    this.#live.get(run)?.hosts.add(leave);
  }

  /** A run begins, or goes on after it was cut off or waited. */
  #open(request: DurableRequest, listener: RunDecisionListener): void {
    const { id } = request.opening;
    const journal = new DurableJournal(this.#store, request, () => {
      // Calls that wait are denied now: nobody can decide on them any more, and the run could not wait for it.
      const waiting = this.status.idsOf(id, "waiting");
      this.#approvals.end(id);
      this.#inputs.end(id);
      for (const approval of waiting) listener.decided(approval);
    });
    this.#live.set(id, { request, journal, ...listener, decidedButNotReplayed: new Set(), hosts: new Set() });
    if (this.#asking.has(id)) listener.clientAsks();
  }

  /** Stores a run before it begins, so that a restart cannot lose it. @returns why the run cannot be kept */
  detach(request: DurableRequest): string | undefined {
    const kept = keepRun(this.#store, request, "waiting");
    if (!kept.ok) return kept.error.message;
    this.#launch(request.opening.id);
    return undefined;
  }

  /**
   * Parks a run: nothing of it stays in memory.
   * @param wakeAt when its first timer is due, in milliseconds since 1970
   * @returns undefined when the run cannot park, because an approval was decided meanwhile or the journal is incomplete
   */
  park(run: string, wakeAt: number | undefined): RunWait | undefined {
    const live = this.#live.get(run);
    if (live === undefined) return undefined;
    if (live.decidedButNotReplayed.size > 0) return undefined;
    live.journal.write();
    if (live.journal.problem !== undefined) return undefined;
    live.journal.recordLength();
    this.#live.delete(run);
    this.#table.move(run, ["running"], "waiting", this.#options.now(), wakeAt);
    this.#options.setAlarm();
    for (const leave of live.hosts) leave();
    const schedule = scheduleOfRun(live.request);
    if (schedule !== undefined) this.#options.onParked(schedule, run);
    this.#waiters.tell(run);
    return this.status.waitOf(run);
  }

  /** @param ended undefined when the Worker was lost; the run may be resumed */
  #close(run: string, ended: EndedRun | undefined): void {
    const live = this.#live.get(run);
    this.#live.delete(run);
    this.#inputs.end(run);
    if (ended !== undefined) {
      this.#asking.delete(run);
      live?.journal.restoreRun();
    }
    if (live?.journal.isWritten !== true) return this.#waiters.tell(run);
    const now = this.#options.now();
    if (ended === undefined) this.#table.cut(run, now, now + RETRY_AFTER_MS);
    else this.#end(run, ended, live.request);
    this.#notifyOver(run);
    this.#options.setAlarm();
  }

  #notifyOver(run: string): void {
    this.#waiters.tell(run);
    this.#options.onOver(run);
  }

  /**
   * @param ms maximum time to wait for a change of the run, in milliseconds
   * @param client one that has asked its user also waits while the run waits for a person or a timer
   */
  async resume(run: string, access: Access, ms: number, client: ClientAsking): Promise<Resumed> {
    const before = this.status.of(run, access);
    const isDue = this.status.isDue(run);
    if (client !== "cannot ask" && (before.kind === "waiting" || before.kind === "running")) this.#clientAsks(run);
    if (before.kind === "waiting" && !isDue && client !== "has asked") return before;
    if (before.kind === "waiting" && isDue) this.#launch(run);
    else if (before.kind !== "running" && before.kind !== "waiting") return before;
    else if (this.#table.get(run)?.state === "cut") this.#launch(run);
    const asked = this.status.idsOf(run, "waiting").join();
    const until = this.#options.now() + ms;
    for (let left = ms; left > 0; left = until - this.#options.now()) {
      await this.#waiters.change(run, left);
      const isAsStill = this.status.of(run, access).kind === "waiting" && this.status.isWaitingFor(run, asked);
      // A run that was woken by its timers waits again for what the client's user is being asked.
      if (client !== "has asked" || !isAsStill) break;
    }
    return this.status.of(run, access);
  }

  /** Ends a run that waits, or that its Worker has not opened yet. @returns "none" when it is open or has ended, "wider" when it has more access than `access` */
  cancel(run: string, message: string, access: Access): "cancelled" | "none" | "wider" {
    const row = this.#table.get(run);
    if (row === undefined || row.state === "ended" || this.#live.has(run)) return "none";
    const request = JSON.parse(row.request) as DurableRequest;
    if (!covers(access, request.owner.access)) return "wider";
    this.#finish(row, { code: "CANCELLED", message });
    return "cancelled";
  }

  /** Records the end of a resumed run that never opened; other runs are left alone. */
  endUnopened(run: string, ended: EndedRun): void {
    const row = this.#table.get(run);
    if (this.#live.has(run) || row?.state !== "running") return;
    this.#end(run, ended, JSON.parse(row.request) as DurableRequest);
    this.#notifyOver(run);
  }

  /** Ends the waiting runs of a credential. */
  revoke(credential: string): void {
    for (const row of this.#table.ofCredential(credential)) {
      if (!this.#live.has(row.id)) this.#finish(row, REVOKED);
    }
  }

  /** Ends what a key has approved for minutes or longer: whoever revokes the key does not trust it. */
  withdrawAllBy(credential: string): void {
    this.#approvalTable.withdrawAllBy(credential);
    this.packages.withdrawAllBy(credential);
  }

  /** Called by the alarm. A run that cannot be resumed does not keep the others waiting. */
  wake(now: number): void {
    for (const run of this.#approvalTable.expire(now)) this.#guarded(run, () => this.#expireApproval(run));
    for (const run of this.#table.dueIds(now, now + RUN_LOST_AFTER_MS)) this.#guarded(run, () => this.#launch(run));
    this.#table.dropEndedBefore(now - OUTCOME_KEPT_MS);
    this.#table.dropCutBefore(now - CUT_RUN_KEPT_MS);
    this.#options.setAlarm();
  }

  /** @returns when the next alarm is needed, in milliseconds since 1970 */
  nextDue(): number | undefined {
    const times = [this.#table.nextWake(), this.#approvalTable.nextExpiry()].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Logs a failure of `resume`; the run then is resumed only by a request. */
  #guarded(run: string, resume: () => void): void {
    try {
      resume();
    } catch (error) {
      console.error(`run ${run}:`, error);
      this.#table.move(run, ["waiting", "cut"], "cut", this.#options.now());
    }
  }

  /** An approval of the run has expired. */
  #expireApproval(run: string): void {
    const row = this.#table.get(run);
    if (this.#live.has(run)) this.#resumeAfterDecision(run, this.status.idsOf(run, "expired"));
    // A run that is about to open learns of the decision when it repeats the call.
    else if (row?.state === "waiting" || row?.state === "cut") this.#finish(row, LAPSED);
  }

  /** A client asks its user what the run waits for, now and whenever it waits again. */
  #clientAsks(run: string): void {
    this.#asking.add(run);
    this.#live.get(run)?.clientAsks();
  }

  /** Approvals of the run were decided: its Worker is told, or the run is resumed. */
  #resumeAfterDecision(run: string, approvals: readonly string[]): void {
    const live = this.#live.get(run);
    if (live) {
      for (const id of approvals) {
        if (this.#inputs.decided(id)) continue;
        live.decidedButNotReplayed.add(id);
        live.decided(id);
      }
    } else this.#launch(run);
  }

  #launch(run: string): void {
    const row = this.#table.get(run);
    if (row === undefined) return;
    const { credential, state } = row;
    if (state !== "waiting" && state !== "cut") return;
    const { principal, access } = (JSON.parse(row.request) as DurableRequest).owner;
    if (credential !== null && !this.#options.stands(credential, access)) return this.#finish(row, REVOKED);
    const journal = this.#table.journal(run).texts.flatMap(readEntries);
    if (runsWithCalls(run, journal).some((one) => !this.#options.isRecorded(one)))
      return this.#finish(row, RECORD_DELETED);
    const now = this.#options.now();
    if (!this.#table.move(run, ["waiting", "cut"], "running", now, now + RUN_LOST_AFTER_MS)) return;
    const failed = (error: unknown): void => {
      // A run that was cancelled meanwhile does not open.
      if (this.#table.standing(run)?.state !== "ended") console.error(`run ${run}:`, error);
    };
    // An RPC promise has only a part of a promise's methods.
    const launched = Promise.resolve(this.#options.launch(run, principal));
    const launch = Symbol(run);
    this.#launches.set(run, launch);
    void launched.catch(failed).then(() => this.#onWorkerReturned(run, launch));
    this.#options.setAlarm();
  }

  /** The resumed run's Worker has returned: a run that neither ended nor waits was cut off. */
  #onWorkerReturned(run: string, launch: symbol): void {
    // A Worker whose run waited may return after another one has been asked to resume it.
    if (this.#launches.get(run) !== launch) return;
    this.#launches.delete(run);
    const now = this.#options.now();
    if (!this.#live.has(run)) this.#table.cut(run, now, now + RETRY_AFTER_MS);
    this.#notifyOver(run);
    this.#options.setAlarm();
  }

  #finish(row: DurableRow, reason: typeof LAPSED): void {
    const request = JSON.parse(row.request) as DurableRequest;
    const journal = this.#table.journal(row.id).texts.flatMap(readEntries);
    const ended = endedWithoutWorker(request, journal, reason, {
      now: this.#options.now(),
      recorded: this.#options.statsOf(row.id),
    });
    this.#end(row.id, ended, request);
    this.#options.onEnded(request, ended);
    this.#notifyOver(row.id);
  }

  /** @param owner of the run: who reads its outcome later needs no less access */
  #end(run: string, ended: EndedRun, { owner: { access } }: Pick<DurableRequest, "owner">): void {
    this.#asking.delete(run);
    this.#approvals.end(run);
    this.#table.end(run, JSON.stringify({ ...ended, access }), this.#options.now());
  }
}
