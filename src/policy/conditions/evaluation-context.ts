/** The scene that a condition is evaluated on: a call, seen from its own moment in the history. */
import { MAX_DECISION_STEPS } from "../values/policy-bounds.ts";
import type { CallHistory } from "./history.ts";
import type { Tier } from "../document/document.ts";
import { valuesAt, type Found, type ValuePath } from "../values/value-path.ts";

export interface ToolFacts {
  readonly server: string;
  readonly name: string;
  readonly tier: Tier;
  readonly annotations: unknown;
}

/** The present call and its context. `principal` and `run` are the JSON values that conditions may read. */
export interface CallFacts {
  /** `server.tool`, or the name of one of the gateway's own tools. */
  readonly path: string;
  readonly args: unknown;
  readonly tool: ToolFacts;
  readonly principal: Readonly<Record<string, unknown>>;
  readonly run: Readonly<Record<string, unknown>>;
  readonly runId: string;
  readonly sessionId?: string;
}

/** One call: the present call, or an earlier call that a history condition looks at. */
interface Subject {
  readonly path: string;
  readonly args: unknown;
  readonly output: unknown;
  /** Absent for an earlier call, of which only the names are known; they are read from its path. */
  readonly tool?: unknown;
}

export interface EvaluationContext {
  readonly subject: Subject;
  /** The time and the position in the history from which earlier calls are seen. */
  readonly at: number;
  readonly position: number;
  /** The scene of the enclosing history condition. */
  readonly outer?: EvaluationContext;
  readonly decision: DecisionContext;
}

/** The state that all conditions of one decision share. */
interface DecisionContext {
  readonly call: CallFacts;
  readonly history: CallHistory;
  readonly spend: (steps: number) => void;
  /** Values of paths into the present call: they are read once and compared with every row of the history. */
  readonly references: Map<ValuePath, Found>;
}

export class StepsUsedUp extends Error {
  override readonly name = "StepsUsedUp";
}

export function countSteps(): (steps: number) => void {
  let left = MAX_DECISION_STEPS;
  return (steps) => {
    left -= steps;
    if (left < 0) throw new StepsUsedUp("The decision takes too many steps.");
  };
}

export function presentContext(decision: DecisionContext, now: number): EvaluationContext {
  const { path, args, tool } = decision.call;
  return { subject: { path, args, output: undefined, tool }, at: now, position: decision.history.length, decision };
}

/** Reads a path of `path`, which refers to the subject. */
export function readPath(path: ValuePath, context: EvaluationContext): Found {
  return read(path, context.subject, context);
}

/** Reads a path of `ref`, which refers to the present call, or with `outer` to the enclosing call. */
export function readRef(path: ValuePath, context: EvaluationContext): Found {
  if (path.isOuter) {
    return context.outer === undefined
      ? { values: [], mismatch: true, isMissing: true }
      : read(path, context.outer.subject, context);
  }
  const { call, references } = context.decision;
  const known = references.get(path);
  if (known !== undefined) return known;
  const found = read(path, { path: call.path, args: call.args, output: undefined, tool: call.tool }, context);
  references.set(path, found);
  return found;
}

function read(path: ValuePath, subject: Subject, context: EvaluationContext): Found {
  const { call, spend } = context.decision;
  switch (path.root) {
    case "args":
      return valuesAt(subject.args, path, spend);
    case "output":
      return valuesAt(subject.output, path, spend);
    case "tool":
      return valuesAt(subject.tool ?? namesOf(subject.path), path, spend);
    case "principal":
      return valuesAt(call.principal, path, spend);
    case "run":
      return valuesAt(call.run, path, spend);
  }
}

function namesOf(path: string): unknown {
  const dot = path.indexOf(".");
  return { server: path.slice(0, Math.max(0, dot)), name: path.slice(dot + 1) };
}
