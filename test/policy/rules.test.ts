/** Which rules concern a call, what comes first, and what other products' documents mean here. */
import { describe, expect, it } from "vitest";
import { compilePolicy } from "../../src/policy/compile.ts";
import { isHidden } from "../../src/policy/decide.ts";
import { accepted, decideWith, type Call } from "./support/decide-with.ts";

type Row = readonly [call: Call | string, verdict: "allow" | "deny" | "ask", rule: string];

function table(name: string, document: object, rows: readonly Row[]): void {
  describe(`${name}:`, () => {
    it.each(rows)("%j: %s by %s", (call, verdict, rule) => {
      const decision = decideWith({ version: "1", ...document }, typeof call === "string" ? { path: call } : call);
      expect({ verdict: decision.verdict, rule: decision.rule }).toStrictEqual({ verdict, rule });
    });
  });
}

const over = (value: number): object => ({ path: "args.n", op: "gt", value });

table("default allow", { default: "allow" }, [
  ["a.b", "allow", "/default"],
  ["execute_code", "allow", "/default"],
]);

table("default deny", { default: "deny", tools: { "github.get_*": {}, "mail.send": { action: "allow" } } }, [
  ["github.get_issue", "allow", "/tools/github.get_*"],
  ["mail.send", "allow", "/tools/mail.send"],
  ["github.GET_issue", "deny", "/default"],
  ["github2.get_issue", "deny", "/default"],
  ["xgithub.get_issue", "deny", "/default"],
  ["mail.send2", "deny", "/default"],
  ["mail.send.x", "deny", "/default"],
  ["mail", "deny", "/default"],
  ["", "deny", "/default"],
  ["__proto__", "deny", "/default"],
  ["constructor.name", "deny", "/default"],
  // The gateway's own tools do nothing by themselves: each call of a script is decided on its own.
  ["execute_code", "allow", "/default"],
  ["search_tools", "allow", "/default"],
]);

table(
  "names as scripts show them",
  {
    default: "allow",
    tools: {
      "my_srv.delete_repo": { action: "deny" },
      "my_srv.get_*": { action: "deny" },
      "other-srv.list-all": { action: "deny" },
      "third.delete_": { action: "deny" },
      drop_table: { action: "deny" },
    },
  },
  [
    ["my.srv.delete-repo", "allow", "/default"],
    ["my-srv.delete.repo", "deny", "/tools/my_srv.delete_repo/action"],
    ["my.srv.delete-repo", "allow", "/default"],
    ["my-srv.get-it", "deny", "/tools/my_srv.get_*/action"],
    ["other_srv.list_all", "deny", "/tools/other-srv.list-all/action"],
    ["third.delete", "deny", "/tools/third.delete_/action"],
    ["any.drop-table", "deny", "/tools/drop_table/action"],
    ["my-srv.deleterepo", "deny", "/tools/my_srv.delete_repo/action"],
    ["mysrv.delete-repo", "allow", "/default"],
  ],
);

table(
  "a tier of a tool that is only spelled alike makes no other one milder",
  {
    default: "allow",
    all_tools: { deny_if: [{ path: "tool.tier", op: "eq", value: "financial" }] },
    tiers: {
      "bank.send_all": "execute",
      "bank.sendAll": "financial",
      "bank.pay_all": "execute",
      "bank.drop_all": "financial",
    },
  },
  [
    ["bank.sendAll", "deny", "/all_tools/deny_if/0"],
    ["bank.send_all", "deny", "/all_tools/deny_if/0"],
    [{ path: "bank.payAll", tier: "financial" }, "deny", "/all_tools/deny_if/0"],
    [{ path: "bank.pay_all", tier: "financial" }, "allow", "/default"],
    ["bank.dropAll", "deny", "/all_tools/deny_if/0"],
  ],
);

