/** Tools that gateway.json shows under other names: rules that name them as their servers do restrict them and allow nothing. */
import { describe, expect, it } from "vitest";
import { renamedTools } from "../../src/enforcement/renamed-tools.ts";
import { parseGatewayConfig } from "../../src/config/parse-gateway-config.ts";
import { compilePolicy } from "../../src/policy/compile.ts";
import { decide, isHidden, type Decision } from "../../src/policy/decide.ts";
import type { Tier } from "../../src/policy/document/document.ts";
import { accepted, historyOf, requestOf, type Call, type Earlier } from "./support/decide-with.ts";

const rename = { never: "fine", "send-mail": "post", refund: "give" };
const parsed = parseGatewayConfig({ mcpServers: { pay: { url: "https://pay.example/mcp", tools: { rename } } } });
if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
const { originals } = renamedTools(parsed.config.mcpServers);
const compile = (document: object) =>
  compilePolicy(accepted({ version: "1", default: "allow", ...document }), originals);

function decided(document: object, call: Call, earlier: readonly Earlier[] = []): Decision {
  return decide(compile(document), requestOf(call, historyOf(earlier)));
}

const FINE = { path: "pay.fine" };

describe("a rule about the original name restricts the tool", () => {
  it.each([
    { tools: { "pay.never": { action: "deny" } } },
    { tools: { never: { action: "deny" } } },
    { tools: { "pay.nev*": { action: "deny" } } },
    { tools: { "pay.never": { deny_if: [{ path: "args.x", op: "exists", value: false }] } } },
    { tools: { "pay.never": { require: [{ path: "args.x", op: "exists" }] } } },
    { hide: ["pay.never"] },
    { labels: { secret: ["pay.never"] }, flows: [{ from: "mail.*", to: "secret" }] },
    { flows: [{ from: "mail.*", to: "pay.never" }] },
    { preset: "read-only", tiers: { "pay.fine": "read", "pay.never": "write" } },
    { preset: "read-only", tiers: { "pay.never": "read" } },
  ])("%j", (document) => {
    expect(decided(document, FINE, [[5, "mail.search"]])).toMatchObject({ verdict: "deny" });
  });

  it("asks a person", () => {
    expect(decided({ tools: { "pay.never": { require_approval: true } } }, FINE)).toMatchObject({
      verdict: "ask",
      rule: "/tools/pay.never/require_approval",
    });
  });

  it("reserves its limits", () => {
    const limits = [{ counter: "calls", window: "day", max: 1 }];
    expect(decided({ tools: { "pay.never": { limits } } }, FINE)).toMatchObject({
      verdict: "allow",
      limits: [{ rule: "/tools/pay.never/limits/0" }],
    });
  });

  it("knows the results of the tool as a source", () => {
    for (const flow of [
      { from: "pay.never", to: "mail.send" },
      { from: "web.*", with: "pay.never", to: "mail.send" },
    ]) {
      const earlier: readonly Earlier[] = [
        [5, "pay.fine"],
        [4, "web.fetch"],
      ];
      expect(decided({ flows: [flow] }, { path: "mail.send" }, earlier)).toMatchObject({
        verdict: "deny",
        rule: "/flows/0",
      });
    }
  });

  it("knows the spelling of scripts, and no other tool", () => {
    const policy = compile({ hide: ["pay.send_mail"] });
    expect(["pay.post", "pay.fine", "mail.post"].map((path) => isHidden(policy, path))).toStrictEqual([
      true,
      false,
      false,
    ]);
  });

  it("finds data in its arguments and results, and reveals nothing to it", () => {
    const data = [{ kinds: ["email"], action: "redact", tools: ["pay.never"] }];
    const rules = compile({ data }).data;
    expect(rules?.toolData("pay.fine")).toMatchObject({ arguments: [{ kind: "email" }], results: [{ kind: "email" }] });
    expect(rules?.toolData("pay.post")).toBeUndefined();
    const tokens = [{ kinds: ["email"], action: "tokenize", tools: ["mail.*"], reveal: ["pay.never", "pay.post"] }];
    const revealed = compile({ data: tokens }).data;
    expect(revealed?.toolData("pay.fine")).toBeUndefined();
    expect(revealed?.toolData("pay.post")?.revealed).toStrictEqual(new Set(["email"]));
  });
});

