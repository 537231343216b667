/** Reads what is known of the durable runs of a principal: what each one waits for, how it ended, whether it goes on. Changes nothing. */
import type { ApprovalState } from "../../approvals/approval.ts";
import { covers, type Access } from "../../auth/principal.ts";
import type { DurableRequest, EndedRun, Resumed, RunWait, StoredRun } from "../../runs/durable/durable-run.ts";
import type { RunStats } from "../../ledger/run-record.ts";
import type { DurableScope } from "../../runs/run-scope.ts";
import type { ApprovalTable } from "../store/approval-table.ts";
import type { DurableRunTable } from "../store/durable-run-table.ts";
import { readEntries, scheduleOfRun } from "./durable-journal.ts";

export interface RunStatusOptions {
  readonly table: DurableRunTable;
  readonly approvals: ApprovalTable;
  readonly now: () => number;
  /** @returns undefined for a run that is not under way */
  readonly liveRequest: (run: string) => DurableRequest | undefined;
  /** @returns the counts in the ledger; undefined if the run has no record */
  readonly statsOf: (run: string) => RunStats | undefined;
}

/** The stored outcome of a run that has ended. */
interface StoredOutcome extends EndedRun {
  readonly access: Access;
}

export class RunStatus {
  readonly #options: RunStatusOptions;

  constructor(options: RunStatusOptions) {
    this.#options = options;
  }

  /** @returns true while the run is under way, waits, or will be resumed without a request */
  goesOn(run: string): boolean {
    const { state, wakeAt = null } = this.#options.table.standing(run) ?? {};
    return state === "waiting" || state === "running" || (state === "cut" && wakeAt !== null);
  }

  /** @throws for a run that was ended between the moment it was taken up and the moment it opens */
  refuseEnded({ root, path, isResumed }: DurableScope): void {
    const isGoing = path !== "" || !isResumed || this.#options.table.get(root)?.state === "running";
    if (!isGoing) throw new Error(`The run ${root} has ended, so it cannot be resumed.`);
  }

  /** @returns the request and the journal of a run that is to be resumed now; undefined when it is not */
  take(run: string): StoredRun | undefined {
    const row = this.#options.table.get(run);
    if (row?.state !== "running") return undefined;
    const request = JSON.parse(row.request) as DurableRequest;
    return { ...request, entries: this.#options.table.journal(run).texts.flatMap(readEntries) };
  }

  /** @returns the runs of schedules that were cut off for the first time and resume by themselves, by the names of the schedules */
  cutOffRuns(): ReadonlyMap<string, string> {
    return new Map(
      this.#options.table.firstLives().flatMap(({ id, request }) => {
        const schedule = scheduleOfRun(JSON.parse(request) as DurableRequest);
        return schedule === undefined ? [] : [[schedule, id] as const];
      }),
    );
  }

  /** @param approvals ids, joined @returns true if these are what the run waits for */
  isWaitingFor(run: string, approvals: string): boolean {
    return approvals !== "" && this.idsOf(run, "waiting").join() === approvals;
  }

  /** @returns undefined when the run has ended or is unknown */
  request(run: string): DurableRequest | undefined {
    const live = this.#options.liveRequest(run);
    if (live) return live;
    const row = this.#options.table.get(run);
    return row === undefined || row.state === "ended" ? undefined : (JSON.parse(row.request) as DurableRequest);
  }

  /** @returns "wider" for a run with more access than `access` */
  of(run: string, access: Access): Resumed {
    const row = this.#options.table.get(run);
    if (row === undefined)
      return this.#options.liveRequest(run) !== undefined ? this.#running(run) : { kind: "unknown" };
    if (row.state === "ended") {
      const { access: needed, ...ended } = JSON.parse(this.#options.table.outcome(run) ?? "{}") as StoredOutcome;
      return covers(access, needed) ? { kind: "ended", ended } : { kind: "wider" };
    }
    const { owner } = JSON.parse(row.request) as DurableRequest;
    if (!covers(access, owner.access)) return { kind: "wider" };
    return row.state === "waiting" ? { kind: "waiting", wait: this.waitOf(run) } : this.#running(run);
  }

  #running(run: string): Resumed {
    const stats = this.#options.statsOf(run);
    return { kind: "running", ...(stats && { stats }) };
  }

  /** @returns what a run that is parked waits for */
  waitOf(run: string): RunWait {
    const row = this.#options.table.get(run);
    const waiting = this.#options.approvals.summariesOfRun(run, "waiting");
    const approvals = waiting.map(({ id }) => id);
    const { origin } = this.request(run)?.owner ?? {};
    const stats = this.#options.statsOf(run);
    const packages = waiting.flatMap(({ kind, tool }) => (kind === "package" ? [tool] : []));
    return {
      approvals,
      ...(packages.length > 0 && { packages }),
      ...(waiting[0] && { rule: waiting[0].rule }),
      ...(approvals.length > 0 && row && { url: `${origin ?? ""}/approve/${row.ticket}` }),
      ...(row?.wakeAt !== undefined && row.wakeAt !== null && { wakeAt: row.wakeAt }),
      ...(stats && { stats }),
    };
  }

  /** @returns true if nothing keeps a run that waits from going on */
  isDue(run: string): boolean {
    const { wakeAt = null } = this.#options.table.get(run) ?? {};
    if (wakeAt !== null) return wakeAt <= this.#options.now();
    return this.idsOf(run, "waiting").length === 0;
  }

  /** @returns ids of the approvals of the run in this state */
  idsOf(run: string, wanted: ApprovalState): readonly string[] {
    return this.#options.approvals.summariesOfRun(run, wanted).map(({ id }) => id);
  }
}