table(
  "what allows is for the tool of that very name, as its server or scripts spell it",
  {
    default: "deny",
    preset: "read-only",
    tiers: { "pay.*": "read", "my_srv.get_it": "read", "my_srv.drop_it": "destructive" },
    tools: {
      "pay.read": {},
      "pay.write": { action: "deny" },
      "pay.*": { limits: [] },
      "my_srv.get_it": {},
      "my_srv.drop_it": {},
      "my_srv.delete_": {},
    },
  },
  [
    ["my-srv.get-it", "allow", "/tools/my_srv.get_it"],
    ["my-srv.get_it", "allow", "/tools/my_srv.get_it"],
    ["my-srv.get_it_", "deny", "/default"],
    ["my-srv._get_it", "deny", "/default"],
    ["my-srv.get-it-", "deny", "/default"],
    ["my-srv._drop_it", "deny", "/default"],
    ["pay._write", "deny", "/tools/pay.write/action"],
    ["pay.write-", "deny", "/tools/pay.write/action"],
  ],
);

table("an allowing rule and no other", { default: "deny", tools: { "pay.read": {}, "third.delete_": {} } }, [
  ["pay.read", "allow", "/tools/pay.read"],
  ["pay._read", "deny", "/default"],
  ["pay.read-", "deny", "/default"],
  ["third.delete", "allow", "/tools/third.delete_"],
  ["third.delete_", "allow", "/tools/third.delete_"],
  ["third._delete", "deny", "/default"],
]);

table("a tier that permits", { default: "allow", preset: "read-only", tiers: { "pay.look": "read" } }, [
  ["pay.look", "allow", "/default"],
  ["pay._look", "deny", "/preset"],
]);

table(
  "globs",
  {
    default: "deny",
    tools: {
      "a.*": {},
      "*.read": {},
      "b.x*y*z": {},
      "c.**d": {},
      bare: {},
      "s.v1.tool": {},
    },
  },
  [
    ["a.", "allow", "/tools/a.*"],
    ["a.b.c", "allow", "/tools/a.*"],
    ["q.read", "allow", "/tools/*.read"],
    ["q.w.read", "allow", "/tools/*.read"],
    ["q.reads", "deny", "/default"],
    ["read", "deny", "/default"],
    ["b.xyz", "allow", "/tools/b.x*y*z"],
    ["b.x-y-z", "allow", "/tools/b.x*y*z"],
    ["b.xz", "deny", "/default"],
    ["b.xzy", "deny", "/default"],
    ["c.d", "allow", "/tools/c.**d"],
    ["c.dd", "allow", "/tools/c.**d"],
    ["any.bare", "allow", "/tools/bare"],
    ["bare", "deny", "/default"],
    ["s.v1.tool", "allow", "/tools/s.v1.tool"],
    ["s.v1xtool", "deny", "/default"],
  ],
);

table("a star is every tool of an upstream", { default: "allow", tools: { "*": { action: "deny" } } }, [
  ["a.b", "deny", "/tools/*/action"],
  ["execute_code.x", "deny", "/tools/*/action"],
  ["execute_code", "allow", "/default"],
]);

table(
  "denials outweigh permissions, whatever the order",
  {
    default: "allow",
    tools: {
      "github.delete_repo": { action: "allow" },
      "github.delete_*": { action: "deny" },
      "github.*": { require_approval: true },
      "pay.*": { deny_if: [over(100)] },
      "pay.refund": { require: [{ path: "args.n", op: "lte", value: 1_000 }], require_approval: [over(10)] },
      "shell.run": { action: "deny", reason: "never" },
    },
  },
  [
    ["github.delete_repo", "deny", "/tools/github.delete_*/action"],
    ["github.get_issue", "ask", "/tools/github.*/require_approval"],
    [{ path: "github.get_issue", isApproved: true }, "allow", "/tools/github.*"],
    [{ path: "github.delete_repo", isApproved: true }, "deny", "/tools/github.delete_*/action"],
    [{ path: "pay.refund", args: { n: 5 } }, "allow", "/tools/pay.*"],
    [{ path: "pay.refund", args: { n: 50 } }, "ask", "/tools/pay.refund/require_approval/0"],
    [{ path: "pay.refund", args: { n: 50 }, isApproved: true }, "allow", "/tools/pay.*"],
    [{ path: "pay.refund", args: { n: 500 } }, "deny", "/tools/pay.*/deny_if/0"],
    [{ path: "pay.refund", args: { n: 500 }, isApproved: true }, "deny", "/tools/pay.*/deny_if/0"],
    [{ path: "pay.refund", args: {} }, "deny", "/tools/pay.*/deny_if/0"],
    ["shell.run", "deny", "/tools/shell.run/action"],
  ],
);

