/**
 * The schedules of a principal as they are created, changed, paused and removed. Each has the access of the credentials that created it, and
 * only credentials that reach as far may change it.
 */
import { NARROWED, covers, isNarrowed, type Access } from "../auth/principal.ts";
import { isUnchanged, noSchedule } from "../schedules/change-stored.ts";
import { NOT_DUE, nextOf, waitsUntil } from "../schedules/due-time.ts";
import type { NewSchedule, Refusal, Schedule, ScheduleChange, Trigger } from "../schedules/schedule.ts";
import { nextTime } from "../schedules/timing.ts";
import type { ScheduleTable } from "./store/schedule-table.ts";

const MAX_SCHEDULES = 200;
/** Maximum length of all schedules as JSON: a list of them is one message of at most 32 MB. */
const MAX_TOTAL_LENGTH = 8_000_000;
/** Minimum time until a single run that the run of a schedule may plan. */
const MIN_ONCE_MS = 60_000;

export const GONE =
  "The credentials that created the schedule were revoked or changed, have expired, or permit less than its runs. Create the schedule again with other credentials.";
const TOO_SOON = "A scheduled run may create one-off schedules only for a time at least 60 s ahead.";

interface DefinitionsOptions {
  readonly table: ScheduleTable;
  /** @returns true if the credential is still valid, and permits all that the schedule's runs may */
  readonly stands: (credential: string, access: Access) => boolean;
  /** @returns the number of runs that the schedule has had, with the one under way */
  readonly runsOf: (schedule: Schedule) => number;
}

export class ScheduleDefinitions {
  readonly #table: ScheduleTable;
  readonly #options: DefinitionsOptions;

  constructor(options: DefinitionsOptions) {
    this.#options = options;
    this.#table = options.table;
  }

  /**
   * @param from by what the asking run was started, when it is one of a schedule
   * @param change set for an existing schedule that is changed, which keeps its counts and perhaps the access that it runs with; undefined for
   *   a new schedule, which runs with the access of the credentials that create it
   * @returns why it was not kept
   */
  put(schedule: NewSchedule, isActive: boolean, from?: Trigger, change?: ScheduleChange): Refusal | undefined {
    const isRun = from !== undefined;
    const asker = change?.by ?? schedule.owner.access;
    const before = this.find(schedule.name, asker);
    if ("problem" in before && before.reason === "wider") return before;
    // The schedule that was changed may have been replaced since it was read.
    if (!covers(asker, schedule.owner.access)) return { reason: "wider", problem: NARROWED };
    if (isRun && !("problem" in before) && !before.isActive) return conflict(isPaused(schedule.name));
    const full = this.#fullBecause(schedule);
    if (full !== undefined) return conflict(full);
    if (isRun && isActive && isSoon(schedule, Date.now())) return conflict(TOO_SOON);
    if (change === undefined) this.#replace(schedule, isActive, isRun && !("problem" in before) ? before : undefined);
    else {
      const refusal = "problem" in before ? before : this.#update(schedule, isActive, before, change, isRun);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  /** @param isRun the run of a schedule changes it: it must not shorten its own wait after failures */
  #update(
    schedule: NewSchedule,
    isActive: boolean,
    before: Schedule,
    change: ScheduleChange,
    isRun: boolean,
  ): Refusal | undefined {
    if (!isUnchanged(before, change.base)) return { reason: "changed", problem: hasChanged(schedule.name) };
    const failures = isRun ? before.failures : 0;
    if (!this.hasOwner(schedule)) {
      this.#table.update(schedule, { isActive: false, reason: GONE, failures });
      return undefined;
    }
    const next = isActive ? nextOf(schedule, Date.now(), this.#options.runsOf(before)) : undefined;
    if (isActive && next === undefined) return conflict(NOT_DUE);
    this.#table.update(schedule, { isActive, next, failures });
    return undefined;
  }

  /** @param replaced the schedule that the run of a schedule replaces: the wait after its failures stays */
  #replace(schedule: NewSchedule, isActive: boolean, replaced: Schedule | undefined): void {
    const now = Date.now();
    const next = isActive ? nextOf(schedule, now, 0) : undefined;
    this.#table.put(schedule, isActive, next && Math.max(next, replaced ? waitsUntil(replaced) : 0), now, replaced);
  }

  /** @returns why there is no room for the schedule */
  #fullBecause(schedule: NewSchedule): string | undefined {
    const { schedules, length } = this.#table.sizeOfOthers(schedule.name);
    if (schedules >= MAX_SCHEDULES) {
      return `There are ${MAX_SCHEDULES} schedules already, which is the maximum; remove some.`;
    }
    if (length + JSON.stringify(schedule).length > MAX_TOTAL_LENGTH) {
      const kept = `The other schedules have ${length} characters of code and input already, of ${MAX_TOTAL_LENGTH}`;
      return `${kept}; remove some, or save their scripts and use the names of the saved scripts.`;
    }
    return undefined;
  }

  /** @param access of the caller, here and below */
  remove(name: string, access: Access): Refusal | undefined {
    const schedule = this.find(name, access);
    if ("problem" in schedule && schedule.reason === "wider") return schedule;
    const isRemoved = this.#table.remove(name);
    return "problem" in schedule && !isRemoved ? schedule : undefined;
  }

  /** One whose credentials are gone stays paused. @param from see `put` */
  setActive(name: string, isActive: boolean, access: Access, from?: Trigger): Refusal | undefined {
    const schedule = this.find(name, access);
    if ("problem" in schedule) return schedule;
    if (from !== undefined && isActive) {
      // It would undo what a person has paused, and the wait after failures.
      return conflict(
        `A scheduled run cannot resume schedules; resume ${name} by REST, in the dashboard or in another run.`,
      );
    }
    const next = isActive ? nextOf(schedule, Date.now(), this.#options.runsOf(schedule)) : undefined;
    if (isActive && !this.hasOwner(schedule)) this.#table.setActive(name, false, undefined, GONE);
    else if (isActive && next === undefined) return conflict(NOT_DUE);
    else this.#table.setActive(name, isActive, next);
    return undefined;
  }

  /** Refuses schedules that run with more access than the caller has. */
  find(name: string, access: Access): Schedule | Refusal {
    const schedule = this.#table.get(name);
    if (schedule === undefined) {
      // A stored schedule that cannot be read does not say with whose access it ran: only full access may change it.
      if (isNarrowed(access) && this.#table.state(name) !== undefined) return { reason: "wider", problem: NARROWED };
      return { reason: "none", problem: noSchedule(name) };
    }
    return covers(access, schedule.owner.access) ? schedule : { reason: "wider", problem: NARROWED };
  }

  hasOwner({ owner: { credential, access } }: Pick<NewSchedule, "owner">): boolean {
    return credential !== undefined && this.#options.stands(credential, access);
  }
}

/** Runs that start each other by single times would otherwise escape the bounds on triggers. */
function isSoon({ timing }: NewSchedule, now: number): boolean {
  return timing.kind === "once" && (nextTime(timing, now) ?? Infinity) < now + MIN_ONCE_MS;
}

export function isPaused(name: string): string {
  return `${name} is paused, and a scheduled run can neither start nor replace a paused schedule.`;
}

function hasChanged(name: string): string {
  return `${name} was changed by another request at the same time, so this change was not applied. Try again.`;
}

export function conflict(problem: string): Refusal {
  return { reason: "conflict", problem };
}
