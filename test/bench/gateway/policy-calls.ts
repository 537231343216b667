/**
 * What a policy of 100 rules and pins add to a call over HTTP: the same script of 100 calls, in turn on a gateway that has them and on
 * one that has not, after 10,000 calls. The rules of the tool that is called have a limit, a join and a count over those calls.
 */
import { join } from "node:path";
import { BenchClient } from "./client.ts";
import type { Section } from "./section.ts";
import { startWorkerd } from "../../support/workerd/gateway.ts";

const RULES = 100;
const CALLS = 100;
const EARLIER_RUNS = 100;
const SAMPLES = 40;
const BAR_MS = 0.2;

const within = "1d";
const JOIN = {
  formerly: { tool: "notes.list_notes", within, where: [{ path: "args.id", op: "eq", ref: "args.id" }] },
};
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
    deny_if: [JOIN],
    limits: [{ counter: "summaries", window: "day", max: 1_000_000 }],
  },
};
/** Under a policy that can ask a person, every run is recorded so that it can wait. */
const askingTools = {
  ...tools,
  "notes.summarize": { ...tools["notes.summarize"], deny_if: [], require_approval: [JOIN] },
};

const script = (n: number): string => `${n}; for (let i = 0; i < ${CALLS}; i += 1) await notes.summarize({ id: 1 })`;

export const policyCalls: Section = {
  name: "policy-calls",
  async measure({ bundle, directory }) {
    const mcpServers = { notes: { type: "local" } };
    const start = (name: string, rules?: object) =>
      startWorkerd({
        bundle,
        directory: join(directory, name),
        mcpServers,
        ...(rules && { policy: { version: "1", default: "allow", tools: rules } }),
      });
    const gateways = [await start("plain"), await start("ruled", tools), await start("asking", askingTools)];
    const clients = gateways.map(({ port }) => new BenchClient(port));
    try {
      for (const client of clients) {
        await client.listTools();
        for (let run = 0; run < EARLIER_RUNS; run += 1) await client.execute(script(run));
      }
      const [base, added, asking]: [number[], number[], number[]] = [[], [], []];
      for (let index = 0; index < SAMPLES; index += 1) {
        const [without = 0, ruled = 0, asked = 0] = await inTurn(clients, (one) => one.execute(script(1_000 + index)));
        base.push(without / CALLS);
        added.push((ruled - without) / CALLS);
        asking.push((asked - ruled) / CALLS);
      }
      return [
        { what: "a call without a policy, after 10,000 calls", samples: base },
        { what: "  what a policy of 100 rules and pins add to it", samples: added, bar: BAR_MS },
        { what: "  and one that can ask a person, whose runs are recorded to wait", samples: asking },
      ];
    } finally {
      for (const client of clients) client.close();
      await Promise.all(gateways.map((gateway) => gateway.stop()));
    }
  },
};

async function inTurn(
  clients: readonly BenchClient[],
  work: (client: BenchClient) => Promise<number>,
): Promise<number[]> {
  const measured: number[] = [];
  for (const client of clients) measured.push(await work(client));
  return measured;
}
