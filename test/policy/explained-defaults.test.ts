/** How a call is explained that leaves out an argument with a default. */
import { expect, it } from "vitest";
import { policyInForce } from "../../src/enforcement/policy-in-force.ts";
import { explainCall } from "../../src/gateway/policy/explain-call.ts";
import { LimitCounters } from "../../src/gateway/policy/limit-counters.ts";
import type { CounterTable } from "../../src/gateway/store/counter-table.ts";
import type { DecisionRequest } from "../../src/policy/decide.ts";

const TOOL = {
  name: "shot",
  inputSchema: { properties: { scale: { type: "string", default: "css" } }, required: ["scale"] },
};
const DENIED = { tools: { "s.shot": { deny_if: [{ path: "args.scale", op: "eq", value: "css" }] } } };

it("is decided on with the default, as in a run", () => {
  const policy = policyInForce({ policy: { version: "1", default: "allow", ...DENIED } });
  if (policy === undefined) throw new Error("The policy is not in force.");
  // Nothing is limited, and no rule asks about earlier calls.
  const counters = new LimitCounters({} as CounterTable, () => Promise.resolve(undefined));
  const past = { history: {}, owners: {}, now: 0 } as DecisionRequest;
  const sources = { ...past, known: new Map([["s.shot", TOOL]]), counters, principal: "p" };
  const decisionOn = (args: Record<string, unknown>) =>
    explainCall({ server: "s", tool: "shot", args }, policy, sources).decision;
  expect(decisionOn({})).toBe("deny");
  expect(decisionOn({ scale: "device" })).toBe("allow");
});
