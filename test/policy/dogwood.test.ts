/**
 * Cases of Dogwood's temporal suite and guide (github.com/dogwood-policy/dogwood), restated in this document's form: the same events and the same
 * verdict at every event. Each is a trace in which every event is decided and then recorded, whatever was decided. There an event is its
 * own past; here that is `include_call`.
 *
 * Complete public cases that do not fit:
 * - 1171, 1179: a sum over pairs of calls. `sum` adds amounts of single calls.
 * - 1172: counts the anchors of a `since`. Here `since` holds or not.
 * - 1186: the product of two counts under one call.
 * - 1204: counts calls once that several chains lead to; `each` counts the chains, `distinct` the values of a field.
 * - 1213, 1214: escapes in ids of Cedar's enumerations and action groups, which JSON does not have.
 * - 1215: histories that are partitioned by a decimal attribute of an entity.
 * In 1180 and 1191 a count of guarded anchors is restated as "there is one", which is the same on their traces.
 */
import { expect, it } from "vitest";
import { compilePolicy } from "../../src/policy/compile.ts";
import { decide } from "../../src/policy/decide.ts";
import { CallHistory } from "../../src/policy/conditions/history.ts";
import { accepted, requestOf } from "./support/decide-with.ts";

type Event = readonly [second: number, tool: string, args: Readonly<Record<string, unknown>>, isAllowed?: "allow"];

const same = (...fields: readonly string[]): readonly object[] =>
  fields.map((field) => ({ path: `args.${field}`, op: "eq", ref: `args.${field}` }));
const forServer = [{ path: "args.user", op: "eq", ref: "args.server" }];
const count = (value: number, selector: object): object => ({ count: selector, op: "eq", value });

/** Transfers of the user, each with the confirmations in its own window before it. */
const pairs = (value: number, outer = "1h", inner = "1h"): object =>
  count(value, {
    tool: "d.transfer",
    within: outer,
    include_call: true,
    where: same("user"),
    each: { tool: "d.confirm", within: inner, where: same("user") },
  });

const alice = (amount: number): Readonly<Record<string, unknown>> => ({ user: "alice", amount });
const doc = (name = "doc1", user = "alice"): Readonly<Record<string, unknown>> => ({ user, document: name });
const login = { user: "alice", server: "s1" };
const beat = { server: "s1" };
const pay = (amount: number): Readonly<Record<string, unknown>> => ({ user: "s1", amount });
const alert = { server: "s1", level: 1 };

const logins = { tool: "d.login", within: "1h", where: same("server") };
const guardedRead = (where: readonly object[]): object => ({
  since: { tool: "d.read", within: "2h", include_call: true, where, without: { tool: "d.login", where: same("user") } },
});

