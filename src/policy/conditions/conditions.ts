/**
 * Compiles a condition of a document to a function of a scene. Conditions are compiled once per document; a decision only calls the
 * functions.
 */
import type { Condition } from "../document/document.ts";
import { compileCount, compileFormerly, compilePrevious, compileSum } from "./history-conditions.ts";
import { compileSince } from "./since-condition.ts";
import { every, not, some } from "../values/truth.ts";
import { compileValueCondition } from "./value-condition.ts";
import type { Evaluate } from "./value-condition.ts";

/** @throws for a condition that validate.ts would have refused */
export function compileCondition(condition: Condition): Evaluate {
  if ("path" in condition) return compileValueCondition(condition);
  if ("formerly" in condition) return compileFormerly(condition.formerly, compileWhere);
  if ("previous" in condition) return compilePrevious(condition.previous, compileWhere);
  if ("since" in condition) return compileSince(condition.since, compileWhere);
  if ("count" in condition) return compileCount(condition, compileWhere);
  if ("sum" in condition) return compileSum(condition, compileWhere);
  if ("not" in condition) {
    const inner = compileCondition(condition.not);
    return (context) => not(inner(context));
  }
  if ("all" in condition) return compileWhere(condition.all);
  const inner = condition.any.map(compileCondition);
  return (context) => some(inner, (evaluate) => evaluate(context));
}

/** The compiled function is true if all conditions hold. */
export function compileWhere(conditions: readonly Condition[] = []): Evaluate {
  const inner = conditions.map(compileCondition);
  return (context) => every(inner, (evaluate) => evaluate(context));
}
