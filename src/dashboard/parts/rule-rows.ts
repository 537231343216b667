/** Converts a policy document to rows of a table: the tools or calls that a rule covers, and a short description of the rule. */
import { asList, asRecord, isRecord } from "../../lib/is-record.ts";

interface RuleRow {
  /** JSON pointer into the document; hits of all places below it belong to the rule. */
  readonly pointer: string;
  readonly about: string;
  readonly lines: readonly string[];
  readonly isLoggedOnly: boolean;
}

type Part = Readonly<Record<string, unknown>>;

export function ruleRows(document: unknown): readonly RuleRow[] {
  if (!isRecord(document)) return [];
  const isLoggedOnly = document["mode"] === "log_only";
  const rows: RuleRow[] = [];
  const add = (pointer: string, about: string, lines: readonly string[], mode?: unknown): void => {
    rows.push({ pointer, about, lines, isLoggedOnly: isLoggedOnly || mode === "log_only" });
  };
  for (const [name, rule] of Object.entries(asRecord(document["tools"]))) {
    if (isRecord(rule)) add(`/tools/${escaped(name)}`, name, ruleLines(rule), rule["mode"]);
  }
  if (isRecord(document["all_tools"])) add("/all_tools", "every tool", ruleLines(document["all_tools"]));
  for (const [index, flow] of asList(document["flows"]).entries()) {
    if (!isRecord(flow)) continue;
    const into = asList(flow["args"]).length > 0 ? ` in ${asList(flow["args"]).join(", ")}` : "";
    const withText = flow["with"] === undefined ? "" : `, when the run also called ${words(flow["with"])}`;
    const verdict = flow["unless"] === "approved" ? "a person approves" : "denied";
    add(
      `/flows/${index}`,
      `${words(flow["from"])} → ${words(flow["to"])}`,
      [`${verdict}${into}${withText}`],
      flow["mode"],
    );
  }
  for (const [index, name] of asList(document["hide"]).entries()) add(`/hide/${index}`, words(name), ["hidden"]);
  if (document["preset"] !== undefined) add("/preset", "every tool, by tier", [words(document["preset"])]);
  add("/default", "tools that no rule names", [document["default"] === "deny" ? "denied" : "allowed"]);
  return rows;
}

/** @param hits numbers of hits by JSON pointer */
export function hitsOf({ pointer }: RuleRow, hits: Readonly<Record<string, number>>): number {
  let sum = 0;
  for (const [at, count] of Object.entries(hits)) if (at === pointer || at.startsWith(`${pointer}/`)) sum += count;
  return sum;
}

function ruleLines(rule: Part): readonly string[] {
  const lines: string[] = [];
  if (rule["action"] === "deny") lines.push("denied");
  if (rule["action"] === "require_approval" || rule["require_approval"] === true) lines.push("a person approves");
  lines.push(...asList(rule["deny_if"]).map((condition) => `denied if ${conditionText(condition)}`));
  lines.push(...asList(rule["require"]).map((condition) => `requires ${conditionText(condition)}`));
  lines.push(
    ...asList(rule["require_approval"]).map((condition) => `a person approves if ${conditionText(condition)}`),
  );
  lines.push(...asList(rule["limits"]).map(limitText));
  if (isRecord(rule["rate_limit"])) {
    lines.push(`at most ${words(rule["rate_limit"]["max"])} in ${windowText(rule["rate_limit"]["window"])}`);
  }
  return lines.length > 0 ? lines : ["allowed"];
}

function limitText(limit: unknown): string {
  if (!isRecord(limit)) return "";
  const amount = limit["increment_from"] === undefined ? "" : ` of ${words(limit["increment_from"])}`;
  const scope = limit["scope"] === undefined ? "grant" : words(limit["scope"]);
  return `at most ${words(limit["max"])}${amount} per ${windowText(limit["window"])}, by ${scope}`;
}

function windowText(window: unknown): string {
  return typeof window === "number" ? `${window} seconds` : words(window);
}

const HISTORY = ["formerly", "previous", "since", "count", "sum"] as const;

function conditionText(condition: unknown): string {
  if (!isRecord(condition)) return "";
  if (condition["path"] !== undefined) {
    const compared = condition["ref"] === undefined ? JSON.stringify(condition["value"]) : words(condition["ref"]);
    return `${words(condition["path"])} ${words(condition["op"])}${compared === undefined ? "" : ` ${compared}`}`;
  }
  for (const kind of HISTORY) {
    const selector = condition[kind];
    if (!isRecord(selector)) continue;
    const within = selector["within"] === undefined ? "" : ` within ${words(selector["within"])}`;
    const compared = condition["op"] === undefined ? "" : ` ${words(condition["op"])} ${words(condition["value"])}`;
    return `${kind} ${words(selector["tool"])}${within}${compared}`;
  }
  if (condition["not"] !== undefined) return `not (${conditionText(condition["not"])})`;
  const [kind] = Object.keys(condition);
  return asList(condition[kind ?? ""])
    .map(conditionText)
    .join(kind === "any" ? " or " : " and ");
}

function words(value: unknown): string {
  if (Array.isArray(value)) return value.map(words).join(", ");
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
