/**
 * Compiles conditions on earlier calls: `formerly`, `previous`, `count` and `sum`. Conditions inside `where` are evaluated at the moment
 * of the call that was found, so that "an approval that was itself reviewed within an hour" measures the hour from the approval.
 */
import { amountOf } from "../values/amount.ts";
import type { CallSelector, Condition, CountOperator, CountSelector } from "../document/document.ts";
import { readPath, type EvaluationContext } from "./evaluation-context.ts";
import { compileWindowed, inScope, isOutOfReach, joinedRows, mayMissCalls } from "./selector.ts";
import type { ConditionParts, WindowedMatcher } from "./selector.ts";
import type { Truth } from "../values/truth.ts";
import { pathOf, type Evaluate } from "./value-condition.ts";
import type { ValuePath } from "../values/value-path.ts";
import type { PlacedRow } from "./call-row.ts";

/**
 * Visits a call that matches, or may match.
 * @param placed undefined for the call that the scene is about
 * @returns false when no further call has to be visited
 */
type Visit = (truth: true | "unknown", placed: PlacedRow | undefined) => boolean;

function visitMatches(matcher: WindowedMatcher, context: EvaluationContext, visit: Visit): void {
  if (matcher.includesCall && matcher.matchesTool(context.subject.path)) {
    const truth = matcher.judgeSubject(context);
    if (truth !== false && !visit(truth, undefined)) return;
  }
  const isScoped = matcher.scope === "run" || matcher.scope === "session";
  const { history } = context.decision;
  const judged = (placed: PlacedRow): boolean => {
    if (isScoped && !inScope(placed, matcher.scope, context)) return true;
    const truth = matcher.judge(placed, context);
    return truth === false || visit(truth, placed);
  };
  const since = context.at - matcher.withinMs;
  const joined = joinedRows(matcher, context);
  if (joined === undefined) {
    history.visit(matcher.matchesTool, context.position, since, judged);
    return;
  }
  for (const placed of joined) {
    if (placed.position < context.position && placed.at >= since && !judged(placed)) return;
  }
}

function matchContext(
  matcher: WindowedMatcher,
  context: EvaluationContext,
  placed: PlacedRow | undefined,
): EvaluationContext {
  return placed === undefined ? { ...context, outer: context } : matcher.contextOf(placed, context);
}

export function compileFormerly(selector: CallSelector, parts: ConditionParts): Evaluate {
  const matcher = compileWindowed(selector, parts);
  return (context) => {
    if (isOutOfReach(matcher.scope, context)) return "unknown";
    let result = false as Truth;
    visitMatches(matcher, context, (truth) => {
      result = truth;
      return truth !== true;
    });
    return result === false && mayMissCalls(matcher, context) ? "unknown" : result;
  };
}

export function compilePrevious(selector: CallSelector, parts: ConditionParts): Evaluate {
  const matcher = compileWindowed(selector, parts);
  // A refused call was never made, unless the selector asks for refused calls.
  const counts = ({ row }: PlacedRow): boolean => selector.state === "denied" || row.state !== "denied";
  return (context) => {
    if (isOutOfReach(matcher.scope, context)) return "unknown";
    const { history, spend } = context.decision;
    const passes = (placed: PlacedRow): boolean => {
      spend(1);
      return counts(placed) && inScope(placed, matcher.scope, context);
    };
    const placed = history.before(context.position, passes);
    if (placed === undefined && mayMissCalls(matcher, context)) return "unknown";
    if (placed === undefined || placed.at < context.at - matcher.withinMs) return false;
    return matcher.matchesTool(placed.row.tool) ? matcher.judge(placed, context) : false;
  };
}

/** The bounds of a number, where some calls may or may not count. */
interface Range {
  readonly min: number;
  readonly max: number;
}

type Measure = (context: EvaluationContext) => Range | "unknown";

export function compileCount(condition: Extract<Condition, { count: unknown }>, parts: ConditionParts): Evaluate {
  return compared(compileCounter(condition.count, parts), condition.op, condition.value);
}

