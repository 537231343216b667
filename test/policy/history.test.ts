/** Conditions on earlier calls: which calls count, how long, whose, and what is not known yet. */
import { describe, expect, it } from "vitest";
import { compilePolicy } from "../../src/policy/compile.ts";
import { decide } from "../../src/policy/decide.ts";
import { CallHistory } from "../../src/policy/conditions/history.ts";
import { NOW, accepted, decideWith, historyOf, refundRule, requestOf } from "./support/decide-with.ts";
import type { Call, Earlier } from "./support/decide-with.ts";
import type { CallRow, CallState } from "../../src/policy/conditions/call-row.ts";

type Truth = true | false | "unknown";
type Row = readonly [name: string, condition: object, earlier: readonly Earlier[], truth: Truth, call?: Call];

const approved = (claimId: unknown, more: Partial<CallRow> = {}): Partial<CallRow> => ({
  output: { claimId },
  ...more,
});
const joined = [{ path: "output.claimId", op: "eq", ref: "args.claimId" }];
const claim: Call = { args: { claimId: "c1", amount: 10 } };
const approval = { formerly: { tool: "pay.approve", within: "1h", where: joined } };
const inState = (state: CallState): Partial<CallRow> => approved("c1", { state });

const formerly: readonly Row[] = [
  ["nothing was called", approval, [], false, claim],
  ["the claim was approved", approval, [[60, "pay.approve", approved("c1")]], true, claim],
  ["another claim was approved", approval, [[60, "pay.approve", approved("c2")]], false, claim],
  [
    "one of several",
    approval,
    [
      [90, "pay.approve", approved("c2")],
      [60, "pay.approve", approved("c1")],
      [30, "pay.approve", approved("c3")],
    ],
    true,
    claim,
  ],
  ["exactly at the end of the window", approval, [[3_600, "pay.approve", approved("c1")]], true, claim],
  ["one second too early", approval, [[3_601, "pay.approve", approved("c1")]], false, claim],
  ["another tool", approval, [[60, "pay.approve2", approved("c1")]], false, claim],
  ["it failed", approval, [[60, "pay.approve", inState("failed")]], false, claim],
  ["it was denied", approval, [[60, "pay.approve", inState("denied")]], false, claim],
  ["it has not been answered", approval, [[60, "pay.approve", inState("pending")]], "unknown", claim],
  ["its answer was not heard", approval, [[60, "pay.approve", inState("unknown")]], "unknown", claim],
  [
    "pending, but for another claim",
    approval,
    [[60, "pay.approve", approved("c2", { state: "pending" })]],
    false,
    claim,
  ],
  ["the present claim has no id", approval, [[60, "pay.approve", approved("c1")]], "unknown", {}],
  [
    "the id is a list that contains it",
    approval,
    [[60, "pay.approve", approved("c1")]],
    "unknown",
    { args: { claimId: ["c1"] } },
  ],
  ["the result has another shape", approval, [[60, "pay.approve", { output: "c1" }]], "unknown", claim],
  ["the result has no id", approval, [[60, "pay.approve", { output: {} }]], false, claim],
  ["a number for a text", approval, [[60, "pay.approve", approved(1)]], "unknown", { args: { claimId: "1" } }],
  ["any of several tools", { formerly: { tool: ["a.b", "pay.*"], within: "1h" } }, [[60, "pay.approve"]], true],
  [
    "a failed call, asked for",
    { formerly: { tool: "a.b", within: "1h", state: "failed" } },
    [[60, "a.b", { state: "failed" }]],
    true,
  ],
  [
    "a denied call, asked for",
    { formerly: { tool: "a.b", within: "1h", state: "denied" } },
    [[60, "a.b", { state: "denied" }]],
    true,
  ],
  [
    "any call that was sent",
    { formerly: { tool: "a.b", within: "1h", state: "any" } },
    [[60, "a.b", { state: "pending" }]],
    true,
  ],
  [
    "any call that was sent, not a denied one",
    { formerly: { tool: "a.b", within: "1h", state: "any" } },
    [[60, "a.b", { state: "denied" }]],
    false,
  ],
  ["in this run", { formerly: { tool: "a.b", scope: "run" } }, [[9_999, "a.b"]], true],
  ["in another run", { formerly: { tool: "a.b", scope: "run" } }, [[1, "a.b", { run: "r0" }]], false],
  ["of the principal in another run", { formerly: { tool: "a.b", within: "1h" } }, [[1, "a.b", { run: "r0" }]], true],
  [
    "in this session",
    { formerly: { tool: "a.b", scope: "session" } },
    [[1, "a.b", { run: "r0", session: "s1" }]],
    true,
    { session: "s1" },
  ],
  [
    "in another session",
    { formerly: { tool: "a.b", scope: "session" } },
    [[1, "a.b", { session: "s2" }]],
    false,
    { session: "s1" },
  ],
  ["without a session", { formerly: { tool: "a.b", scope: "session" } }, [[1, "a.b"]], "unknown"],
  [
    "of the deployment, whose calls are not here",
    { formerly: { tool: "a.b", within: "1h", scope: "deployment" } },
    [[1, "a.b"]],
    "unknown",
  ],
  ["not, of nothing", { not: { formerly: { tool: "a.b", within: "1h" } } }, [], true],
  [
    "not, of what is pending",
    { not: { formerly: { tool: "a.b", within: "1h" } } },
    [[1, "a.b", { state: "pending" }]],
    "unknown",
  ],
  ["an own tool", { formerly: { tool: "execute_code", within: "1h" } }, [[1, "execute_code"]], true],
  [
    "joined with the arguments",
    { formerly: { tool: "doc.read", within: "1h", where: [{ path: "args.id", op: "eq", ref: "args.id" }] } },
    [[1, "doc.read", { args: { id: 7 } }]],
    true,
    { args: { id: 7 } },
  ],
  [
    "with a list of ids",
    { formerly: { tool: "doc.list", within: "1h", where: [{ path: "output.ids", op: "contains", ref: "args.id" }] } },
    [[1, "doc.list", { output: { ids: [5, 7] } }]],
    true,
    { args: { id: 7 } },
  ],
  [
    "reviewed before it was approved",
    { formerly: { tool: "a.approve", within: "1h", where: [{ formerly: { tool: "a.review", within: "1m" } }] } },
    [
      [150, "a.review"],
      [100, "a.approve"],
    ],
    true,
  ],
  [
    "reviewed too long before",
    { formerly: { tool: "a.approve", within: "1h", where: [{ formerly: { tool: "a.review", within: "1m" } }] } },
    [
      [161, "a.review"],
      [100, "a.approve"],
    ],
    false,
  ],
  [
    "reviewed after it was approved",
    { formerly: { tool: "a.approve", within: "1h", where: [{ formerly: { tool: "a.review", within: "1m" } }] } },
    [
      [100, "a.approve"],
      [90, "a.review"],
    ],
    false,
  ],
];

