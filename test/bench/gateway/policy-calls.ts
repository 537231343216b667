/**
 * What a policy of 100 rules and pins add to a call by the front door: the same script of 100 calls, in turn on a gateway that has them and on
 * one that has not, after 10,000 calls. The rules of the tool that is called have a limit, a join and a count over those calls.
 */
import { join } from "node:path";
import { BenchClient } from "./client.ts";
import type { Section } from "./section.ts";
import { startWorkerd } from "./workerd.ts";

const RULES = 100;
const CALLS = 100;
const EARLIER_RUNS = 100;
const SAMPLES = 40;
const BAR_MS = 0.2;

const within = "1d";
const tools = {
  ...Object.fromEntries(
    Array.from({ length: RULES - 1 }, (_, index) => [
      `server_${index}.tool_*`,
      { deny_if: [{ path: "args.path", op: "regex", value: "^/etc/" }] },
    ]),
  ),
  "notes.summarize": {
    require: [
      {
        count: { tool: "notes.summarize", within, where: [{ path: "args.style", op: "eq", ref: "args.id" }] },
        op: "lte",
        value: 1_000,
      },
    ],
    require_approval: [
      { formerly: { tool: "notes.list_notes", within, where: [{ path: "args.id", op: "eq", ref: "args.id" }] } },
    ],
    limits: [{ counter: "summaries", window: "day", max: 1_000_000 }],
  },
};

const script = (n: number): string => `${n}; for (let i = 0; i < ${CALLS}; i += 1) await notes.summarize({ id: 1 })`;

export const policyCalls: Section = {
  name: "policy-calls",
  async measure({ bundle, directory }) {
    const mcpServers = { notes: { type: "local" } };
    const policy = { version: "1", default: "allow", tools };
    const plain = await startWorkerd({ bundle, directory: join(directory, "plain"), mcpServers });
    const ruled = await startWorkerd({ bundle, directory: join(directory, "ruled"), mcpServers, policy });
    const [without, withPolicy] = [new BenchClient(plain.port), new BenchClient(ruled.port)];
    try {
      for (const client of [without, withPolicy]) {
        await client.listTools();
        for (let run = 0; run < EARLIER_RUNS; run += 1) await client.execute(script(run));
      }
      const [base, added]: [number[], number[]] = [[], []];
      for (let index = 0; index < SAMPLES; index += 1) {
        const before = await without.execute(script(1_000 + index));
        const after = await withPolicy.execute(script(1_000 + index));
        base.push(before / CALLS);
        added.push((after - before) / CALLS);
      }
      return [
        { what: "a call without a policy, after 10,000 calls", samples: base },
        { what: "  what a policy of 100 rules and pins add to it", samples: added, bar: BAR_MS },
      ];
    } finally {
      without.close();
      withPolicy.close();
      await Promise.all([plain.stop(), ruled.stop()]);
    }
  },
};