function compileCounter(selector: CountSelector, parts: ConditionParts): Measure {
  const chain = compileChain(selector, parts);
  const { distinct } = chain.at(-1)?.selector ?? selector;
  const field = distinct === undefined ? undefined : pathOf(distinct);
  return (context) => {
    for (const { matcher } of chain) if (isOutOfReach(matcher.scope, context)) return "unknown";
    const tally = field === undefined ? new CallTally() : new ValueTally(field);
    if (!follow(chain, 0, true, context, tally)) return "unknown";
    const range = tally.range();
    return chain.some(({ matcher }) => mayMissCalls(matcher, context)) ? { ...range, max: Infinity } : range;
  };
}

interface Link {
  readonly selector: CountSelector;
  readonly matcher: WindowedMatcher;
}

/** The nested selectors, from the outermost on. */
function compileChain(outermost: CountSelector, parts: ConditionParts): readonly Link[] {
  const chain: Link[] = [];
  for (let selector: CountSelector | undefined = outermost; selector !== undefined; selector = selector.each) {
    chain.push({ selector, matcher: compileWindowed(selector, parts) });
  }
  return chain;
}

/** @returns false when the calls cannot be counted */
function follow(
  chain: readonly Link[],
  depth: number,
  so: true | "unknown",
  context: EvaluationContext,
  tally: Tally,
): boolean {
  const matcher = chain[depth]?.matcher;
  if (matcher === undefined) return true;
  const isLast = depth === chain.length - 1;
  let isCountable = true;
  visitMatches(matcher, context, (truth, placed) => {
    const soFar = so === true ? truth : so;
    const at = (): EvaluationContext => matchContext(matcher, context, placed);
    isCountable = isLast ? tally.add(soFar, at) : follow(chain, depth + 1, soFar, at(), tally);
    return isCountable;
  });
  return isCountable;
}

interface Tally {
  /** @returns false when the call cannot be counted */
  add(truth: true | "unknown", context: () => EvaluationContext): boolean;
  range(): Range;
}

class CallTally implements Tally {
  #min = 0;
  #max = 0;

  add(truth: true | "unknown"): boolean {
    this.#max += 1;
    if (truth === true) this.#min += 1;
    return true;
  }

  range(): Range {
    return { min: this.#min, max: this.#max };
  }
}

/** Counts each value once, however many calls contain it. */
class ValueTally implements Tally {
  readonly #path: ValuePath;
  readonly #certain = new Set<string>();
  readonly #possible = new Set<string>();

  constructor(path: ValuePath) {
    this.#path = path;
  }

  add(truth: true | "unknown", context: () => EvaluationContext): boolean {
    const { values, mismatch, isMissing } = readPath(this.#path, context());
    // Objects are refused: without an order of keys, equal objects have different texts.
    if (mismatch || isMissing || values.some((value) => value !== null && typeof value === "object")) return false;
    for (const value of values) {
      const text = JSON.stringify(value);
      this.#possible.add(text);
      if (truth === true) this.#certain.add(text);
    }
    return true;
  }

  range(): Range {
    return { min: this.#certain.size, max: this.#possible.size };
  }
}

export function compileSum(condition: Extract<Condition, { sum: unknown }>, parts: ConditionParts): Evaluate {
  const matcher = compileWindowed(condition.sum, parts);
  const path = pathOf(condition.sum.of);
  const measure: Measure = (context) => {
    if (isOutOfReach(matcher.scope, context)) return "unknown";
    let min = 0;
    let max = 0;
    let isReadable = true;
    visitMatches(matcher, context, (truth, placed) => {
      const amount = amountOf(readPath(path, matchContext(matcher, context, placed)));
      isReadable = amount !== undefined;
      max += amount ?? 0;
      if (truth === true) min += amount ?? 0;
      return isReadable;
    });
    if (!isReadable) return "unknown";
    return { min, max: mayMissCalls(matcher, context) ? Infinity : max };
  };
  return compared(measure, condition.op, condition.value);
}

function compared(measure: Measure, operator: CountOperator, value: number): Evaluate {
  return (context) => {
    const range = measure(context);
    if (range === "unknown") return range;
    const { min, max } = range;
    switch (operator) {
      case "eq":
        return min === max ? min === value : value < min || value > max ? false : "unknown";
      case "neq":
        return min === max ? min !== value : value < min || value > max ? true : "unknown";
      case "lt":
        return max < value ? true : min >= value ? false : "unknown";
      case "lte":
        return max <= value ? true : min > value ? false : "unknown";
      case "gt":
        return min > value ? true : max <= value ? false : "unknown";
      case "gte":
        return min >= value ? true : max < value ? false : "unknown";
    }
  };
}
