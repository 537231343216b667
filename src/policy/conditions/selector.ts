/** Compiles the selectors by which a history condition chooses earlier calls. */
import type { CallSelector, Condition, RowSelector } from "../document/document.ts";
import { durationMs } from "../values/durations.ts";
import { readRef, type EvaluationContext } from "./evaluation-context.ts";
import { toolPattern, type OriginalPaths } from "../values/tool-pattern.ts";
import type { Truth } from "../values/truth.ts";
import { pathOf, type Evaluate } from "./value-condition.ts";
import { ValueIndex, isIndexed } from "./value-index.ts";
import type { ValuePath } from "../values/value-path.ts";
import type { PlacedRow, CallState } from "./call-row.ts";

/** What is needed to compile the conditions inside a condition. */
export interface ConditionParts {
  readonly compileWhere: (conditions: readonly Condition[] | undefined) => Evaluate;
  readonly originals: OriginalPaths;
}

export interface Matcher {
  readonly matchesTool: (tool: string) => boolean;
  /** @returns whether the row is selected; `matchesTool` is already known to hold */
  readonly judge: (placed: PlacedRow, context: EvaluationContext) => Truth;
  /** Like `judge`, for the call that a scene is about, which has no state yet. */
  readonly judgeSubject: (context: EvaluationContext) => Truth;
  readonly contextOf: (placed: PlacedRow, context: EvaluationContext) => EvaluationContext;
}

export interface WindowedMatcher extends Matcher {
  readonly includesCall: boolean;
  readonly scope: NonNullable<CallSelector["scope"]>;
  readonly withinMs: number;
  /** A field of the earlier call that has to equal a field of the present call. */
  readonly join: Join | undefined;
}

interface Join {
  readonly path: ValuePath;
  readonly ref: ValuePath;
}

export function compileMatcher(selector: RowSelector, { compileWhere, originals }: ConditionParts): Matcher {
  const names = typeof selector.tool === "string" ? [selector.tool] : selector.tool;
  const patterns = names.map((name) => toolPattern(name, originals));
  const known = new Map<string, Truth>();
  /** A call of a tool that matches by its original name or by its letters is in doubt, so that it restricts and never allows. */
  const isMeant = (tool: string): Truth => {
    let answer = known.get(tool);
    if (answer === undefined) {
      answer = patterns.some((one) => one.shows(tool)) || (patterns.some((one) => one.matches(tool)) && "unknown");
      if (known.size < MAX_KNOWN_TOOLS) known.set(tool, answer);
    }
    return answer;
  };
  const where = selector.where === undefined || selector.where.length === 0 ? undefined : compileWhere(selector.where);
  const state = selector.state ?? "ok";
  return {
    matchesTool: (tool) => isMeant(tool) !== false,
    judge: (placed, context) => {
      context.decision.spend(1);
      const ended = truthOfState(placed.row.state, state);
      if (ended === false) return ended;
      const truth = where === undefined ? true : where(contextOf(placed, context));
      if (truth !== true) return truth;
      return ended === true ? isMeant(placed.row.tool) : ended;
    },
    judgeSubject: (context) => {
      const truth = where === undefined ? true : where({ ...context, outer: context });
      return truth === true ? isMeant(context.subject.path) : truth;
    },
    contextOf,
  };
}

const MAX_KNOWN_TOOLS = 5_000;

export function compileWindowed(selector: CallSelector, parts: ConditionParts): WindowedMatcher {
  return {
    ...compileMatcher(selector, parts),
    includesCall: selector.include_call ?? false,
    scope: selector.scope ?? "principal",
    withinMs: selector.within === undefined ? Infinity : (durationMs(selector.within) ?? 0),
    join: joinOf(selector.where ?? []),
  };
}

/** The first condition that can be looked up in an index; all conditions are judged afterwards. */
function joinOf(where: readonly Condition[]): Join | undefined {
  for (const condition of where) {
    if (!("path" in condition) || condition.op !== "eq" || condition.ref === undefined) continue;
    const [path, ref] = [pathOf(condition.path), pathOf(condition.ref)];
    if ((path.root === "args" || path.root === "output") && !path.isOuter && !ref.isOuter) return { path, ref };
  }
  return undefined;
}

/** Earlier calls that may match, in any order; undefined if the value of the present call cannot be looked up. */
export function joinedRows(matcher: WindowedMatcher, context: EvaluationContext): Iterable<PlacedRow> | undefined {
  const { join } = matcher;
  if (join === undefined) return undefined;
  const { values, mismatch, isMissing } = readRef(join.ref, context);
  const [value] = values;
  if (mismatch || isMissing || values.length !== 1 || !isIndexed(value)) return undefined;
  const { history } = context.decision;
  return history.index(join, () => new ValueIndex(history, matcher.matchesTool, join.path)).rowsLike(value);
}

/** A call whose outcome is unknown may have been in the wanted state. */
function truthOfState(state: CallState, wanted: NonNullable<RowSelector["state"]>): Truth {
  if (state === "denied" || wanted === "denied") return state === wanted;
  if (wanted === "any") return true;
  return state === "pending" || state === "unknown" ? "unknown" : state === wanted;
}

function contextOf({ row, at, position }: PlacedRow, context: EvaluationContext): EvaluationContext {
  const subject = { path: row.tool, args: row.args, output: row.output };
  return { subject, at, position, outer: context, decision: context.decision };
}

/** @returns true if the row is in the condition's scope */
export function inScope(placed: PlacedRow, scope: WindowedMatcher["scope"], context: EvaluationContext): boolean {
  const { runId, sessionId } = context.decision.call;
  if (scope === "run") return placed.row.run === runId;
  if (scope === "session") return sessionId !== undefined && placed.row.session === sessionId;
  return true;
}

/** A condition on the deployment, or on a session that the caller does not have, cannot be decided. */
export function isOutOfReach(scope: WindowedMatcher["scope"], context: EvaluationContext): boolean {
  const { call, history } = context.decision;
  return (scope === "deployment" && !history.isOfDeployment) || (scope === "session" && call.sessionId === undefined);
}

/** The window of a condition on a session without a window: a client's session lasts no longer. */
const MAX_SESSION_MS = 7 * 86_400_000;

/**
 * @returns true if calls that the condition covers may be missing from the history. Of a run that has not ended, those are present that were
 * not dropped to make room.
 */
export function mayMissCalls({ scope, withinMs }: WindowedMatcher, context: EvaluationContext): boolean {
  if (scope === "run" && !context.decision.history.isCut(context.decision.call.runId)) return false;
  const reach = scope === "session" ? Math.min(withinMs, MAX_SESSION_MS) : withinMs;
  return context.at - reach < context.decision.history.completeSince;
}
