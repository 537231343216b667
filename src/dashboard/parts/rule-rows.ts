/** Converts a policy document to rows of a table: the tools or calls that a rule covers, and a short description of the rule. */
import { describeCondition } from "../../policy/document/describe-condition.ts";
import type { LimitDocument, Mode, PolicyDocument, RuleDocument } from "../../policy/document/document.ts";
import { pointer } from "../../policy/document/problem.ts";

interface RuleRow {
  /** JSON pointer into the document; hits of all places below it belong to the rule. */
  readonly pointer: string;
  readonly about: string;
  readonly lines: readonly string[];
  readonly isLoggedOnly: boolean;
}

export function ruleRows(document: PolicyDocument): readonly RuleRow[] {
  const { tools = {}, all_tools, flows = [], hide = [], preset } = document;
  const isLoggedOnly = document.mode === "log_only";
  const rows: RuleRow[] = [];
  const add = (place: readonly PropertyKey[], about: string, lines: readonly string[], mode?: Mode): void => {
    rows.push({ pointer: pointer(place), about, lines, isLoggedOnly: isLoggedOnly || mode === "log_only" });
  };
  for (const [name, rule] of Object.entries(tools)) add(["tools", name], name, ruleLines(rule), rule.mode);
  if (all_tools) add(["all_tools"], "every tool", ruleLines(all_tools), all_tools.mode);
  for (const [index, flow] of flows.entries()) {
    const into = flow.args === undefined ? "" : ` in ${flow.args.join(", ")}`;
    const withText = flow.with === undefined ? "" : `, when the run also called ${words(flow.with)}`;
    const verdict = flow.unless === "approved" ? "a person approves" : "denied";
    add(["flows", index], `${words(flow.from)} → ${words(flow.to)}`, [`${verdict}${into}${withText}`], flow.mode);
  }
  for (const [index, name] of hide.entries()) add(["hide", index], name, ["hidden"]);
  if (preset !== undefined) add(["preset"], "every tool, by tier", [preset]);
  add(["default"], "tools that no rule names", [document.default === "deny" ? "denied" : "allowed"]);
  return rows;
}

/** @param hits numbers of hits by JSON pointer */
export function hitsOf({ pointer: own }: RuleRow, hits: Readonly<Record<string, number>>): number {
  let sum = 0;
  for (const [at, count] of Object.entries(hits)) if (at === own || at.startsWith(`${own}/`)) sum += count;
  return sum;
}

function ruleLines(rule: RuleDocument): readonly string[] {
  const { action, require_approval: approval, rate_limit: rate } = rule;
  const lines: string[] = [];
  if (action === "deny") lines.push("denied");
  if (action === "require_approval" || approval === true) lines.push("a person approves");
  lines.push(...(rule.deny_if ?? []).map((condition) => `denied if ${describeCondition(condition)}`));
  lines.push(...(rule.require ?? []).map((condition) => `requires ${describeCondition(condition)}`));
  const approved = typeof approval === "object" ? approval : [];
  lines.push(...approved.map((condition) => `a person approves if ${describeCondition(condition)}`));
  lines.push(...(rule.limits ?? []).map(limitText));
  if (rate) lines.push(`at most ${rate.max} in ${windowText(rate.window)}`);
  return lines.length > 0 ? lines : ["allowed"];
}

function limitText({ max, increment_from: amount, window, scope = "grant" }: LimitDocument): string {
  const of = amount === undefined ? "" : ` of ${amount}`;
  return `at most ${max}${of} per ${windowText(window)}, by ${scope}`;
}

function windowText(window: number | string): string {
  return typeof window === "number" ? `${window} seconds` : window;
}

function words(patterns: string | readonly string[]): string {
  return typeof patterns === "string" ? patterns : patterns.join(", ");
}
