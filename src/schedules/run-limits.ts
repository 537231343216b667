/** Upper bounds of a run that come from several sides. */
import type { RunLimits } from "./schedule.ts";

type Limits = { readonly [Name in keyof RunLimits]: number | undefined };

const NAMES = ["timeout_ms", "cpu_ms", "max_parallel"] as const;

/** Of each limit the lesser, where either is set. */
export function lesserLimits(one: Limits, other: Limits): RunLimits {
  const set = NAMES.flatMap((name) => {
    const values = [one[name], other[name]].filter((value) => value !== undefined);
    return values.length === 0 ? [] : [[name, Math.min(...values)] as const];
  });
  return Object.fromEntries(set);
}
