/** Recorded calls under a document that withholds their results: they have been made, and conditions on earlier calls count them. */
import { expect, it } from "vitest";
import { replay } from "../../src/enforcement/replay.ts";
import type { ReplayedCall } from "../../src/enforcement/replayed-call.ts";
import { compilePolicy } from "../../src/policy/compile.ts";

const call = (number: number): ReplayedCall => ({
  path: "pay.out",
  place: { run: "r_1", call: number },
  run: "r_1",
  session: undefined,
  startedAt: number * 1_000,
  state: "ok",
  was: "allow",
  args: { value: { memo: "ann@example.com" } },
  output: { value: { memo: "ann@example.com" } },
});

it.each([
  { place: "results", want: ["/data/0", "/data/0", "/tools/pay.out/require/0"] },
  { place: "arguments", want: ["/data/0", "/data/0", "/data/0"] },
] as const)("of a rule about $place", ({ place, want }) => {
  const policy = compilePolicy({
    version: "1",
    default: "allow",
    tools: { "pay.out": { require: [{ count: { tool: "pay.out", within: "1d" }, op: "lt", value: 2 }] } },
    data: [{ kinds: ["email"], action: "block", in: place }],
  });
  const caller = {
    principal: "ann",
    toolOf: () => ({ server: "pay", name: "out", tier: "write", annotations: {} }),
  } as const;
  const { flips } = replay(policy, [call(1), call(2), call(3)], 0, caller);
  expect(flips.map(({ rule }) => rule)).toStrictEqual(want);
});
