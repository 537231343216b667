/**
 * Compiles `since`: some earlier call matched, and of the calls after it none matches `without` and each matches `always`. Rows are read
 * from the newest backwards: when an anchor is reached, it is already known whether the calls after it satisfy the condition.
 */
import type { CallSelector, RowSelector } from "../document/document.ts";
import type { EvaluationContext } from "./evaluation-context.ts";
import { compileMatcher, compileWindowed, inScope, isOutOfReach, mayMissCalls } from "./selector.ts";
import type { ConditionParts, Matcher } from "./selector.ts";
import { every, not, type Truth } from "../values/truth.ts";
import type { Evaluate } from "./value-condition.ts";
import type { PlacedRow } from "./call-row.ts";

type SinceSelector = CallSelector & {
  readonly without?: RowSelector | undefined;
  readonly always?: RowSelector | undefined;
};

export function compileSince({ without, always, ...anchor }: SinceSelector, parts: ConditionParts): Evaluate {
  const matcher = compileWindowed(anchor, parts);
  const forbidden = without === undefined ? undefined : compileMatcher({ state: "any", ...without }, parts);
  const required = always === undefined ? undefined : compileMatcher(always, parts);
  return (context) => {
    if (isOutOfReach(matcher.scope, context)) return "unknown";
    let result: Truth = false;
    if (matcher.includesCall && matcher.matchesTool(context.subject.path)) result = matcher.judgeSubject(context);
    if (result === true) return true;
    let kept: Truth = true;
    for (const placed of candidates(matcher, forbidden, required, context, context.at - matcher.withinMs)) {
      if (!inScope(placed, matcher.scope, context)) continue;
      const isAnchor = matcher.matchesTool(placed.row.tool) ? matcher.judge(placed, context) : false;
      const holds = every([isAnchor, kept], (truth) => truth);
      if (holds === true) return true;
      if (holds === "unknown") result = holds;
      kept = keptBefore(placed, context, kept, forbidden, required);
      if (kept === false) return result;
    }
    return result === false && mayMissCalls(matcher, context) ? "unknown" : result;
  };
}

function keptBefore(
  placed: PlacedRow,
  context: EvaluationContext,
  kept: Truth,
  forbidden: Matcher | undefined,
  required: Matcher | undefined,
): Truth {
  const judged = (matcher: Matcher): Truth =>
    matcher.matchesTool(placed.row.tool) ? matcher.judge(placed, context) : false;
  const isSent = placed.row.state !== "denied";
  return every(
    [
      kept,
      forbidden === undefined ? true : not(judged(forbidden)),
      required === undefined || !isSent ? true : judged(required),
    ],
    (truth) => truth,
  );
}

/** Rows that can decide, newest first: without `always`, only rows of the named tools. */
function candidates(
  anchor: Matcher,
  forbidden: Matcher | undefined,
  required: Matcher | undefined,
  { decision: { history }, position }: EvaluationContext,
  since: number,
): Iterable<PlacedRow> {
  if (required !== undefined) return history.recent(position, since);
  const matchesTool = (tool: string): boolean => anchor.matchesTool(tool) || (forbidden?.matchesTool(tool) ?? false);
  const rows: PlacedRow[] = [];
  history.visit(matchesTool, position, since, (placed) => rows.push(placed) > 0);
  return rows.sort((one, other) => other.position - one.position);
}
