/**
 * Runs schedules when they are due, by the Gateway's alarm. At least once: a run that is cut off goes on where it
 * was if it has a journal, and is repeated otherwise, as is one that is due and does not begin. At most
 * one at a time per schedule: what is due meanwhile is skipped and counted, also while the run waits for a person. However many times
 * passed while the Durable Object was not running, it is run once. After failures it waits, a minute at first, at most a day. What is due while many run
 * waits for one of them.
 *
 * A person may start one at any time. A run of a schedule, too, starts others, but then pauses and waits count, and such chains end:
 * schedules that start each other would otherwise go on for ever, whatever anybody pauses.
 *
 * The Gateway loads no guest: a run goes through an entrypoint of the Worker, which opens it here like any other.
 */
import { AttemptLimit } from "../auth/attempts.ts";
import type { Access } from "../auth/principal.ts";
import { afterEnd, type Next } from "../schedules/after-end.ts";
import { NOT_DUE, nextOf, waitsUntil } from "../schedules/due-time.ts";
import { CUT_OFF, LAUNCH_FAILED } from "../schedules/schedule.ts";
import type {
  LastRun,
  LaunchedRun,
  NewSchedule,
  Refusal,
  RunEnd,
  Schedule,
  ScheduleChange,
  Trigger,
  TriggeredBy,
} from "../schedules/schedule.ts";
import { tighterLimits } from "../schedules/run-limits.ts";
import { RUN_LOST_AFTER_MS } from "./lost-runs.ts";
import { GONE, ScheduleDefinitions, conflict, isPaused } from "./schedule-definitions.ts";
import { ScheduleTable } from "./store/schedule-table.ts";

/** On the free plan one alarm may make 50 requests, and each run takes memory here; the others wait until one ends. */
const MAX_AT_ONCE = 20;
/** Runs of schedules one after another, each started by the one before. */
const MAX_TRIGGER_DEPTH = 5;
/** Counts triggers by REST and by scripts together. */
const MAX_TRIGGERS_PER_MINUTE = 60;

/** Consecutive failures after which a run that is lost is not repeated before its time. */
const MAX_REPEATS = 5;
/** A single time that comes while another run of the schedule goes on is tried again. */
const ONCE_RETRY_MS = 10_000;
/** An alarm comes a little late, and what is due at the very end_date of its schedule runs all the same. */
const MAX_LATE_MS = 60_000;

export interface SchedulerOptions {
  /** Runs a schedule's script, somewhere else, until it ends or waits for a person. */
  readonly launch: (schedule: Schedule, trigger: Trigger) => Promise<LaunchedRun>;
  /** @returns how a run ended; undefined while it waits for a person or goes on after one has decided */
  readonly endOf: (run: string) => RunEnd | undefined;
  /** @returns the runs of schedules that were cut off and resume by themselves, by the names of the schedules */
  readonly cutOffRuns: () => ReadonlyMap<string, string>;
  /** @returns true if the credential is still valid, and permits all that the schedule's runs may; called before every run */
  readonly stands: (credential: string, access: Access) => boolean;
  /** @returns when the alarm is wanted for something else */
  readonly othersDue: () => number | undefined;
}

const UNUSABLE = "The stored schedule cannot be read any more. Create it again.";
export class Scheduler {
  readonly #storage: DurableObjectStorage;
  readonly #table: ScheduleTable;
  readonly #options: SchedulerOptions;
  readonly #definitions: ScheduleDefinitions;
  /**
   * Schedules with a run that began since the Gateway was started, until it has ended or waits: also of one that was replaced or removed meanwhile,
   * so that no two runs of a name are under way at once.
   */
  readonly #running = new Set<string>();
  readonly #triggers = new AttemptLimit(MAX_TRIGGERS_PER_MINUTE, 60_000);

