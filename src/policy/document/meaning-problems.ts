/** Checks what a schema cannot say about rules: keys that contradict each other, labels that do not exist, counters that are defined twice. */
import { asList, isRecord } from "../../lib/is-record.ts";
import { conditionProblems, pathProblems } from "./condition-problems.ts";
import { dataProblems } from "./data-problems.ts";
import { durationMs } from "../values/durations.ts";
import { MAX_WINDOW_MS } from "../values/policy-bounds.ts";
import { pointer, shown, type PolicyProblem } from "./problem.ts";
import { unknownLabels } from "./unknown-labels.ts";
import { isOwnTool } from "../values/tool-pattern.ts";

type Place = readonly PropertyKey[];
type Fields = Readonly<Record<string, unknown>>;

/** @param document a value of any shape; what the schema refuses is ignored here */
export function* meaningProblems(document: unknown): Generator<PolicyProblem> {
  if (!isRecord(document)) return;
  if (isRecord(document.tools)) {
    for (const [name, rule] of Object.entries(document.tools)) yield* ruleProblems(rule, ["tools", name]);
  }
  yield* ruleProblems(document.all_tools, ["all_tools"]);
  for (const [index, name] of asList(document.hide).entries()) {
    if (typeof name === "string" && isOwnTool(name)) {
      yield {
        path: pointer(["hide", index]),
        message: `${name} is the gateway's own tool and cannot be hidden.`,
        fix: `Deny it instead: "tools": {"${name}": {"action": "deny"}}.`,
      };
    }
  }
  const labels = new Set(isRecord(document.labels) ? Object.keys(document.labels) : []);
  for (const [index, flow] of asList(document.flows).entries()) {
    if (!isRecord(flow)) continue;
    for (const key of ["from", "with", "to"]) yield* unknownLabels(flow[key], ["flows", index, key], labels);
  }
  yield* dataProblems(document, labels);
}

function ruleProblems(rule: unknown, path: Place): PolicyProblem[] {
  if (!isRecord(rule)) return [];
  const problems: PolicyProblem[] = [];
  for (const key of ["require", "deny_if", "require_approval"]) {
    for (const [index, condition] of asList(rule[key]).entries()) {
      problems.push(...conditionProblems(condition, [...path, key, index]));
    }
  }
  problems.push(...limitProblems(rule.limits, [...path, "limits"]), ...contradictions(rule, path));
  return problems;
}

function contradictions(rule: Fields, path: Place): PolicyProblem[] {
  const problems: PolicyProblem[] = [];
  const add = (key: string, message: string, fix: string): void => {
    problems.push({ path: pointer([...path, key]), message, fix });
  };
  if (rule.reason !== undefined && rule.on_deny !== undefined) {
    add("reason", "reason and on_deny are two names for the same text.", "Remove one of them.");
  }
  if (rule.action === "deny") {
    const ignored = ["require", "deny_if", "limits", "rate_limit", "require_approval"].filter((key) =>
      Object.hasOwn(rule, key),
    );
    for (const key of ignored)
      add(key, `The action deny leaves nothing for ${key} to decide.`, `Remove ${key}, or the action.`);
  }
  if (rule.action === "require_approval" && rule.require_approval === false) {
    add("require_approval", "The action asks for an approval and require_approval forbids it.", "Remove one of them.");
  }
  if (Array.isArray(rule.require_approval) && rule.require_approval.length === 0) {
    add("require_approval", "An empty list asks for no approval.", "Write true or false, or add a condition.");
  }
  return problems;
}

function limitProblems(limits: unknown, path: Place): PolicyProblem[] {
  const problems: PolicyProblem[] = [];
  const seen = new Set<string>();
  for (const [index, limit] of asList(limits).entries()) {
    if (!isRecord(limit)) continue;
    const at = [...path, index];
    if (limit.increment_from !== undefined) {
      problems.push(...pathProblems(limit.increment_from, [...at, "increment_from"], ["args"]));
    }
    const ms =
      typeof limit.window === "number"
        ? limit.window * 1_000
        : typeof limit.window === "string"
          ? durationMs(limit.window)
          : undefined;
    if (ms !== undefined && ms > MAX_WINDOW_MS) {
      problems.push({
        path: pointer([...at, "window"]),
        message: `The window ${shown(limit.window)} is longer than ${MAX_WINDOW_MS / 86_400_000} days.`,
        fix: `Write at most "${MAX_WINDOW_MS / 86_400_000}d".`,
      });
    }
    const identity = JSON.stringify([limit.counter, limit.window, limit.scope ?? "grant"]);
    if (seen.has(identity)) {
      problems.push({
        path: pointer([...at, "counter"]),
        message: `The counter ${shown(limit.counter)} is used twice with the same window and scope.`,
        fix: "Give it another name, or remove it.",
      });
    }
    seen.add(identity);
  }
  return problems;
}
