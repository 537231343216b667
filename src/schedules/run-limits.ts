/** Combines limits of a run from several sources. */
import type { RunLimits } from "./schedule.ts";

type Limits = { readonly [Name in keyof RunLimits]: number | undefined };

const NAMES = ["timeout_ms", "cpu_ms", "max_parallel"] as const;

/** @returns the lower of both values of each limit that is set */
export function tighterLimits(one: Limits, other: Limits): RunLimits {
  const set = NAMES.flatMap((name) => {
    const values = [one[name], other[name]].filter((value) => value !== undefined);
    return values.length === 0 ? [] : [[name, Math.min(...values)] as const];
  });
  return Object.fromEntries(set);
}