table("hidden tools", { default: "allow", hide: ["billing.*", "secret_tool"], tools: { "billing.read": {} } }, [
  ["billing.read", "deny", "/hide/0"],
  ["billing.read.x", "deny", "/hide/0"],
  ["any.secret_tool", "deny", "/hide/1"],
  ["billings.read", "allow", "/default"],
  ["execute_code", "allow", "/default"],
]);

table("everything hidden", { default: "allow", hide: ["*"] }, [
  ["a.b", "deny", "/hide/0"],
  ["execute_code", "allow", "/default"],
]);

table(
  "rules for all tools",
  { default: "deny", tools: { "a.b": {} }, all_tools: { deny_if: [over(5)], require_approval: [over(3)] } },
  [
    [{ path: "a.b", args: { n: 1 } }, "allow", "/tools/a.b"],
    [{ path: "a.b", args: { n: 4 } }, "ask", "/all_tools/require_approval/0"],
    [{ path: "a.b", args: { n: 6 } }, "deny", "/all_tools/deny_if/0"],
    // A rule for all tools does not list one.
    [{ path: "a.c", args: { n: 1 } }, "deny", "/default"],
    [{ path: "execute_code", args: { n: 9 } }, "allow", "/default"],
  ],
);

table(
  "own tools",
  {
    default: "deny",
    tools: {
      execute_code: { deny_if: [{ path: "args.code", op: "contains", value: "rm -rf" }] },
      search_tools: { action: "deny" },
    },
  },
  [
    [{ path: "execute_code", args: { code: "1" } }, "allow", "/tools/execute_code"],
    [{ path: "execute_code", args: { code: "rm -rf /" } }, "deny", "/tools/execute_code/deny_if/0"],
    ["search_tools", "deny", "/tools/search_tools/action"],
    ["a.execute_code", "deny", "/default"],
  ],
);

table(
  "log_only documents",
  {
    default: "deny",
    mode: "log_only",
    hide: ["a.*"],
    preset: "read-only",
    tools: { "b.c": { action: "deny", mode: "enforce" } },
  },
  [
    ["a.b", "allow", "/default"],
    ["b.c", "allow", "/tools/b.c"],
    ["x.y", "allow", "/default"],
  ],
);

table(
  "log_only rules",
  {
    default: "allow",
    tools: {
      "a.*": { action: "deny", mode: "log_only" },
      "a.b": { require_approval: true },
      "c.*": { deny_if: [over(1)], require: [over(2)], require_approval: [over(3)], mode: "log_only" },
    },
  },
  [
    ["a.x", "allow", "/tools/a.*"],
    ["a.b", "ask", "/tools/a.b/require_approval"],
    [{ path: "c.d", args: { n: 9 } }, "allow", "/tools/c.*"],
  ],
);

