/**
 * Decides when a run that only waits for persons and timers is parked, and when it is woken for its timers.
 *
 * A run that waits for a person may have a timer that is set again and again, and each time it fires the run is woken, replayed and parked
 * anew. How often that happens is bounded by the time that has passed without a call: a run that has only waited for a day is woken every three
 * hours, some hundred times in a week.
 */
import type { Rest } from "../../../worker-loader/index.ts";

export interface ParkBounds {
  /** How long the isolate is kept while calls wait for a person, in milliseconds. */
  readonly waitMs: number;
  /** The run is parked for a timer that is due after this time, in milliseconds since 1970. */
  readonly sleepsUntil: number;
}

/** A parked run that waits for a person is woken for a timer when it has slept for this part of the time without a call. */
const MIN_SLEPT_PART = 1 / 8;

/**
 * @param rests of the scripts of the run; undefined for one that computes or waits for a call
 * @returns the milliseconds after which the run is parked if it still rests then; undefined if it is not parked
 */
export function parkAfter(
  rests: readonly (Rest | undefined)[],
  { waitMs, sleepsUntil }: ParkBounds,
  now: number,
): number | undefined {
  if (!rests.every((rest) => rest?.stillSo() === true)) return undefined;
  const since = waitingSince(rests);
  if (since !== undefined) return Math.max(0, waitMs - Math.max(0, now - since));
  return (nextTimer(rests) ?? 0) > sleepsUntil ? 0 : undefined;
}

/**
 * @param lastCallAt when the run last made a call or was answered one, in milliseconds since 1970
 * @returns when a run that is parked is woken; undefined if it has no timer
 */
export function wakeAt(rests: readonly (Rest | undefined)[], lastCallAt: number, now: number): number | undefined {
  const next = nextTimer(rests);
  if (next === undefined || waitingSince(rests) === undefined) return next;
  return Math.max(next, Math.ceil(now + Math.max(0, now - lastCallAt) * MIN_SLEPT_PART));
}

function waitingSince(rests: readonly (Rest | undefined)[]): number | undefined {
  return least(rests.map((rest) => rest?.waitingSince));
}

function nextTimer(rests: readonly (Rest | undefined)[]): number | undefined {
  return least(rests.map((rest) => rest?.nextTimer));
}

function least(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