const cases: readonly {
  readonly name: string;
  readonly tool: string;
  readonly rule: object;
  readonly trace: readonly Event[];
}[] = [
  {
    name: "1173 three levels",
    tool: "d.alert",
    rule: {
      require: [
        count(3, {
          tool: "d.transfer",
          within: "1h",
          where: forServer,
          each: { tool: "d.heartbeat", within: "1h", where: same("server"), each: logins },
        }),
      ],
    },
    trace: [
      [0, "d.login", login],
      [4, "d.heartbeat", beat],
      [5, "d.login", login],
      [8, "d.heartbeat", beat],
      [12, "d.transfer", pay(1)],
      [3_601, "d.alert", alert, "allow"],
    ],
  },
  {
    name: "1174 the boundary of an inner window",
    tool: "d.transfer",
    rule: { require: [pairs(1)] },
    trace: [
      [0, "d.confirm", alice(72)],
      [3_600, "d.transfer", alice(72), "allow"],
      [3_601, "d.transfer", alice(72), "allow"],
    ],
  },
  {
    name: "1175 empty inner windows and the boundary of the outer one",
    tool: "d.transfer",
    rule: { require: [pairs(1)] },
    trace: [
      [0, "d.confirm", alice(72)],
      [4, "d.transfer", alice(72), "allow"],
      [3_603, "d.transfer", alice(72), "allow"],
      [3_604, "d.transfer", alice(72), "allow"],
    ],
  },
  {
    name: "1176 previous as the innermost of three levels",
    tool: "d.alert",
    rule: {
      require: [
        count(2, {
          tool: "d.transfer",
          within: "1h",
          where: forServer,
          each: {
            tool: "d.heartbeat",
            within: "1h",
            where: [...same("server"), { previous: { tool: "d.login", within: "1h", where: same("server") } }],
          },
        }),
      ],
    },
    trace: [
      [0, "d.login", login],
      [1, "d.heartbeat", beat],
      [5, "d.login", login],
      [6, "d.heartbeat", beat],
      [8, "d.transfer", pay(1)],
      [3_601, "d.alert", alert, "allow"],
    ],
  },
  {
    name: "1177 windows of different lengths",
    tool: "d.transfer",
    rule: { require: [pairs(1, "2h", "30m")] },
    trace: [
      [100, "d.confirm", alice(72)],
      [1_900, "d.transfer", alice(72), "allow"],
      [5_000, "d.transfer", alice(72), "allow"],
    ],
  },
  {
    name: "1178 a permission and a denial over the same count",
    tool: "d.transfer",
    rule: { require: [pairs(8)], deny_if: [pairs(6)] },
    trace: [
      [0, "d.confirm", alice(72)],
      [1, "d.confirm", alice(72)],
      [2, "d.confirm", alice(72)],
      [4, "d.transfer", alice(72)],
      [3_600, "d.transfer", alice(72)],
      [3_601, "d.transfer", alice(72), "allow"],
    ],
  },
  {
    name: "1180 since with a nested formerly",
    tool: "d.read",
    rule: {
      require: [guardedRead([...same("user"), { formerly: { tool: "d.write", within: "1h", where: same("user") } }])],
    },
    trace: [
      [0, "d.write", doc()],
      [4, "d.read", doc(), "allow"],
      [3_550, "d.login", { user: "alice" }],
      [3_560, "d.read", doc(), "allow"],
      [3_601, "d.read", doc(), "allow"],
    ],
  },
  {
    name: "1181 the present call as an anchor",
    tool: "d.transfer",
    rule: { require: [pairs(2)] },
    trace: [
      [0, "d.confirm", alice(72)],
      [4, "d.transfer", alice(72)],
      [3_600, "d.confirm", alice(72)],
      [3_601, "d.transfer", alice(72), "allow"],
    ],
  },
  {
    name: "1182 no pairs with later calls",
    tool: "d.transfer",
    rule: { require: [pairs(1, "2h")] },
    trace: [
      [4, "d.transfer", alice(72)],
      [150, "d.confirm", alice(72)],
      [3_700, "d.transfer", alice(72), "allow"],
    ],
  },
  {
    name: "1183 many pairs",
    tool: "d.transfer",
    rule: { require: [pairs(15)] },
    trace: [
      ...[0, 1, 2, 3].map((second): Event => [second, "d.confirm", alice(72)]),
      ...[4, 5, 6].map((second): Event => [second, "d.transfer", alice(72)]),
      [3_601, "d.transfer", alice(72), "allow"],
    ],
  },
  {
    name: "1184 a count inside formerly",
    tool: "d.alert",
    rule: { require: [{ formerly: { tool: "d.transfer", within: "1h", where: [...forServer, count(1, logins)] } }] },
    trace: [
      [0, "d.login", login],
      [4, "d.transfer", pay(1)],
      [3_601, "d.alert", alert, "allow"],
    ],
  },
  {
    name: "1187 a filter on what is nested",
    tool: "d.transfer",
    rule: {
      require: [
        {
          formerly: {
            tool: "d.transfer",
            within: "2h",
            include_call: true,
            where: [
              ...same("user"),
              {
                formerly: {
                  tool: "d.confirm",
                  within: "1h",
                  where: [...same("user"), { path: "args.amount", op: "gt", value: 100 }],
                },
              },
            ],
          },
        },
      ],
    },
    trace: [
      [0, "d.confirm", alice(50)],
      [1, "d.confirm", alice(200)],
      [4, "d.transfer", alice(9), "allow"],
      [3_602, "d.transfer", alice(9), "allow"],
    ],
  },
  {
    name: "1188 four levels",
    tool: "d.alert",
    rule: {
      require: [
        count(1, {
          tool: "d.transfer",
          within: "1h",
          where: forServer,
          each: {
            tool: "d.heartbeat",
            within: "1h",
            where: same("server"),
            each: {
              ...logins,
              each: {
                tool: "d.transfer",
                within: "1h",
                where: [...forServer, { path: "args.amount", op: "eq", value: 7 }],
              },
            },
          },
        }),
      ],
    },
    trace: [
      [0, "d.transfer", pay(7)],
      [4, "d.login", login],
      [8, "d.heartbeat", beat],
      [12, "d.transfer", pay(1)],
      [3_601, "d.alert", alert, "allow"],
    ],
  },
  {
    name: "1191 formerly in since, joined on the document",
    tool: "d.read",
    rule: {
      require: [
        guardedRead([
          ...same("user"),
          {
            formerly: {
              tool: "d.write",
              within: "1h",
              where: [...same("user"), { path: "args.document", op: "eq", ref: "outer.args.document" }],
            },
          },
        ]),
      ],
    },
    trace: [
      [0, "d.write", doc()],
      [4, "d.read", doc(), "allow"],
      [3_601, "d.read", doc(), "allow"],
    ],
  },
  {
    name: "1193 previous inside a count, joined on the amount",
    tool: "d.transfer",
    rule: {
      require: [
        count(2, {
          tool: "d.transfer",
          within: "1h",
          include_call: true,
          where: [
            ...same("user"),
            {
              previous: {
                tool: "d.confirm",
                within: "1h",
                where: [...same("user"), { path: "args.amount", op: "eq", ref: "outer.args.amount" }],
              },
            },
          ],
        }),
      ],
    },
    trace: [
      [3, "d.confirm", alice(72)],
      [4, "d.transfer", alice(72)],
      [5, "d.confirm", alice(72)],
      [6, "d.transfer", alice(72), "allow"],
      [3_601, "d.transfer", alice(72), "allow"],
    ],
  },
  {
    name: "1199 a negated formerly inside formerly",
    tool: "d.alert",
    rule: {
      require: [
        {
          formerly: {
            tool: "d.transfer",
            within: "2h",
            where: [
              ...forServer,
              {
                not: {
                  formerly: {
                    tool: "d.heartbeat",
                    within: "1h",
                    where: [{ path: "args.server", op: "eq", value: "s1" }],
                  },
                },
              },
            ],
          },
        },
      ],
    },
    trace: [
      [4, "d.transfer", pay(1)],
      [3_599, "d.heartbeat", beat],
      [3_601, "d.alert", alert, "allow"],
    ],
  },
  {
    name: "1201 three levels with several innermost calls",
    tool: "d.alert",
    rule: {
      require: [
        count(3, {
          tool: "d.transfer",
          within: "1h",
          where: forServer,
          each: { tool: "d.heartbeat", within: "1h", where: same("server"), each: logins },
        }),
      ],
    },
    trace: [
      ...[0, 1, 2].map((second): Event => [second, "d.login", login]),
      [4, "d.heartbeat", beat],
      [8, "d.transfer", pay(1)],
      [3_601, "d.alert", alert, "allow"],
    ],
  },
  {
    name: "1202 previous as the middle of three levels",
    tool: "d.alert",
    rule: {
      require: [
        {
          formerly: {
            tool: "d.transfer",
            within: "1h",
            where: [
              ...forServer,
              { previous: { tool: "d.heartbeat", within: "1h", where: [...same("server"), count(3, logins)] } },
            ],
          },
        },
      ],
    },
    trace: [
      ...[0, 1, 2].map((second): Event => [second, "d.login", login]),
      [4, "d.heartbeat", beat],
      [5, "d.transfer", pay(1)],
      [3_601, "d.alert", alert, "allow"],
    ],
  },
  {
    name: "1203 previous outside, a count inside",
    tool: "d.alert",
    rule: {
      require: [{ previous: { tool: "d.heartbeat", within: "1h", where: [...same("server"), count(3, logins)] } }],
    },
    trace: [
      ...[0, 1, 2].map((second): Event => [second, "d.login", login]),
      [4, "d.heartbeat", beat],
      [3_603, "d.alert", alert, "allow"],
    ],
  },
  {
    name: "1205 different amounts, with a negated condition beside",
    tool: "d.transfer",
    rule: {
      require: [
        count(3, {
          tool: "d.transfer",
          within: "2h",
          include_call: true,
          where: [...same("user"), { not: { path: "args.user", op: "eq", value: "nobody" } }],
          each: { tool: "d.confirm", within: "1h", where: same("user"), distinct: "args.amount" },
        }),
      ],
    },
    trace: [
      [0, "d.confirm", alice(1)],
      [1, "d.confirm", alice(2)],
      [2, "d.confirm", alice(3)],
      [4, "d.transfer", alice(9), "allow"],
      [3_602, "d.transfer", alice(9), "allow"],
    ],
  },
  {
    name: "1210 a count of zero inside previous",
    tool: "d.alert",
    rule: { require: [{ previous: { tool: "*", within: "2h", where: [count(0, logins)] } }] },
    trace: [
      [4, "d.heartbeat", beat],
      [3_601, "d.alert", alert, "allow"],
    ],
  },
  {
    name: "guide: read after login",
    tool: "d.read",
    rule: { require: [{ formerly: { tool: "d.login", within: "1h", where: same("user") } }] },
    trace: [
      [0, "d.login", { user: "alice" }],
      [10, "d.read", { user: "alice" }, "allow"],
      [7_200, "d.read", { user: "alice" }],
    ],
  },
  {
    name: "guide: write after read",
    tool: "d.write",
    rule: { require: [{ formerly: { tool: "d.read", within: "1h", where: same("user", "document") } }] },
    trace: [
      [0, "d.read", doc()],
      [10, "d.write", doc(), "allow"],
      [20, "d.write", doc("doc2")],
      [30, "d.write", doc("doc1", "bob")],
      [3_700, "d.write", doc()],
    ],
  },
];

it.each(cases)("$name", ({ tool, rule, trace }) => {
  const policy = compilePolicy(accepted({ version: "1", default: "deny", tools: { [tool]: rule } }));
  const history = new CallHistory();
  const verdicts = trace.map(([second, path, args]) => {
    const at = second * 1_000;
    const { verdict } = decide(policy, requestOf({ path, args, at }, history));
    history.append({ startedAt: at, tool: path, state: "ok", args, run: "r1" });
    return `@${second} ${verdict}`;
  });
  expect(verdicts).toStrictEqual(trace.map(([second, , , verdict]) => `@${second} ${verdict ?? "deny"}`));
});