  constructor(storage: DurableObjectStorage, options: SchedulerOptions) {
    this.#storage = storage;
    this.#options = options;
    this.#table = new ScheduleTable(storage);
    const { stands } = options;
    this.#definitions = new ScheduleDefinitions({
      table: this.#table,
      stands,
      runsOf: (schedule) => this.#runsOf(schedule),
    });
    const cutOff = options.cutOffRuns();
    // Also runs of schedules that were replaced meanwhile, beside which none of the same name may begin.
    for (const [name, run] of cutOff) {
      const state = this.#table.state(name);
      if (state && state.waitingRun === undefined) this.#table.wait(name, run);
    }
    for (const name of this.#table.runningNames()) this.#lost(name, CUT_OFF, "repeat", undefined);
    this.#lookAtWaiting();
    // Runs that the restart cut off are due now; the alarm that was set before may be minutes away.
    if ((options.othersDue() ?? Infinity) <= Date.now()) this.setAlarm();
  }

  /** Called by the alarm. Waits for no run. What goes wrong with one schedule is no reason not to run the others. */
  wake(now: number): void {
    this.#lookAtWaiting();
    for (const name of this.#table.dueNames(now)) {
      try {
        this.#startDue(name, now);
      } catch (error) {
        console.error(`schedule ${name}:`, error);
        this.#table.setActive(name, false, undefined, UNUSABLE);
      }
    }
    this.setAlarm();
  }

  /** Called when a run of the schedule is parked: its Worker, which would tell, may be lost before it does. */
  runParked(name: string, run: string): void {
    if (this.#running.has(name)) this.#table.wait(name, run);
  }

  /** Called when a run that may have waited for a person is over. */
  runOver(run: string): void {
    for (const name of this.#table.namesWaitingFor(run)) this.#waits(name);
  }

  /** A run that waits can be lost without an end. */
  #lookAtWaiting(): void {
    for (const name of this.#table.waitingNames()) this.#waits(name);
  }

  /** @returns true while the last run waits for a person or goes on after one has decided; otherwise its end is noted */
  #waits(name: string): boolean {
    const run = this.#table.state(name)?.waitingRun;
    if (run === undefined) return false;
    const end = this.#options.endOf(run);
    if (end !== undefined) this.#end(name, end, "wait");
    return end === undefined;
  }

  list(): readonly Schedule[] {
    return this.#table.list();
  }

  get(name: string): Schedule | undefined {
    return this.#table.get(name);
  }

  /** @returns how the schedule's last runs ended, the newest first; undefined if there is no such schedule */
  executions(name: string): readonly LastRun[] | undefined {
    return this.#table.state(name) && this.#table.runs(name);
  }

  /** See ScheduleDefinitions. */
  put(schedule: NewSchedule, isActive: boolean, from?: Trigger, change?: ScheduleChange): Refusal | undefined {
    const refusal = this.#definitions.put(schedule, isActive, from, change);
    this.setAlarm();
    return refusal;
  }

  /** @param access of the caller, here and below */
  remove(name: string, access: Access): Refusal | undefined {
    const refusal = this.#definitions.remove(name, access);
    this.setAlarm();
    return refusal;
  }

  setActive(name: string, isActive: boolean, access: Access, from?: Trigger): Refusal | undefined {
    const refusal = this.#definitions.setActive(name, isActive, access, from);
    this.setAlarm();
    return refusal;
  }

  /** Nothing is started any more. */
  abandon(): void {
    this.#table.clear();
    this.setAlarm();
  }

  /** Runs it now, whatever the time. */
  trigger(name: string, access: Access, { from, atMost = {} }: TriggeredBy = {}): Refusal | undefined {
    const schedule = this.#definitions.find(name, access);
    if ("problem" in schedule) return schedule;
    if (!this.#definitions.hasOwner(schedule)) return conflict(GONE);
    const now = Date.now();
    const hindrance = from && hindranceOf(schedule, from, now);
    if (hindrance !== undefined) return conflict(hindrance);
    const seconds = this.#triggers.blockedFor("", now);
    if (seconds !== undefined) {
      const problem = `Schedules were started ${MAX_TRIGGERS_PER_MINUTE} times within a minute. Try again in ${seconds} seconds.`;
      return { reason: "limited", problem };
    }
    if (this.#running.has(name)) return conflict(`The last run of ${name} is still in progress.`);
    if (this.#waits(name)) return conflict(waitsFor(schedule));
    if (this.#running.size >= MAX_AT_ONCE) {
      return conflict(`${MAX_AT_ONCE} schedules run already, which is the maximum; wait until one has ended.`);
    }
    this.#triggers.note("", now);
    this.#start(schedule, now, { depth: from === undefined ? 0 : from.depth + 1, atMost });
    this.setAlarm();
    return undefined;
  }

  /** Pauses the schedules whose credentials are gone: their runs have no access any more. */
  pauseThoseOf(credential: string): void {
    for (const name of this.#table.namesOf(credential)) this.#table.setActive(name, false, undefined, GONE);
    this.setAlarm();
  }

  #startDue(name: string, now: number): void {
    const schedule = this.#table.get(name);
    if (schedule === undefined) throw new Error("it cannot be read");
    const isBusy = this.#runsNow(schedule);
    const { nextAt = now, endsAt = Infinity, timing } = schedule;
    const retryAt = isBusy && timing.kind === "once" ? now + ONCE_RETRY_MS : undefined;
    const isOver = Math.max(nextAt, retryAt ?? 0) > endsAt || now > endsAt + MAX_LATE_MS;
    if (!this.#definitions.hasOwner(schedule)) this.#table.setActive(name, false, undefined, GONE);
    else if (isOver) this.#table.end(name, NOT_DUE);
    else if (retryAt !== undefined) this.#table.setNext(name, retryAt, 0);
    else if (isBusy) this.#table.setNext(name, nextOf(schedule, now, this.#runsOf(schedule)), 1);
    else if (this.#running.size < MAX_AT_ONCE) this.#start(schedule, now, { depth: 0 }, true);
  }

  #runsNow({ name, waitingRun }: Schedule): boolean {
    return this.#running.has(name) || waitingRun !== undefined;
  }

  /** The runs that it has had, with the one under way. */
  #runsOf(schedule: Schedule): number {
    return schedule.runs + (this.#runsNow(schedule) ? 1 : 0);
  }

  /** @param isDue its time has come; otherwise it was triggered */
  #start(schedule: Schedule, now: number, { depth, atMost = {} }: Trigger, isDue = false): void {
    const { name, isActive, runs, timing } = schedule;
    // A due run happens at least once; a run that a person has started, and has seen fail, is not repeated.
    const ifLost = isDue ? "repeat" : "wait";
    this.#running.add(name);
    const isLast = !isActive || (isDue && timing.kind === "once");
    const next = isLast ? undefined : nextOf(schedule, now, runs + 1);
    this.#table.start(name, now, next);
    const launched = ({ isTurnedAway = false, ...end }: LaunchedRun): void => {
      this.#running.delete(name);
      // It is due when it was before somebody started it: no time has been used.
      if (isTurnedAway && !isDue) this.#table.restoreNext(name, next, schedule.nextAt);
      if (end.run !== "" && this.#options.endOf(end.run) === undefined) this.#table.wait(name, end.run);
      else this.#end(name, end, isTurnedAway ? ifLost : "wait", !isTurnedAway);
    };
    const failed = (error: unknown): void => {
      console.error(`schedule ${name}:`, error);
      this.#running.delete(name);
      this.#lost(name, LAUNCH_FAILED, ifLost, this.#options.cutOffRuns().get(name));
    };
    void this.#options
      .launch(schedule, { depth, atMost: tighterLimits(schedule.atMost ?? {}, atMost) })
      .then(launched, failed)
      .catch((error: unknown) => console.error(`schedule ${name}:`, error))
      .then(() => this.setAlarm());
  }

  /** Called when a run was cut off, or its Worker failed. @param run set if it goes on by itself @param then what happens otherwise */
  #lost(name: string, end: RunEnd, then: Next, run: string | undefined): void {
    if (run !== undefined) return this.#table.wait(name, run);
    const { failures = 0 } = this.#table.state(name) ?? {};
    if (then === "wait" || failures < MAX_REPEATS) return this.#end(name, end, then);
    // The script itself may be what ends its Worker each time.
    this.#end(
      name,
      { ...end, message: `${end.message ?? ""} The run is not repeated before the schedule's next time.` },
      "wait",
    );
  }

  /** @param hasBegun see `afterEnd` */
  #end(name: string, end: RunEnd, then: Next, hasBegun = true): void {
    const state = this.#table.state(name);
    // A schedule that a person has put in place of the one that ran has no run yet; but another one may have waited for its place.
    if (state === undefined || state.runningSince === undefined) {
      this.#table.wait(name, undefined);
      return this.setAlarm();
    }
    const after = afterEnd(
      { ...state, isReplaced: state.runningSince < state.createdAt },
      end,
      then,
      hasBegun,
      Date.now(),
    );
    this.#table.finish(name, after);
    if (state.isActive && after.nextAt === undefined) this.#table.end(name, NOT_DUE);
    this.setAlarm();
  }

  /** Sets the one alarm of the Gateway to the first time at which something is due. */
  setAlarm(): void {
    const look = this.#running.size > 0 ? Date.now() + RUN_LOST_AFTER_MS : Infinity;
    const due = this.#running.size < MAX_AT_ONCE ? this.#table.nextDue() : undefined;
    const time = Math.min(due ?? Infinity, look, this.#options.othersDue() ?? Infinity);
    if (time === Infinity) void this.#storage.deleteAlarm();
    else void this.#storage.setAlarm(time);
  }
}

/** Why the run of a schedule may not start this one. */
function hindranceOf(
  { name, isActive, failures, last }: Schedule,
  { depth }: Trigger,
  now: number,
): string | undefined {
  if (depth + 1 > MAX_TRIGGER_DEPTH) {
    return `A chain of ${MAX_TRIGGER_DEPTH} triggered schedules is the limit, so this trigger was refused.`;
  }
  if (!isActive) return isPaused(name);
  const until = waitsUntil({ failures, last });
  if (until <= now) return undefined;
  return `${name} has failed ${failures} times in a row, so it waits until ${new Date(until).toISOString()}.`;
}

function waitsFor({ name, waitingRun }: Schedule): string {
  return `The last run of ${name}, ${waitingRun}, waits for a person's approval, or is being resumed after a decision or an interruption.`;
}