describe("a rule about the original name allows nothing", () => {
  it("under the default deny", () => {
    const document = { default: "deny", tools: { "pay.never": {}, "pay.post": {} } };
    expect(decided(document, FINE)).toMatchObject({ verdict: "deny", rule: "/default" });
    expect(decided(document, { path: "pay.post" })).toMatchObject({ verdict: "allow" });
  });

  it.each([
    { tiers: { "pay.never": "read" }, own: "financial", want: "financial" },
    { tiers: { "pay.never": "write" }, own: "read", want: "write" },
    { tiers: { "pay.never": "destructive", "pay.fine": "read" }, own: "write", want: "destructive" },
    // What is said of the shown name is not said again of the other.
    { tiers: { "pay.fine": "read", "pay.*": "destructive" }, own: "write", want: "read" },
    // An entry that names only the original tool counts, whatever the order.
    { tiers: { "pay.*": "read", "pay.never": "destructive" }, own: "write", want: "destructive" },
    { tiers: { "pay.*": "read", "pay.n*": "destructive" }, own: "write", want: "destructive" },
  ] as const)("with $tiers its own tier $own becomes $want", ({ tiers, own, want }) => {
    expect(
      compile({ tiers })
        .rulesFor("pay.fine")
        .tierOf(own satisfies Tier),
    ).toBe(want);
  });
});

describe("a condition on earlier calls by the original name is in doubt, so that it restricts", () => {
  const earlier: readonly Earlier[] = [[20, "pay.fine", { args: { amount: 5 } }]];
  const never = { tool: "pay.never", within: "1h" };
  const same = [{ path: "args.amount", op: "eq", ref: "args.amount" }];
  it.each([
    { deny_if: [{ formerly: never }] },
    { require: [{ formerly: never }] },
    { require: [{ not: { formerly: never } }] },
    { deny_if: [{ formerly: { ...never, where: same } }] },
    { require: [{ formerly: { ...never, where: same } }] },
    { deny_if: [{ previous: never }] },
    { require: [{ previous: never }] },
    { require: [{ count: never, op: "lt", value: 1 }] },
    { require: [{ count: never, op: "gte", value: 1 }] },
    { require: [{ sum: { ...never, of: "args.amount" }, op: "lt", value: 5 }] },
    { require: [{ since: { tool: "pay.begin", within: "1h", without: { tool: "pay.never" } } }] },
    { require: [{ since: { tool: "pay.begin", within: "1h", always: { tool: "pay.never" } } }] },
  ])("%j", (rule) => {
    const calls: readonly Earlier[] = [[30, "pay.begin"], ...earlier];
    const call = { path: "pay.refund", args: { amount: 5 } };
    expect(decided({ tools: { "pay.refund": rule } }, call, calls)).toMatchObject({ verdict: "deny" });
  });

  it("includes the present call", () => {
    const limit = { count: { ...never, include_call: true }, op: "lt", value: 1 };
    expect(decided({ tools: { "pay.fine": { require: [limit] } } }, FINE)).toMatchObject({ verdict: "deny" });
  });

  it("holds with certainty for the shown name", () => {
    const rule = { require: [{ formerly: { tool: "pay.fine", within: "1h" } }] };
    expect(decided({ tools: { "pay.refund": rule } }, {}, earlier)).toMatchObject({ verdict: "allow" });
  });

  it("keeps the calls that it reads", () => {
    const { reach } = compile({ tools: { "pay.refund": { deny_if: [{ formerly: never }] } } });
    expect([reach.keeps("pay.fine"), reach.keeps("pay.post")]).toStrictEqual([true, false]);
  });
});
