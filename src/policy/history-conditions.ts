/**
 * Conditions on earlier calls: `formerly`, `previous`, `count` and `sum`. Conditions inside `where` are evaluated at the moment of the call
 * found, so that "an approval that was itself reviewed within an hour" measures the hour from the approval.
 */
import { plainNumber } from "./compare.ts";
import type { CallSelector, Condition, CountOperator, CountSelector } from "./document.ts";
import type { PlacedRow } from "./history.ts";
import { readPath } from "./scene.ts";
import type { Scene } from "./scene.ts";
import { compileWindowed, inScope, isOutOfReach } from "./selector.ts";
import type { CompileWhere, WindowedMatcher } from "./selector.ts";
import type { Truth } from "./truth.ts";
import { pathOf } from "./value-condition.ts";
import type { Found, ValuePath } from "./value-path.ts";
import type { Evaluate } from "./value-condition.ts";

interface Match {
  readonly truth: true | "unknown";
  readonly scene: Scene;
}

/** The scenes of the calls meant that match, or may match. */
function* matchesOf(matcher: WindowedMatcher, scene: Scene): Generator<Match> {
  if (matcher.includesCall && matcher.matchesTool(scene.subject.path)) {
    const truth = matcher.judgeSubject(scene);
    if (truth !== false) yield { truth, scene: { ...scene, outer: scene } };
  }
  const since = scene.at - matcher.withinMs;
  for (const placed of scene.decision.history.ofTools(matcher.matchesTool, scene.position, since)) {
    if (!inScope(placed, matcher.scope, scene)) continue;
    const truth = matcher.judge(placed, scene);
    if (truth !== false) yield { truth, scene: matcher.sceneOf(placed, scene) };
  }
}

export function compileFormerly(selector: CallSelector, compileWhere: CompileWhere): Evaluate {
  const matcher = compileWindowed(selector, compileWhere);
  return (scene) => {
    if (isOutOfReach(matcher.scope, scene)) return "unknown";
    let result: Truth = false;
    for (const { truth } of matchesOf(matcher, scene)) {
      if (truth === true) return true;
      result = truth;
    }
    return result;
  };
}

export function compilePrevious(selector: CallSelector, compileWhere: CompileWhere): Evaluate {
  const matcher = compileWindowed(selector, compileWhere);
  // A refused call was never made, unless refused calls are what is asked for.
  const counts = ({ row }: PlacedRow): boolean => selector.state === "denied" || row.state !== "denied";
  return (scene) => {
    if (isOutOfReach(matcher.scope, scene)) return "unknown";
    const { history, spend } = scene.decision;
    const passes = (placed: PlacedRow): boolean => {
      spend(1);
      return counts(placed) && inScope(placed, matcher.scope, scene);
    };
    const placed = history.before(scene.position, passes);
    if (placed === undefined || placed.at < scene.at - matcher.withinMs) return false;
    return matcher.matchesTool(placed.row.tool) ? matcher.judge(placed, scene) : false;
  };
}

/** A number that is known up to calls that may count or not. */
interface Range {
  readonly least: number;
  readonly most: number;
}

type Measure = (scene: Scene) => Range | "unknown";

export function compileCount(condition: Extract<Condition, { count: unknown }>, compileWhere: CompileWhere): Evaluate {
  return compared(compileCounter(condition.count, compileWhere), condition.op, condition.value);
}

function compileCounter(selector: CountSelector, compileWhere: CompileWhere): Measure {
  const chain = compileChain(selector, compileWhere);
  const { distinct } = chain.at(-1)?.selector ?? selector;
  const field = distinct === undefined ? undefined : pathOf(distinct);
  return (scene) => {
    const tally = field === undefined ? new CallTally() : new ValueTally(field);
    for (const { matcher } of chain) if (isOutOfReach(matcher.scope, scene)) return "unknown";
    return follow(chain, 0, { truth: true, scene }, tally) ? tally.range() : "unknown";
  };
}