table(
  "conditions in all, any and not",
  {
    default: "allow",
    tools: {
      "all.x": { deny_if: [{ all: [over(1), { path: "args.m", op: "eq", value: "x" }] }] },
      "any.x": { deny_if: [{ any: [over(1), { path: "args.m", op: "eq", value: "x" }] }] },
      "not.x": { deny_if: [{ not: { path: "args.m", op: "eq", value: "x" } }] },
      "empty.x": { require: [{ all: [] }], deny_if: [{ not: { all: [] } }] },
    },
  },
  [
    [{ path: "all.x", args: { n: 2, m: "x" } }, "deny", "/tools/all.x/deny_if/0"],
    [{ path: "all.x", args: { n: 2, m: "y" } }, "allow", "/tools/all.x"],
    [{ path: "all.x", args: { m: "x" } }, "deny", "/tools/all.x/deny_if/0"],
    [{ path: "all.x", args: { m: "y" } }, "allow", "/tools/all.x"],
    [{ path: "any.x", args: { n: 0, m: "y" } }, "allow", "/tools/any.x"],
    [{ path: "any.x", args: { n: 0, m: "x" } }, "deny", "/tools/any.x/deny_if/0"],
    [{ path: "any.x", args: { m: "y" } }, "deny", "/tools/any.x/deny_if/0"],
    [{ path: "not.x", args: { m: "x" } }, "allow", "/tools/not.x"],
    [{ path: "not.x", args: { m: "y" } }, "deny", "/tools/not.x/deny_if/0"],
    [{ path: "not.x", args: {} }, "deny", "/tools/not.x/deny_if/0"],
    ["empty.x", "allow", "/tools/empty.x"],
  ],
);

const tierCalls = (verdicts: Readonly<Record<string, readonly ["allow" | "deny" | "ask", string]>>): readonly Row[] =>
  Object.entries(verdicts).map(([tier, [verdict, rule]]) => [{ path: "a.b", tier: tier as "read" }, verdict, rule]);

table("preset read-only", { default: "allow", preset: "read-only" }, [
  ...tierCalls({
    read: ["allow", "/default"],
    write: ["deny", "/preset"],
    execute: ["deny", "/preset"],
    destructive: ["deny", "/preset"],
    financial: ["deny", "/preset"],
  }),
  ["execute_code", "allow", "/default"],
]);

table(
  "preset ask-before-write",
  { default: "allow", preset: "ask-before-write" },
  tierCalls({
    read: ["allow", "/default"],
    write: ["ask", "/preset"],
    execute: ["ask", "/preset"],
    destructive: ["ask", "/preset"],
    financial: ["ask", "/preset"],
  }),
);

table(
  "preset ask-before-destructive",
  { default: "allow", preset: "ask-before-destructive" },
  tierCalls({
    read: ["allow", "/default"],
    write: ["allow", "/default"],
    execute: ["ask", "/preset"],
    destructive: ["ask", "/preset"],
    financial: ["ask", "/preset"],
  }),
);

table(
  "tiers that the document corrects",
  {
    default: "allow",
    preset: "read-only",
    tiers: { "a.get_*": "read", "b.*": "financial" },
    tools: { "*": { deny_if: [{ path: "tool.tier", op: "eq", value: "financial" }] } },
  },
  [
    ["a.get_x", "allow", "/tools/*"],
    ["a.set_x", "deny", "/preset"],
    [{ path: "b.x", tier: "read" }, "deny", "/preset"],
  ],
);

