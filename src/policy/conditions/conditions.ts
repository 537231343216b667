/** Compiles a condition of a document to a function of a scene. Conditions are compiled once per document; a decision only calls the functions. */
import type { Condition } from "../document/document.ts";
import { compileCount, compileFormerly, compilePrevious, compileSum } from "./history-conditions.ts";
import { compileSince } from "./since-condition.ts";
import { NOT_RENAMED, type OriginalPaths } from "../values/tool-pattern.ts";
import { every, not, some } from "../values/truth.ts";
import { compileValueCondition, type Evaluate } from "./value-condition.ts";

/** @throws for a condition that validate.ts would have refused */
export function compileCondition(condition: Condition, originals: OriginalPaths = NOT_RENAMED): Evaluate {
  const compileInner = (inner: Condition): Evaluate => compileCondition(inner, originals);
  /** The compiled function is true if all conditions hold. */
  const compileWhere = (conditions: readonly Condition[] = []): Evaluate => {
    const inner = conditions.map(compileInner);
    return (context) => every(inner, (evaluate) => evaluate(context));
  };
  const parts = { compileWhere, originals };
  if ("path" in condition) return compileValueCondition(condition);
  if ("formerly" in condition) return compileFormerly(condition.formerly, parts);
  if ("previous" in condition) return compilePrevious(condition.previous, parts);
  if ("since" in condition) return compileSince(condition.since, parts);
  if ("count" in condition) return compileCount(condition, parts);
  if ("sum" in condition) return compileSum(condition, parts);
  if ("not" in condition) {
    const inner = compileInner(condition.not);
    return (context) => not(inner(context));
  }
  if ("all" in condition) return compileWhere(condition.all);
  const inner = condition.any.map(compileInner);
  return (context) => some(inner, (evaluate) => evaluate(context));
}
