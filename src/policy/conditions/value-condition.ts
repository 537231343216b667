/** Compiles conditions that compare a field with a value, or with a field of the present call. */
import { ValueList, contains, equals, inOrder } from "../values/compare.ts";
import type { ValueCondition } from "../document/document.ts";
import { compileRegex } from "../values/regex.ts";
import { readPath, readRef, type EvaluationContext } from "./evaluation-context.ts";
import { agreed, not, type Truth } from "../values/truth.ts";
import { parsePath, type Found, type ValuePath } from "../values/value-path.ts";

export type Evaluate = (context: EvaluationContext) => Truth;

/** @throws for a condition that validate.ts would have refused */
export function compileValueCondition(condition: ValueCondition): Evaluate {
  const path = pathOf(condition.path);
  if (condition.op === "exists") return compileExists(path, condition.value !== false);
  const whenMissing = truthOfMissing(condition.op);
  const test = compileTest(condition);
  const fixed =
    Array.isArray(condition.value) && condition.op.endsWith("in") ? new ValueList(condition.value) : condition.value;
  const judge = (found: Found, context: EvaluationContext, wanted: unknown): Truth => {
    if (found.mismatch) return "unknown";
    if (found.values.length === 0) return whenMissing;
    const [only] = found.values;
    const truth =
      found.values.length === 1
        ? test(only, wanted, context)
        : agreed(found.values, (value) => test(value, wanted, context));
    return found.isMissing && truth !== whenMissing ? "unknown" : truth;
  };
  if (condition.ref === undefined) return (context) => judge(readPath(path, context), context, fixed);
  const ref = pathOf(condition.ref);
  return (context) => {
    const wanted = readRef(ref, context);
    const found = readPath(path, context);
    // A missing reference would make "none of them" hold.
    if (wanted.mismatch || wanted.isMissing) return "unknown";
    if (condition.op === "in" || condition.op === "not_in") {
      return judge(found, context, new ValueList(flattened(wanted.values)));
    }
    const [only] = wanted.values;
    return wanted.values.length === 1
      ? judge(found, context, only)
      : agreed(wanted.values, (value) => judge(found, context, value));
  };
}

export function pathOf(text: string): ValuePath {
  const path = parsePath(text);
  if (typeof path === "string") throw new TypeError(`The path ${text} cannot be read: ${path}.`);
  return path;
}

function compileExists(path: ValuePath, isWanted: boolean): Evaluate {
  return (context) => {
    const { values, mismatch, isMissing } = readPath(path, context);
    // Some items of a list have the field and some do not.
    if (mismatch || (isMissing && values.length > 0)) return "unknown";
    return values.length > 0 === isWanted;
  };
}

/**
 * Decides about a missing field. It equals, contains and matches nothing: a rule that names bad values does not cover a field that was
 * left out. Whether it is less than a value, or different from it, depends on the upstream's default.
 */
function truthOfMissing(operator: ValueCondition["op"]): Truth {
  switch (operator) {
    case "eq":
    case "in":
    case "regex":
    case "contains":
    case "exists":
      return false;
    case "neq":
    case "not_in":
    case "lt":
    case "lte":
    case "gt":
    case "gte":
      return "unknown";
  }
}

type Test = (value: unknown, wanted: unknown, context: EvaluationContext) => Truth;

/** Counts the size of the value that is compared. */
function counted(test: (found: unknown, wanted: unknown) => Truth): Test {
  return (found, wanted, context) => {
    context.decision.spend(sizeOf(found));
    return test(found, wanted);
  };
}

function compileTest({ op, value }: ValueCondition): Test {
  switch (op) {
    case "eq":
      return counted(equals);
    case "neq":
      return counted((found, wanted) => not(equals(found, wanted)));
    case "in":
      return (found, wanted, context) => oneOf(found, wanted, context);
    case "not_in":
      return (found, wanted, context) => not(oneOf(found, wanted, context));
    case "lt":
    case "lte":
    case "gt":
    case "gte":
      return (found, wanted) => inOrder(found, op, wanted);
    case "contains":
      return counted(contains);
    case "regex":
      return compileRegexTest(String(value));
    case "exists":
      return () => "unknown";
  }
}

function compileRegexTest(source: string): Test {
  const pattern = compileRegex(source);
  if (typeof pattern === "string") throw new TypeError(`The pattern ${source} cannot be used: ${pattern}.`);
  return (found, _wanted, context) =>
    typeof found === "string" ? pattern.test(found, context.decision.spend) : "unknown";
}

function oneOf(found: unknown, wanted: unknown, context: EvaluationContext): Truth {
  if (!(wanted instanceof ValueList)) return "unknown";
  context.decision.spend(wanted.stepsFor(found) + sizeOf(found));
  return wanted.has(found);
}

/** The number of steps that a comparison with the value takes. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return 1 + value.length / 100;
  return Array.isArray(value) ? 1 + value.length : 1;
}

function flattened(values: readonly unknown[]): readonly unknown[] {
  return values.flatMap((value): readonly unknown[] => (Array.isArray(value) ? value : [value]));
}
