/** Whether a GraphQL server's `query` may ask for what another tool of the server is there for. */
import { describe, expect, it } from "vitest";
import { decidesApart } from "../../src/enforcement/decides-apart.ts";
import { compileInForce } from "../../src/enforcement/policy-in-force.ts";
import { accepted } from "./support/decide-with.ts";

const annotations = { readOnlyHint: true };

function apart(document: object, name = "count"): string | undefined {
  const policy = compileInForce(accepted({ version: "1", default: "allow", ...document }), (path) =>
    path === "shop.count" ? ["shop.counted"] : [],
  );
  return decidesApart(policy, "shop")({ name, annotations }, { name: "query", annotations });
}

const CONDITION = { path: "args.id", op: "eq", value: "13" };
const LIMIT = { counter: "calls", window: "day", max: 5 };

describe("a tool is decided on apart", () => {
  it.each([
    { tools: { "shop.count": { action: "deny" } } },
    { tools: { "shop.Count": { action: "deny" } } },
    { tools: { "shop.counted": { action: "deny" } } },
    { tools: { count: { action: "require_approval" } } },
    { tools: { "shop.c*": { deny_if: [CONDITION] } } },
    { tools: { "shop.count": { require: [CONDITION] } } },
    { tools: { "shop.count": { require_approval: [CONDITION] } } },
    { tools: { "shop.count": { limits: [LIMIT] } } },
    { tools: { "shop.count": { rate_limit: { max: 1, window: 60 } } } },
    { default: "deny", tools: { "shop.query": { action: "allow" } } },
    { preset: "read-only", tiers: { "shop.count": "write" } },
    {
      all_tools: { deny_if: [{ path: "tool.tier", op: "eq", value: "financial" }] },
      tiers: { "shop.count": "financial" },
    },
    { all_tools: { deny_if: [{ path: "tool.name", op: "eq", value: "count" }] } },
    { labels: { secret: ["shop.count"] }, flows: [{ from: "secret", to: "mail.*" }] },
    { flows: [{ from: "shop.count", to: "mail.*" }] },
    { flows: [{ from: "mail.*", to: "shop.count" }] },
    { data: [{ kinds: ["email"], action: "redact", tools: "shop.count" }] },
    { tools: { "mail.send": { deny_if: [{ formerly: { tool: "shop.count", scope: "run" } }] } } },
  ])("%j", (document) => {
    expect(apart(document)).toBe("ruled");
  });

  it("and not named where it is hidden", () => {
    expect(apart({ hide: ["shop.count"] })).toBe("hidden");
    expect(apart({ hide: ["shop.c*"], mode: "log_only" })).toBeUndefined();
  });

  it("where its name says that it does harm and a preset asks for that", () => {
    expect(apart({ preset: "read-only" }, "delete_all")).toBe("ruled");
    expect(apart({}, "delete_all")).toBeUndefined();
  });
});

describe("a tool is decided on alike", () => {
  it.each([
    {},
    { preset: "read-only" },
    { tools: { "shop.other": { action: "deny" } } },
    { tools: { "shop.count": { action: "allow" } } },
    { tools: { "shop.*": { limits: [LIMIT] } } },
    { tools: { "shop.count": { action: "deny", mode: "log_only" } } },
    { mode: "log_only", tools: { "shop.count": { action: "deny" } } },
    { default: "deny", tools: { "shop.*": { action: "allow" } } },
    { all_tools: { limits: [LIMIT] } },
    { labels: { secret: ["shop.*"] }, flows: [{ from: "secret", to: "mail.*" }] },
    { data: [{ kinds: ["email"], action: "redact" }] },
    { data: [{ kinds: ["email"], action: "report", tools: "shop.count" }] },
  ])("%j", (document) => {
    expect(apart(document)).toBeUndefined();
  });
});
