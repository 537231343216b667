/** Properties that only answers have (`readOnly`) or only requests (`writeOnly`), as their own schema says it or one that it refers to. */
import { isRecord } from "./is-record.ts";
import type { Resolve } from "./references.ts";
import { stepsOfText } from "./steps-of-text.ts";

/** Schemas that are looked at for one property: references can lead in a circle. */
const MAX_LOOKED_AT = 20;

/** @param spend called with the steps that it takes */
export function isOneSided(
  schema: unknown,
  word: "readOnly" | "writeOnly",
  resolve: Resolve,
  spend: (steps: number) => void,
): boolean {
  const open: unknown[] = [schema];
  // The list grows while it is read.
  for (const one of open) {
    if (!isRecord(one)) continue;
    if (one[word] === true) return true;
    const { $ref: ref, allOf } = one;
    const parts: readonly unknown[] = Array.isArray(allOf) ? allOf.slice(0, MAX_LOOKED_AT) : [];
    if (typeof ref === "string" && open.length < MAX_LOOKED_AT) {
      spend(1 + stepsOfText(ref));
      open.push(resolve(ref));
    }
    open.push(...parts.slice(0, Math.max(0, MAX_LOOKED_AT - open.length)));
    spend(parts.length);
  }
  return false;
}