const previous: readonly Row[] = [
  ["nothing", { previous: { tool: "a.b", within: "1h" } }, [], false],
  [
    "the call before",
    { previous: { tool: "a.b", within: "1h" } },
    [
      [9, "x.y"],
      [5, "a.b"],
    ],
    true,
  ],
  [
    "not the one before that",
    { previous: { tool: "a.b", within: "1h" } },
    [
      [9, "a.b"],
      [5, "x.y"],
    ],
    false,
  ],
  ["too long ago", { previous: { tool: "a.b", within: "4s" } }, [[5, "a.b"]], false],
  [
    "a denied call in between is none",
    { previous: { tool: "a.b", within: "1h" } },
    [
      [9, "a.b"],
      [5, "x.y", { state: "denied" }],
    ],
    true,
  ],
  ["not answered yet", { previous: { tool: "a.b", within: "1h" } }, [[5, "a.b", { state: "pending" }]], "unknown"],
  [
    "in the run",
    { previous: { tool: "a.b", scope: "run" } },
    [
      [9, "a.b"],
      [5, "x.y", { run: "r0" }],
    ],
    true,
  ],
  ["without a window", { previous: { tool: "a.b" } }, [[99_999, "a.b"]], true],
];

const since = (more: object): object => ({ since: { tool: "door.open", within: "1h", ...more } });
const noClose = since({ without: { tool: "door.close" } });
const onlyReads = since({ always: { tool: "doc.read" } });
const sinces: readonly Row[] = [
  ["never opened", noClose, [], false],
  ["opened", noClose, [[60, "door.open"]], true],
  [
    "opened and closed",
    noClose,
    [
      [60, "door.open"],
      [30, "door.close"],
    ],
    false,
  ],
  [
    "closed and opened",
    noClose,
    [
      [60, "door.close"],
      [30, "door.open"],
    ],
    true,
  ],
  [
    "opened, closed, opened",
    noClose,
    [
      [60, "door.open"],
      [40, "door.close"],
      [20, "door.open"],
    ],
    true,
  ],
  ["opened too long ago", noClose, [[3_601, "door.open"]], false],
  [
    "a close that failed may have closed",
    noClose,
    [
      [60, "door.open"],
      [30, "door.close", { state: "failed" }],
    ],
    false,
  ],
  [
    "a close that was denied did not",
    noClose,
    [
      [60, "door.open"],
      [30, "door.close", { state: "denied" }],
    ],
    true,
  ],
  ["opening has not been answered", noClose, [[60, "door.open", { state: "pending" }]], "unknown"],
  [
    "an earlier opening is certain",
    noClose,
    [
      [90, "door.open"],
      [60, "door.open", { state: "pending" }],
    ],
    true,
  ],
  [
    "a close that has not been answered",
    noClose,
    [
      [60, "door.open"],
      [30, "door.close", { state: "pending" }],
    ],
    false,
  ],
  [
    "a close that only may be meant",
    since({ without: { tool: "door.close", where: [{ path: "args.id", op: "gt", value: 1 }] } }),
    [
      [60, "door.open"],
      [30, "door.close"],
    ],
    "unknown",
  ],
  [
    "only reads since",
    onlyReads,
    [
      [60, "door.open"],
      [30, "doc.read"],
      [20, "doc.read"],
    ],
    true,
  ],
  [
    "a write since",
    onlyReads,
    [
      [60, "door.open"],
      [30, "doc.read"],
      [20, "doc.write"],
    ],
    false,
  ],
  [
    "a write before",
    onlyReads,
    [
      [90, "doc.write"],
      [60, "door.open"],
      [30, "doc.read"],
    ],
    true,
  ],
  [
    "a denied write since",
    onlyReads,
    [
      [60, "door.open"],
      [20, "doc.write", { state: "denied" }],
    ],
    true,
  ],
  [
    "a read that has not been answered",
    onlyReads,
    [
      [60, "door.open"],
      [20, "doc.read", { state: "pending" }],
    ],
    "unknown",
  ],
];

