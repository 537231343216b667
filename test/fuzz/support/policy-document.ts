/** Random policy documents: well-formed, or with keys and values replaced. */
import { TIERS } from "../../../src/policy/document/document.ts";
import { hostileValue } from "./hostile.ts";
import type { Random } from "../../support/random.ts";

const TOOLS = ["pay.refund", "pay.*", "mail.send", "*", "a.b", "*.send", "execute_code", "refund"];
const PATHS = [
  "args.amount",
  "args.to[*]",
  "args.a.b[0].c",
  'args["x y"]',
  "tool.tier",
  "principal.id",
  "run.id",
  "tool.annotations.readOnlyHint",
];
const VALUES: readonly unknown[] = [0, 1, -5, 1.5, "", "a", "2026-01-01", true, false, null];
const KEYS = [
  "version",
  "default",
  "tools",
  "require",
  "deny_if",
  "path",
  "op",
  "value",
  "limits",
  "formerly",
  "within",
  "__proto__",
  "constructor",
  "toString",
  "",
];

export function policyDocument(random: Random, isSpoilt: boolean): unknown {
  const document = wellFormed(random);
  return isSpoilt ? spoilt(random, document) : document;
}

function wellFormed(random: Random): unknown {
  const labels = random.chance(0.5) ? { private: random.list(2, () => tool(random)), external: ["mail.*"] } : undefined;
  return {
    version: "1",
    default: random.pick(["allow", "deny"]),
    ...(random.chance(0.2) && { mode: random.pick(["enforce", "log_only"]) }),
    ...(random.chance(0.2) && { preset: random.pick(["read-only", "ask-before-write", "ask-before-destructive"]) }),
    ...(random.chance(0.3) && { hide: random.list(3, () => random.pick(["a.*", "x", "*.secret"])) }),
    ...(labels && {
      labels,
      flows: random.list(2, () => ({
        from: "private",
        to: random.pick(["external", "a.b"]),
        ...(random.chance(0.5) && { args: ["text"] }),
        ...(random.chance(0.3) && { unless: "approved" }),
      })),
    }),
    ...(random.chance(0.3) && { tiers: { "a.b": random.pick(["read", "destructive"]) } }),
    ...(random.chance(0.3) && { all_tools: { deny_if: conditions(random, 1) } }),
    tools: Object.fromEntries(random.list(4, () => [random.pick(TOOLS), rule(random)])),
  };
}

function tool(random: Random): string {
  return random.pick(TOOLS.filter((name) => name !== "execute_code"));
}

function rule(random: Random): object {
  if (random.chance(0.2)) return { action: "deny", ...(random.chance(0.5) && { reason: "no" }) };
  return {
    ...(random.chance(0.2) && { action: random.pick(["allow", "require_approval"]) }),
    ...(random.chance(0.5) && { require: conditions(random, 2) }),
    ...(random.chance(0.5) && { deny_if: conditions(random, 2) }),
    ...(random.chance(0.3) && { require_approval: random.chance(0.5) ? true : [condition(random, 1)] }),
    ...(random.chance(0.3) && { rate_limit: { max: random.below(5), window: 60 } }),
    ...(random.chance(0.4) && {
      limits: [
        {
          counter: "c",
          window: random.pick(["minute", "day", "run", "90s", 30]),
          max: random.below(100),
          scope: random.pick(["grant", "principal", "deployment", "session", "run"]),
          ...(random.chance(0.5) && { increment_from: "args.amount" }),
        },
      ],
    }),
    ...(random.chance(0.2) && { on_deny: "no" }),
    ...(random.chance(0.2) && { mode: "log_only" }),
  };
}

function conditions(random: Random, depth: number, level = 0): object[] {
  return random.list(2, () => condition(random, depth, level));
}

function condition(random: Random, depth: number, level = 0): object {
  const inner = (): object[] => conditions(random, depth - 1, level + 1);
  const selector = (): object => ({
    tool: random.chance(0.7) ? random.pick(TOOLS) : [random.pick(TOOLS)],
    within: random.pick(["1m", "1h", "7d"]),
    ...(random.chance(0.6) && { where: inner() }),
    ...(random.chance(0.3) && { scope: random.pick(["run", "session", "principal", "deployment"]) }),
    ...(random.chance(0.3) && { state: random.pick(["ok", "failed", "denied", "any"]) }),
    ...(random.chance(0.3) && { include_call: true }),
  });
  const measured = { op: random.pick(["eq", "neq", "lt", "lte", "gt", "gte"]), value: random.below(4) };
  switch (depth <= 0 ? 0 : random.below(10)) {
    case 1:
      return { formerly: selector() };
    case 2:
      return { previous: selector() };
    case 3:
      return {
        since: {
          ...selector(),
          ...(random.chance(0.5) && { without: { tool: random.pick(TOOLS) } }),
          ...(random.chance(0.3) && { always: { tool: random.pick(TOOLS) } }),
        },
      };
    case 4:
      return {
        count: {
          ...selector(),
          ...(random.chance(0.4) ? { each: selector() } : random.chance(0.4) && { distinct: "args.to" }),
        },
        ...measured,
      };
    case 5:
      return { sum: { ...selector(), of: "args.amount" }, ...measured };
    case 6:
      return { all: conditions(random, depth - 1, level) };
    case 7:
      return { any: [condition(random, depth - 1, level)] };
    case 8:
      return { not: condition(random, depth - 1, level) };
    default:
      return valueCondition(random, level);
  }
}

function valueCondition(random: Random, level: number): object {
  const path = random.pick(level > 0 ? [...PATHS, "output.id"] : PATHS);
  if (random.chance(0.15))
    return {
      path,
      op: random.pick(["eq", "lt", "in", "contains"]),
      ref: random.pick(level > 1 ? ["args.x", "outer.args.x"] : ["args.x"]),
    };
  const op = random.pick(["eq", "neq", "in", "not_in", "lt", "lte", "gt", "gte", "regex", "contains", "exists"]);
  if (op === "exists") return random.chance(0.5) ? { path, op } : { path, op, value: random.chance(0.5) };
  // Another text than a tier is refused.
  const values = path === "tool.tier" && ["eq", "neq", "in", "not_in"].includes(op) ? TIERS : VALUES;
  if (op === "in" || op === "not_in")
    return { path, op, value: [random.pick(values), ...random.list(3, () => random.pick(values))] };
  if (op === "regex") return { path, op, value: random.pick(["^(a+)+$", "(?i)drop", "[^x]{2,5}", "\\p{L}|\\d"]) };
  if (op === "contains") return { path, op, value: random.pick(VALUES.filter((value) => value !== "")) };
  if (op === "eq" || op === "neq") return { path, op, value: random.pick(values) };
  return { path, op, value: random.pick([0, 1, -5, 1.5, "a", "2026-01-01"]) };
}

/** Some keys and values somewhere inside are replaced. */
function spoilt(random: Random, value: unknown): unknown {
  if (random.chance(0.03)) return hostileValue(random);
  if (Array.isArray(value)) return value.map((item) => spoilt(random, item));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(
    ([key, part]) => [random.chance(0.03) ? random.pick(KEYS) : key, spoilt(random, part)] as const,
  );
  if (random.chance(0.05)) entries.push([random.pick(KEYS), hostileValue(random)]);
  // Own properties, also __proto__.
  const copy = {};
  for (const [key, part] of entries)
    Object.defineProperty(copy, key, { value: part, enumerable: true, configurable: true, writable: true });
  return copy;
}
