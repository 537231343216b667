/**
 * Random documents against Cedar, where both say the same: tools and globs, defaults, `require` and `deny_if` over arguments of the expected types,
 * some of them missing. Cedar knows true and false only and skips a policy that meets a missing field, so what is unknown here is written out there: once
 * for what certainly holds, once for what may hold.
 */
import { isAuthorized } from "@cedar-policy/cedar-wasm/nodejs";
import { expect, it } from "vitest";
import type { Condition, ValueCondition } from "../../src/policy/document/document.ts";
import { Random } from "../support/random.ts";
import { decideWith } from "./support/decide-with.ts";

const TOOLS = ["pay.refund", "pay.charge", "mail.send", "mail.search"];
const PATTERNS = [...TOOLS, "pay.*", "*.s*", "mail.*d", "*"];
const FIELDS = { n: [-5, 0, 3, 7, 100], s: ["a", "b", "ab", "x y"], f: [true, false] } as const;
type Field = keyof typeof FIELDS;
type Reading = "certain" | "possible";

interface Rule {
  readonly action?: "deny";
  readonly require?: readonly Condition[];
  readonly deny_if?: readonly Condition[];
}

function condition(random: Random, depth: number): Condition {
  switch (depth > 0 ? random.below(6) : 5) {
    case 0:
      return { all: random.list(3, () => condition(random, depth - 1)) };
    case 1:
      return { any: [condition(random, depth - 1), ...random.list(2, () => condition(random, depth - 1))] };
    case 2:
      return { not: condition(random, depth - 1) };
    default:
      return comparison(random);
  }
}

function comparison(random: Random): Condition {
  const field = random.pick<Field>(["n", "s", "f"]);
  const values: readonly (string | number | boolean)[] = FIELDS[field];
  const path = `args.${field}`;
  const ops: readonly ValueCondition["op"][] = [
    "eq",
    "neq",
    "in",
    "not_in",
    "exists",
    ...(field === "n" ? (["lt", "lte", "gt", "gte"] as const) : []),
  ];
  const op = random.pick(ops);
  if (op === "exists") return { path, op, value: random.chance(0.5) };
  const isList = op === "in" || op === "not_in";
  return { path, op, value: isList ? [random.pick(values), random.pick(values)] : random.pick(values) };
}

const SIGNS: Readonly<Record<string, string>> = { eq: "==", neq: "!=", lt: "<", lte: "<=", gt: ">", gte: ">=" };

function toCedar(one: Condition, reading: Reading): string {
  if ("all" in one)
    return one.all.length === 0 ? "true" : `(${one.all.map((part) => toCedar(part, reading)).join(" && ")})`;
  if ("any" in one) return `(${one.any.map((part) => toCedar(part, reading)).join(" || ")})`;
  if ("not" in one) return `!(${toCedar(one.not, reading === "certain" ? "possible" : "certain")})`;
  if (!("path" in one)) throw new Error("Cedar has no history.");
  const field = one.path.replace("args.", "");
  const has = `context has ${field}`;
  if (one.op === "exists") return one.value === false ? `!(${has})` : `(${has})`;
  const mayHoldWhenMissing = reading === "possible" && !["eq", "in"].includes(one.op);
  const test =
    one.op === "in" || one.op === "not_in"
      ? `${one.op === "in" ? "" : "!"}${JSON.stringify(one.value)}.contains(context.${field})`
      : `context.${field} ${SIGNS[one.op]} ${JSON.stringify(one.value)}`;
  return mayHoldWhenMissing ? `(!(${has}) || ${test})` : `(${has} && ${test})`;
}

function policies(byDefault: "allow" | "deny", rules: Readonly<Record<string, Rule>>): string {
  const scope = "(principal, action, resource)";
  const texts = byDefault === "allow" ? [`permit ${scope};`] : [];
  for (const [pattern, { action, require = [], deny_if: denyIf = [] }] of Object.entries(rules)) {
    const matches = `context.path like ${JSON.stringify(pattern)}`;
    texts.push(`permit ${scope} when { ${matches} };`);
    if (action === "deny") texts.push(`forbid ${scope} when { ${matches} };`);
    for (const one of require) texts.push(`forbid ${scope} when { ${matches} } unless { ${toCedar(one, "certain")} };`);
    for (const one of denyIf) texts.push(`forbid ${scope} when { ${matches} && ${toCedar(one, "possible")} };`);
  }
  return texts.join("\n");
}

function cedarVerdict(text: string, context: Readonly<Record<string, string | number | boolean>>): string {
  const answer = isAuthorized({
    principal: { type: "User", id: "ann" },
    action: { type: "Action", id: "call" },
    resource: { type: "Gateway", id: "isogate" },
    context,
    policies: { staticPolicies: text },
    entities: [],
  });
  if (answer.type !== "success" || answer.response.diagnostics.errors.length > 0)
    throw new Error(`${JSON.stringify(answer)}\n${text}`);
  return answer.response.decision;
}

it.each(Array.from({ length: 60 }, (_, seed) => seed))("decides like Cedar, seed %i", (seed) => {
  const random = new Random(seed);
  const byDefault = random.pick<"allow" | "deny">(["allow", "deny"]);
  const tools: Readonly<Record<string, Rule>> = Object.fromEntries(
    random.list(4, () => [
      random.pick(PATTERNS),
      random.chance(0.15)
        ? { action: "deny" as const }
        : { require: random.list(2, () => condition(random, 2)), deny_if: random.list(2, () => condition(random, 2)) },
    ]),
  );
  const text = policies(byDefault, tools);
  for (let call = 0; call < 20; call += 1) {
    const path = random.pick(TOOLS);
    const fields = random.some<Field>(["n", "s", "f"], 0.7);
    const args = Object.fromEntries(
      fields.map((field) => [field, random.pick<string | number | boolean>(FIELDS[field])]),
    );
    const ours = decideWith({ version: "1", default: byDefault, tools }, { path, args }).verdict;
    expect({ path, args, verdict: ours }).toStrictEqual({ path, args, verdict: cedarVerdict(text, { ...args, path }) });
  }
});
