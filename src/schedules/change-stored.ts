/**
 * A stored schedule is changed in steps: it is read, the changes are applied to it and checked, and it is written. Between reading and
 * writing others may change it, so what is written names what was read, and the changes are applied again to what others wrote.
 */
import { quote } from "../lib/shorten.ts";
import type { Result } from "../lib/result.ts";
import type { DefinedSchedule } from "./define-schedule.ts";
import type { NewSchedule, Refusal, Schedule } from "./schedule.ts";

/** Each further attempt means that another change was written in between. */
const MAX_ATTEMPTS = 5;

export interface StoredSchedule {
  get(name: string): Promise<Schedule | undefined>;
  /** @returns what comes of the changes, or what is wrong with them */
  change(before: Schedule): Promise<Result<DefinedSchedule, string>>;
  /** @param base what `get` has returned @returns a refusal with the reason `changed` if that is not what is stored now */
  put(defined: DefinedSchedule, base: Schedule): Promise<Refusal | undefined>;
}

export function noSchedule(name: string): string {
  return `There is no schedule ${quote(name)}; schedule.list() lists them.`;
}

/** @returns why it was not changed */
export async function changeStored(name: string, stored: StoredSchedule): Promise<Refusal | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await stored.get(name);
    if (before === undefined) return { reason: "none", problem: noSchedule(name) };
    const defined = await stored.change(before);
    if (!defined.ok) return { reason: "invalid", problem: defined.error };
    const refusal = await stored.put(defined.value, before);
    if (refusal?.reason !== "changed" || attempt === MAX_ATTEMPTS) return refusal;
  }
}

/** @returns true if both have the same definition and are both active or both paused; counts and times of runs may differ */
export function isUnchanged(one: Schedule, other: Schedule): boolean {
  return textOf(one) === textOf(other);
}

/** A field that is missing here would be changed unnoticed; `undefined` counts as absent. */
function textOf(stored: Schedule): string {
  const definition: Required<Undefinable<NewSchedule>> = {
    name: stored.name,
    schedule: stored.schedule,
    timing: stored.timing,
    maxRuns: stored.maxRuns,
    endsAt: stored.endsAt,
    request: stored.request,
    atMost: stored.atMost,
    owner: stored.owner,
  };
  return JSON.stringify([stored.createdAt, stored.isActive, definition]);
}

type Undefinable<T> = { [Key in keyof Required<T>]: T[Key] | undefined };