/** As its documentation prints them. */
table("PolicyLayer: a listed tool", { default: "deny", tools: { list_customers: {} } }, [
  ["stripe.list_customers", "allow", "/tools/list_customers"],
  ["stripe.delete_customer", "deny", "/default"],
]);
table(
  "PolicyLayer: the shape of a document",
  {
    default: "deny",
    hide: ["delete_account"],
    all_tools: { limits: [] },
    tools: {
      create_charge: {
        require: [{ path: "args.reason", op: "exists" }],
        deny_if: [{ path: "args.amount", op: "gt", value: 10_000 }],
        limits: [{ counter: "charges", window: "minute", max: 30, scope: "grant" }],
        on_deny: "Charges over 10000 are not allowed.",
      },
    },
  },
  [
    ["stripe.delete_account", "deny", "/hide/0"],
    [{ path: "stripe.create_charge", args: { reason: "x", amount: 10_000 } }, "allow", "/tools/create_charge"],
    [{ path: "stripe.create_charge", args: { reason: "x", amount: 10_001 } }, "deny", "/tools/create_charge/deny_if/0"],
    [{ path: "stripe.create_charge", args: { amount: 1 } }, "deny", "/tools/create_charge/require/0"],
  ],
);
table(
  "PolicyLayer: the outer tool",
  {
    default: "deny",
    tools: { execute_code: { limits: [{ counter: "runs", window: "minute", max: 10, scope: "grant" }] } },
  },
  [["execute_code", "allow", "/tools/execute_code"]],
);
table(
  "PolicyLayer: the prose form",
  {
    default: "allow",
    tools: {
      execute_code: { rate_limit: { max: 10, window: 60 } },
      delete_file: { action: "deny", reason: "Deletion is not allowed." },
      deploy: { action: "require_approval" },
    },
  },
  [
    ["files.delete_file", "deny", "/tools/delete_file/action"],
    ["ci.deploy", "ask", "/tools/deploy/action"],
    ["execute_code", "allow", "/tools/execute_code"],
  ],
);

it.each([
  [{ action: "deny", reason: "never" }, {}, "never"],
  [{ deny_if: [over(1)], on_deny: "too much" }, { n: 2 }, "too much"],
  [{ deny_if: [over(1)] }, { n: 2 }, "The policy denies pay.refund where args.n gt 1."],
  [
    { require: [{ path: "args.n", op: "in", value: [1, 2] }] },
    { n: 3 },
    "The policy requires args.n in [1,2] for pay.refund.",
  ],
  [{ require: [{ path: "args.n", op: "lt", value: 2 }] }, {}, "cannot be decided: a field is missing"],
  [{ action: "deny" }, {}, "The policy denies pay.refund."],
  [{ action: "deny", on_deny: "" }, {}, "The policy denies pay.refund."],
  [{ action: "deny", reason: "  " }, {}, "The policy denies pay.refund."],
  [{ require_approval: true }, {}, "A person has to approve pay.refund."],
  [{ require_approval: [over(1)] }, { n: 2 }, "A person has to approve pay.refund where args.n gt 1."],
] as const)("says of %j with %j: %s", (rule, args, message) => {
  const decision = decideWith({ version: "1", default: "allow", tools: { "pay.refund": rule } }, { args });
  expect(decision).toHaveProperty("message", expect.stringContaining(message));
});

it("never repeats an argument in a message", () => {
  const secret = "sk_live_4eC39HqLyjWDarjtT1zdp7dc";
  const rule = { require: [{ path: "args.key", op: "eq", value: "x" }] };
  const decision = decideWith(
    { version: "1", default: "allow", tools: { "pay.refund": rule } },
    { args: { key: secret } },
  );
  expect(JSON.stringify(decision)).not.toContain(secret);
});

it("lists what log_only would have decided, in order", () => {
  const document = {
    version: "1",
    default: "deny",
    mode: "log_only",
    tools: { "a.*": { deny_if: [over(1)], require_approval: true } },
  };
  const { verdict, logged } = decideWith(document, { path: "a.b", args: { n: 2 } });
  expect(verdict).toBe("allow");
  expect(logged.map((one) => `${one.verdict} ${one.rule}`)).toStrictEqual([
    "deny /tools/a.*/deny_if/0",
    "ask /tools/a.*/require_approval",
  ]);
});

it("tells a hidden tool like one that does not exist", () => {
  const document = { version: "1", default: "allow", hide: ["a.*"] };
  expect(decideWith(document, { path: "a.b" })).toMatchObject({ isHidden: true, message: "There is no tool a.b." });
  const policy = compilePolicy(accepted(document));
  expect([isHidden(policy, "a.b"), isHidden(policy, "b.a")]).toStrictEqual([true, false]);
  expect(isHidden(compilePolicy(accepted({ ...document, mode: "log_only" })), "a.b")).toBe(false);
});
