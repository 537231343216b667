/** The index of joined values changes no decision: each is compared with the same condition written so that it cannot be looked up. */
import { describe, expect, it } from "vitest";
import { compileCondition } from "../../src/policy/conditions/conditions.ts";
import type { Condition } from "../../src/policy/document/document.ts";
import { CallHistory } from "../../src/policy/conditions/history.ts";
import { countSteps, presentContext } from "../../src/policy/conditions/evaluation-context.ts";
import { Random } from "../support/random.ts";
import type { CallRow, CallState } from "../../src/policy/conditions/call-row.ts";

const VALUES: readonly unknown[] = [
  ...["c1", "c2", " c1", "ﬁle", "file", "", "1", "null"],
  ...[1, 0, -0, 1.5, 2 ** 60, true, null, undefined],
  ...[["c1"], [1], [], { id: "c1" }],
];
const STATES: readonly CallState[] = ["ok", "ok", "ok", "failed", "unknown", "pending", "denied"];

const selector = (where: readonly Condition[]) => ({ tool: "pay.*", within: "1h", where });

/** The second of each pair says the same behind `all`, where no index looks. */
const PAIRS = (["output.id", "args.id", "args.list[*].id"] as const).flatMap((path) => {
  const join: Condition = { path, op: "eq", ref: "args.id" };
  return [
    [{ formerly: selector([join]) }, { formerly: selector([{ all: [join] }]) }],
    [
      { count: selector([join]), op: "lt", value: 2 },
      { count: selector([{ all: [join] }]), op: "lt", value: 2 },
    ],
    [
      { sum: { ...selector([join]), of: "args.amount" }, op: "lte", value: 3 },
      { sum: { ...selector([{ all: [join] }]), of: "args.amount" }, op: "lte", value: 3 },
    ],
  ] as const satisfies readonly (readonly [Condition, Condition])[];
});

describe("a condition that joins a value", () => {
  it.each(Array.from({ length: 20 }, (_, seed) => seed))("is decided as without an index, seed %i", (seed) => {
    const random = new Random(seed);
    const history = new CallHistory();
    const compiled = PAIRS.map(([one, other]) => [compileCondition(one), compileCondition(other)] as const);
    const open: { state: CallState; output?: unknown }[] = [];
    let disagreements = 0;
    let decided = 0;
    for (let step = 0; step < 150; step += 1) {
      const now = step * 60_000;
      const value = random.pick(VALUES);
      const row: { -readonly [K in keyof CallRow]: CallRow[K] } = {
        startedAt: now,
        tool: random.pick(["pay.approve", "pay.other", "web.fetch"]),
        state: random.pick(STATES),
        args: { id: random.pick(VALUES), amount: 1, list: [{ id: value }, { id: random.pick(VALUES) }] },
        output: { id: value },
        run: "r",
      };
      if (row.state === "pending") {
        delete row.output;
        open.push(row);
      }
      history.append(row);
      if (random.chance(0.3)) Object.assign(open.shift() ?? {}, { state: "ok", output: { id: random.pick(VALUES) } });
      if (random.chance(0.02)) history.forgetBefore(now - 1_800_000);
      const call = {
        path: "pay.disburse",
        args: { id: random.pick(VALUES) },
        tool: { server: "pay", name: "disburse", tier: "write", annotations: {} } as const,
        principal: {},
        run: {},
        runId: "r",
      };
      for (const [indexed, scanned] of compiled) {
        const context = () => presentContext({ call, history, spend: countSteps(), references: new Map() }, now);
        decided += 1;
        if (indexed(context()) !== scanned(context())) disagreements += 1;
      }
    }
    expect({ decided, disagreements }).toEqual({ decided: 150 * PAIRS.length, disagreements: 0 });
  });
});