interface Link {
  readonly selector: CountSelector;
  readonly matcher: WindowedMatcher;
}

/** The selectors inside each other, from the outermost on. */
function compileChain(outermost: CountSelector, compileWhere: CompileWhere): readonly Link[] {
  const chain: Link[] = [];
  for (let selector: CountSelector | undefined = outermost; selector !== undefined; selector = selector.each) {
    chain.push({ selector, matcher: compileWindowed(selector, compileWhere) });
  }
  return chain;
}

/** @returns false when the calls cannot be counted */
function follow(chain: readonly Link[], depth: number, from: Match, tally: Tally): boolean {
  const matcher = chain[depth]?.matcher;
  if (matcher === undefined) return tally.add(from);
  for (const match of matchesOf(matcher, from.scene)) {
    const truth = from.truth === true ? match.truth : from.truth;
    if (!follow(chain, depth + 1, { truth, scene: match.scene }, tally)) return false;
  }
  return true;
}

interface Tally {
  /** @returns false when the call cannot be counted */
  add(match: Match): boolean;
  range(): Range;
}

class CallTally implements Tally {
  #least = 0;
  #most = 0;

  add({ truth }: Match): boolean {
    this.#most += 1;
    if (truth === true) this.#least += 1;
    return true;
  }

  range(): Range {
    return { least: this.#least, most: this.#most };
  }
}

/** Counts each value once, whichever calls it is in. */
class ValueTally implements Tally {
  readonly #path: ValuePath;
  readonly #certain = new Set<string>();
  readonly #possible = new Set<string>();

  constructor(path: ValuePath) {
    this.#path = path;
  }

  add({ truth, scene }: Match): boolean {
    const { values, mismatch, isMissing } = readPath(this.#path, scene);
    // Objects have no order of keys that would make equal ones the same text.
    if (mismatch || isMissing || values.some((value) => value !== null && typeof value === "object")) return false;
    for (const value of values) {
      const text = JSON.stringify(value);
      this.#possible.add(text);
      if (truth === true) this.#certain.add(text);
    }
    return true;
  }

  range(): Range {
    return { least: this.#certain.size, most: this.#possible.size };
  }
}

export function compileSum(condition: Extract<Condition, { sum: unknown }>, compileWhere: CompileWhere): Evaluate {
  const matcher = compileWindowed(condition.sum, compileWhere);
  const path = pathOf(condition.sum.of);
  const measure: Measure = (scene) => {
    if (isOutOfReach(matcher.scope, scene)) return "unknown";
    let least = 0;
    let most = 0;
    for (const match of matchesOf(matcher, scene)) {
      const amount = amountOf(readPath(path, match.scene));
      // A negative amount would make room for a larger one.
      if (amount === undefined || amount < 0) return "unknown";
      most += amount;
      if (match.truth === true) least += amount;
    }
    return { least, most };
  };
  return compared(measure, condition.op, condition.value);
}

function amountOf({ values, mismatch, isMissing }: Found): number | undefined {
  if (mismatch || isMissing) return undefined;
  let total = 0;
  for (const value of values) {
    const amount = plainNumber(value);
    if (amount === undefined) return undefined;
    total += amount;
  }
  return total;
}

function compared(measure: Measure, operator: CountOperator, value: number): Evaluate {
  return (scene) => {
    const range = measure(scene);
    if (range === "unknown") return range;
    const { least, most } = range;
    switch (operator) {
      case "eq":
        return least === most ? least === value : value < least || value > most ? false : "unknown";
      case "neq":
        return least === most ? least !== value : value < least || value > most ? true : "unknown";
      case "lt":
        return most < value ? true : least >= value ? false : "unknown";
      case "lte":
        return most <= value ? true : least > value ? false : "unknown";
      case "gt":
        return least > value ? true : most <= value ? false : "unknown";
      case "gte":
        return least >= value ? true : most < value ? false : "unknown";
    }
  };
}