const counted = (op: string, value: number, more: object = {}): object => ({
  count: { tool: "a.b", within: "1m", ...more },
  op,
  value,
});
const threeCalls: readonly Earlier[] = [
  [90, "a.b"],
  [60, "a.b"],
  [20, "a.b"],
  [10, "x.y"],
];
const onePending: readonly Earlier[] = [
  [20, "a.b"],
  [10, "a.b", { state: "pending" }],
];
const to = (name: string): Partial<CallRow> => ({ args: { to: name } });
const counts: readonly Row[] = [
  ["within the window", counted("eq", 2), threeCalls, true],
  ["fewer", counted("lt", 2), threeCalls, false],
  ["at most", counted("lte", 2), threeCalls, true],
  ["more", counted("gt", 1), threeCalls, true],
  ["at least", counted("gte", 3), threeCalls, false],
  ["other than", counted("neq", 2), threeCalls, false],
  ["none", counted("eq", 0), [], true],
  ["one or two", counted("lte", 1), onePending, "unknown"],
  ["one or two, at most two", counted("lte", 2), onePending, true],
  ["one or two, more than none", counted("gt", 0), onePending, true],
  ["one or two, equal to two", counted("eq", 2), onePending, "unknown"],
  ["one or two, other than three", counted("neq", 3), onePending, true],
  ["with the present call", counted("eq", 2, { tool: "pay.*", include_call: true }), [[5, "pay.charge"]], true],
  ["without the present call", counted("eq", 1, { tool: "pay.*" }), [[5, "pay.charge"]], true],
  [
    "different recipients",
    counted("eq", 2, { distinct: "args.to" }),
    [
      [9, "a.b", to("x")],
      [8, "a.b", to("y")],
      [7, "a.b", to("x")],
    ],
    true,
  ],
  [
    "different recipients and this one",
    { count: { tool: "pay.refund", within: "1m", distinct: "args.to", include_call: true }, op: "lte", value: 2 },
    [
      [9, "pay.refund", to("x")],
      [8, "pay.refund", to("y")],
    ],
    false,
    { args: { to: "z" } },
  ],
  [
    "different recipients, one of them unknown",
    counted("lte", 5, { distinct: "args.to" }),
    [[9, "a.b", {}]],
    "unknown",
  ],
  [
    "different recipients, one of them an object",
    counted("lte", 5, { distinct: "args.to" }),
    [[9, "a.b", { args: { to: {} } }]],
    "unknown",
  ],
  [
    "failed logins",
    counted("gte", 2, { state: "failed" }),
    [
      [9, "a.b", { state: "failed" }],
      [8, "a.b"],
      [7, "a.b", { state: "failed" }],
    ],
    true,
  ],
];

