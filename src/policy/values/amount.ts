/** Amounts of calls, which limits and sums add up. */
import { plainNumber } from "./compare.ts";
import type { Found } from "./value-path.ts";

/**
 * @returns the total of what was found; undefined where a value is missing or no number, or is negative: it would make room for a larger one,
 *   or return what others used
 */
export function amountOf({ values, mismatch, isMissing }: Found): number | undefined {
  if (mismatch || isMissing) return undefined;
  let total = 0;
  for (const value of values) {
    const amount = plainNumber(value);
    if (amount === undefined || amount < 0) return undefined;
    total += amount;
  }
  return total;
}
