/**
 * What a policy adds to a call: the decision under 100 rules with 10,000 earlier calls, and what reads all of them. All runs of the principal share the
 * Gateway that decides. Measured in Node, on the code the Gateway runs.
 */
import { compilePolicy } from "../../src/policy/compile.ts";
import { decide } from "../../src/policy/decide.ts";
import type { PolicyDocument } from "../../src/policy/document.ts";
import { CallHistory } from "../../src/policy/history.ts";
import { reserve } from "../../src/policy/limits.ts";
import { validatePolicy } from "../../src/policy/validate.ts";
import type { Measurement, Section } from "./gateway/section.ts";

const RULES = 100;
const ROWS = 10_000;
const NOW = 1_800_000_000_000;
const BAR_MS = 0.2;
/** Each of the calls is looked at: some 20 ns. */
const BAR_OF_ALL_MS = 1;
const SAMPLES = 500;

const rule = (index: number): readonly [string, object] => [
  `server_${index}.tool_*`,
  {
    require: [{ path: "args.amount", op: "lte", value: 5_000 }],
    deny_if: [{ path: "args.path", op: "regex", value: "^/etc/" }],
    limits: [{ counter: "calls", window: "minute", max: 1_000_000 }],
  },
];

const within = "1d";
const join = [{ path: "output.claimId", op: "eq", ref: "args.claimId" }];

/** By what is written for the tool that is called. */
const CASES = {
  "policy: a call under 100 rules, with a limit": {},
  "  that joins 10,000 earlier calls of one tool": {
    require: [{ formerly: { tool: "pay.approve", within, where: join } }],
  },
  "  that looks for one of them in vain": {
    deny_if: [{ formerly: { tool: "pay.approve", within, where: [{ ...join[0], ref: "args.other" }] } }],
  },
  "  that counts those of one value": {
    require: [{ count: { tool: "pay.approve", within, where: join }, op: "lte", value: 5 }],
  },
  "  that counts all 10,000": { require: [{ count: { tool: "pay.approve", within }, op: "lte", value: 20_000 }] },
} as const satisfies Readonly<Record<string, object>>;

export const policy: Section = {
  name: "policy",
  measure() {
    const history = historyOf(ROWS);
    return Promise.resolve(
      Object.entries(CASES).map(([what, written]): Measurement => ({
        what,
        samples: samplesOf(compiled(written), history),
        bar: what.includes("all 10,000") ? BAR_OF_ALL_MS : BAR_MS,
      })),
    );
  },
};

function compiled(written: object) {
  const limits = [{ counter: "paid", window: "day", max: 1_000_000_000, increment_from: "args.amount" }];
  const tools = {
    ...Object.fromEntries(Array.from({ length: RULES - 1 }, (_, at) => rule(at))),
    "pay.disburse": { limits, ...written },
  };
  const document = { version: "1", default: "allow", tools };
  const validation = validatePolicy(document);
  if (!validation.ok) throw new Error(JSON.stringify(validation.problems));
  return compilePolicy(document as PolicyDocument);
}

function historyOf(rows: number): CallHistory {
  const history = new CallHistory();
  for (let index = 0; index < rows; index += 1) {
    history.append({
      startedAt: NOW - (rows - index) * 1_000,
      tool: "pay.approve",
      state: "ok",
      args: { amount: index },
      output: { claimId: `claim_${index}` },
      run: `r_${index}`,
    });
  }
  return history;
}

function samplesOf(policyOf: ReturnType<typeof compiled>, history: CallHistory): number[] {
  const counters = new Map<string, number>();
  return Array.from({ length: SAMPLES }, (_, index) => {
    const args = { amount: 5, path: "/tmp/x", claimId: `claim_${index}`, other: `none_${index}` };
    const started = performance.now();
    const decision = decide(policyOf, {
      call: {
        path: "pay.disburse",
        args,
        tool: { server: "pay", name: "disburse", tier: "financial", annotations: {} },
        principal: { id: "p" },
        run: { id: "r" },
        runId: "r",
      },
      history,
      owners: { grant: "g", principal: "p", run: "r" },
      now: NOW,
    });
    if (decision.verdict !== "allow") throw new Error(decision.message);
    const reservation = reserve(decision.limits, (key) => counters.get(key) ?? 0, NOW);
    if (reservation.ok)
      for (const { key, add } of reservation.writes) counters.set(key, (counters.get(key) ?? 0) + add);
    return performance.now() - started;
  });
}