const spent = (op: string, value: number, more: object = {}): object => ({
  sum: { tool: "pay.refund", within: "1d", of: "args.amount", ...more },
  op,
  value,
});
const amount = (value: unknown, more: Partial<CallRow> = {}): Partial<CallRow> => ({
  args: { amount: value },
  ...more,
});
const sums: readonly Row[] = [
  ["nothing", spent("lte", 0), [], true],
  [
    "two amounts",
    spent("eq", 30),
    [
      [9, "pay.refund", amount(10)],
      [8, "pay.refund", amount(20)],
    ],
    true,
  ],
  [
    "with the present one",
    spent("lte", 100, { include_call: true }),
    [[9, "pay.refund", amount(95)]],
    false,
    { args: { amount: 10 } },
  ],
  [
    "with the present one, just enough",
    spent("lte", 100, { include_call: true }),
    [[9, "pay.refund", amount(90)]],
    true,
    { args: { amount: 10 } },
  ],
  [
    "a negative amount makes no room",
    spent("lte", 100),
    [
      [9, "pay.refund", amount(200)],
      [8, "pay.refund", amount(-200)],
    ],
    "unknown",
  ],
  [
    "a negative amount of a list makes no room",
    spent("lte", 100, { of: "args.items[*].price" }),
    [[9, "pay.refund", { args: { items: [{ price: 200 }, { price: -150 }] } }]],
    "unknown",
  ],
  [
    "the amounts of a list",
    spent("eq", 30, { of: "args.items[*].price" }),
    [[9, "pay.refund", { args: { items: [{ price: 20 }, { price: 10 }] } }]],
    true,
  ],
  ["an amount that is a text", spent("eq", 5), [[9, "pay.refund", amount("5")]], true],
  ["an amount that cannot be read", spent("lte", 5), [[9, "pay.refund", amount("five")]], "unknown"],
  ["a missing amount", spent("lte", 5), [[9, "pay.refund"]], "unknown"],
  [
    "a pending amount counts in full against",
    spent("lte", 25),
    [
      [9, "pay.refund", amount(20)],
      [8, "pay.refund", amount(10, { state: "pending" })],
    ],
    "unknown",
  ],
  [
    "a failed amount does not count",
    spent("eq", 20),
    [
      [9, "pay.refund", amount(20)],
      [8, "pay.refund", amount(10, { state: "failed" })],
    ],
    true,
  ],
  [
    "amounts in a list",
    spent("eq", 6, { of: "args.items[*].amount" }),
    [[9, "pay.refund", { args: { items: [{ amount: 1 }, { amount: 5 }] } }]],
    true,
  ],
];

describe.each([
  { name: "formerly", rows: formerly },
  { name: "previous", rows: previous },
  { name: "since", rows: sinces },
  { name: "count", rows: counts },
  { name: "sum", rows: sums },
])("$name:", ({ rows }) => {
  it.each(rows)("%s", (_name, condition, earlier, truth, call = {}) => {
    expect([
      decideWith(refundRule({ require: [condition] }), call, earlier).verdict,
      decideWith(refundRule({ deny_if: [condition] }), call, earlier).verdict,
    ]).toStrictEqual([truth === true ? "allow" : "deny", truth === false ? "allow" : "deny"]);
  });
});

