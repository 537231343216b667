/**
 * What a policy adds to a call: the decision under 100 rules with 10,000 earlier calls, and what reads all of them. All runs of the principal share the
 * Gateway that decides. Measured in Node, on the code the Gateway runs.
 */
import { parse } from "acorn";
import { compilePolicy } from "../../src/policy/compile.ts";
import { decide } from "../../src/policy/decide.ts";
import type { PolicyDocument } from "../../src/policy/document/document.ts";
import { analyseFlows } from "../../src/policy/flow-analysis/analyse-flows.ts";
import { CallHistory } from "../../src/policy/conditions/history.ts";
import { inspectJson } from "../../src/policy/data/inspect-json.ts";
import { reserve } from "../../src/policy/limits.ts";
import { validatePolicy } from "../../src/policy/document/validate.ts";
import { EVASIONS } from "../policy/flow-evasions.ts";
import { HONEST, LEAKING, PRELUDE } from "../policy/flow-scripts.ts";
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

/** Measured rules, by the label of their row. */
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
    const decisions = Object.entries(CASES).map(([what, written]): Measurement => ({
      what,
      samples: samplesOf(compiled(written), history),
      bar: what.includes("all 10,000") ? BAR_OF_ALL_MS : BAR_MS,
    }));
    return Promise.resolve([...decisions, flowMeasurement(), ...dataMeasurements()]);
  },
};

const SCRIPTS = [...LEAKING, ...EVASIONS, ...HONEST];
const BAR_OF_ANALYSIS_MS = 0.5;

/** Measures the analysis of each script of the flow suite, once its text was parsed, as a run's preparation parses it anyway. */
function flowMeasurement(): Measurement {
  const parsed = SCRIPTS.map((code) =>
    parse(PRELUDE + code, { ecmaVersion: "latest", sourceType: "module", allowAwaitOutsideFunction: true }),
  );
  for (const program of parsed) analyseFlows(program);
  const samples = parsed.map((program) => {
    const started = performance.now();
    analyseFlows(program);
    return performance.now() - started;
  });
  return { what: "flows: analysis of one script of the flow suite", samples, bar: BAR_OF_ANALYSIS_MS, barOf: 0.95 };
}

const TEXT_CHARS = 65_536;
const BAR_OF_DATA_MS = 60;

/** Measures what rules about personal data and secrets add to one call. */
function dataMeasurements(): readonly Measurement[] {
  const kinds = ["secret", "card", "email", "phone", "iban", "case_id"];
  const patterns = { case_id: "CASE-[0-9]{6}" };
  const data = compilePolicy({ version: "1", default: "allow", data: [{ kinds, action: "redact" }], patterns }).data;
  const without = compilePolicy({ version: "1", default: "allow" });
  const row = (id: number) => ({ id, title: "An issue of ordinary length", author: `ada${id}@example.com` });
  const json = JSON.stringify(Array.from({ length: TEXT_CHARS / 90 }, (_, id) => row(id)));
  return [
    {
      what: "data: a call under a policy without such rules",
      samples: timed(() => without.data?.toolData("a.b")),
      bar: 0.01,
    },
    {
      what: "  64 kB of a result searched for all kinds and a pattern",
      samples: timed(() => inspectJson(json, data?.toolData("a.b")?.results ?? [], () => "")),
      bar: BAR_OF_DATA_MS,
    },
  ];
}

function timed(work: () => unknown): number[] {
  work();
  return Array.from({ length: 50 }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
}

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
