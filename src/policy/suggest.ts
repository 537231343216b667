/**
 * Drafts the narrowest policy that recorded calls need: everything else is denied, and arguments are limited to what was observed where enough
 * calls agree. The draft is a proposal for a person; nothing here takes effect.
 */
import { isRecord } from "../lib/is-record.ts";
import type { PolicyDocument, RuleDocument, Scalar } from "./document/document.ts";
import { MAX_TOOL_PATTERN_CHARS } from "./values/policy-bounds.ts";

export interface ObservedCall {
  /** `server.tool` with the names that rules are written with. */
  readonly path: string;
  /** A person approved the call. */
  readonly isApproved: boolean;
  /** Undefined where the arguments were not recorded in full. */
  readonly args: { readonly value: unknown } | undefined;
}

interface SuggestedCondition {
  readonly path: string;
  readonly op: "in" | "gte" | "lte";
  readonly value: Scalar | readonly Scalar[];
  /** Estimated probability, 0 to 1, that the next call like the recorded ones meets the condition. */
  readonly confidence: number;
}

interface SuggestedRule {
  readonly tool: string;
  readonly calls: number;
  readonly needsApproval: boolean;
  readonly conditions: readonly SuggestedCondition[];
}

interface PolicyDraft {
  readonly document: PolicyDocument;
  readonly rules: readonly SuggestedRule[];
  /** Tools whose names cannot be written as a pattern: a rule about them would concern others, too. */
  readonly leftOut: readonly string[];
}

/** Conditions that more than one call in twenty would fail are noise, not a limit. */
const MIN_CONFIDENCE = 0.95;
const MAX_VALUES = 10;
const MAX_VALUE_CHARS = 200;
const MAX_ARGUMENTS = 50;

/** @param isExact false for tools whose arguments must not be limited */
export function suggestPolicy(calls: Iterable<ObservedCall>, isExact: (tool: string) => boolean): PolicyDraft {
  const byTool = Map.groupBy(calls, ({ path }) => path);
  const leftOut = [...byTool.keys()].filter((path) => !isPattern(path)).toSorted();
  const rules = [...byTool]
    .filter(([path]) => isPattern(path))
    .map(([tool, observed]) => ({
      tool,
      calls: observed.length,
      needsApproval: observed.every(({ isApproved }) => isApproved),
      conditions: isExact(tool) ? conditionsOf(observed) : [],
    }))
    .toSorted((one, other) => (one.tool < other.tool ? -1 : 1));
  const tools = Object.fromEntries(rules.map((rule) => [rule.tool, ruleDocument(rule)]));
  return { document: { version: "1", default: "deny", tools }, rules, leftOut };
}

/** A name with an asterisk would be a glob. */
function isPattern(path: string): boolean {
  return path.length <= MAX_TOOL_PATTERN_CHARS && /^[^\s\p{C}*]+$/u.test(path);
}

function ruleDocument({ needsApproval, conditions }: SuggestedRule): RuleDocument {
  return {
    ...(needsApproval && { require_approval: true }),
    ...(conditions.length > 0 && { require: conditions.map(({ path, op, value }) => ({ path, op, value })) }),
  };
}

function conditionsOf(observed: readonly ObservedCall[]): readonly SuggestedCondition[] {
  const all = observed.map(({ args }) => args?.value);
  if (!all.every(isRecord)) return [];
  const names = Object.keys(all[0] ?? {}).slice(0, MAX_ARGUMENTS);
  // An argument that some calls leave out cannot be required.
  const always = names.filter((name) => all.every((args) => Object.hasOwn(args, name)));
  return always.flatMap((name) => {
    const path = /^[A-Za-z_]\w*$/.test(name) ? `args.${name}` : `args[${JSON.stringify(name)}]`;
    return envelope(
      path,
      all.map((args) => args[name]),
    );
  });
}

function envelope(path: string, values: readonly unknown[]): readonly SuggestedCondition[] {
  if (!values.every(isScalar)) return [];
  const counts = new Map<Scalar, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const distinct = [...counts.keys()];
  const unseen = chanceOfUnseen(values.length, [...counts.values()].filter((count) => count === 1).length);
  if (distinct.length <= MAX_VALUES && 1 - unseen >= MIN_CONFIDENCE) {
    return [{ path, op: "in", value: distinct, confidence: 1 - unseen }];
  }
  const numbers = values.filter((value) => typeof value === "number");
  // Each of n + 1 exchangeable numbers is the largest, or the smallest, with the probability 1 / (n + 1).
  const confidence = values.length / (values.length + 1);
  if (numbers.length < values.length || confidence < MIN_CONFIDENCE) return [];
  return [
    { path, op: "gte", value: numbers.reduce((one, other) => Math.min(one, other)), confidence },
    { path, op: "lte", value: numbers.reduce((one, other) => Math.max(one, other)), confidence },
  ];
}

/** Good and Turing's estimate of the probability that the next value is a new one; at least that of a sample without any single value. */
function chanceOfUnseen(total: number, single: number): number {
  return Math.max(single / total, 1 / (total + 1));
}

function isScalar(value: unknown): value is Scalar {
  return (
    typeof value === "boolean" ||
    typeof value === "number" ||
    (typeof value === "string" && value.length <= MAX_VALUE_CHARS)
  );
}