describe("a history", () => {
  const policy = compilePolicy(accepted(refundRule({ require: [counted("eq", 2)] })));

  it("reads a row's state when it is asked, not when it was appended", () => {
    const history = new CallHistory();
    const row: { startedAt: number; tool: string; state: CallState; args: object; run: string } = {
      startedAt: NOW,
      tool: "pay.approve",
      state: "pending",
      args: {},
      run: "r1",
    };
    history.append(row);
    const rule = compilePolicy(
      accepted(refundRule({ require: [{ formerly: { tool: "pay.approve", within: "1h" } }] })),
    );
    expect(decide(rule, requestOf({}, history)).verdict).toBe("deny");
    row.state = "ok";
    expect(decide(rule, requestOf({}, history)).verdict).toBe("allow");
  });

  it("keeps what windows reach when it forgets", () => {
    const history = historyOf(threeCalls);
    history.forgetBefore(NOW - 70_000);
    expect(decide(policy, requestOf({}, history)).verdict).toBe("allow");
    history.forgetBefore(NOW - 30_000);
    expect(decide(policy, requestOf({}, history)).verdict).toBe("deny");
    history.append({ startedAt: NOW, tool: "a.b", state: "ok", args: {}, run: "r1" });
    expect(decide(policy, requestOf({}, history)).verdict).toBe("allow");
  });

  it("goes on in order when the clock goes back", () => {
    const history = historyOf([
      [10, "a.b"],
      [50, "a.b"],
    ]);
    history.append({ startedAt: NOW - 3_600_000, tool: "x.y", state: "ok", args: {}, run: "r1" });
    expect(decide(policy, requestOf({}, history)).verdict).toBe("allow");
    const rule = compilePolicy(accepted(refundRule({ require: [{ previous: { tool: "x.y", within: "1m" } }] })));
    expect(decide(rule, requestOf({}, history)).verdict).toBe("allow");
  });

  it("of a deployment decides conditions on the deployment", () => {
    const history = new CallHistory({ isOfDeployment: true });
    const rule = compilePolicy(
      accepted(
        refundRule({ require: [{ count: { tool: "a.b", within: "1h", scope: "deployment" }, op: "eq", value: 0 }] }),
      ),
    );
    expect(decide(rule, requestOf({}, history)).verdict).toBe("allow");
  });
});

it.each([
  [{}, { tools: [], longestMs: 0, readsOutput: false, readsDeployment: false }],
  [
    { tools: { "a.b": { require: [approval] } } },
    { tools: ["pay.approve"], longestMs: 3_600_000, readsOutput: true, readsDeployment: false },
  ],
  [
    { tools: { "a.b": { deny_if: [{ not: counted("gt", 3, { within: "2h", scope: "deployment" }) }] } } },
    { tools: ["a.b"], longestMs: 7_200_000, readsOutput: false, readsDeployment: true },
  ],
  [
    { all_tools: { require: [{ formerly: { tool: "a.b", scope: "run" } }] } },
    { tools: ["a.b"], longestMs: Infinity, readsOutput: false, readsDeployment: false },
  ],
  [
    { tools: { "a.b": { require: [{ previous: { tool: "a.b", within: "1m" } }] } } },
    {
      tools: ["a.b", "execute_code", "pay.approve", "x.y"],
      longestMs: 60_000,
      readsOutput: false,
      readsDeployment: false,
    },
  ],
  [
    { flows: [{ from: "a.b", to: "x.y" }] },
    { tools: ["a.b", "pay.approve", "x.y"], longestMs: Infinity, readsOutput: false, readsDeployment: false },
  ],
])("tells what a host has to keep for %j", (rules, want) => {
  const { reach } = compilePolicy(accepted({ version: "1", default: "allow", ...rules }));
  const { keeps, ...rest } = reach;
  const tools = ["a.b", "execute_code", "pay.approve", "x.y"].filter((tool) => keeps(tool));
  expect({ tools, ...rest }).toStrictEqual(want);
});
