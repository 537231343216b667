/**
 * The cost that the journal of a durable run adds to a call: the same script of 100 calls, in turn on a gateway whose policy can ask a person, about a
 * tool that nobody calls, and on one whose policy denies that tool instead. The runs of the first are recorded to wait, those of the
 * second are not.
 */
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { BenchClient } from "./client.ts";
import type { Section } from "./section.ts";
import { startWorkerd } from "../../support/workerd/gateway.ts";

const CALLS = 100;
const SAMPLES = 40;
const WARM_UPS = 5;
const BAR_MS = 0.1;

/** A script that is new each time: a durable run never shares an isolate, so that the other one must not either. */
const inSequence = (n: number): string =>
  `${n}; for (let i = 0; i < ${CALLS}; i += 1) await notes.summarize({ id: 1 })`;
const atOnce = (n: number): string =>
  `${n}; await Promise.all(Array.from({ length: ${CALLS} }, () => notes.summarize({ id: 1 })))`;

export const journal: Section = {
  name: "journal",
  async measure({ bundle, directory }) {
    const start = (name: string, rule: object) =>
      startWorkerd({
        bundle,
        directory: join(directory, name),
        mcpServers: { notes: { type: "local" } },
        policy: { version: "1", default: "allow", tools: { "notes.never_called": rule } },
      });
    const gateways = [
      await start("unrecorded", { action: "deny" }),
      await start("recorded", { require_approval: true }),
    ];
    const clients = gateways.map(({ port }) => new BenchClient(port));
    let scripts = 0;
    const run = async (at: number, script: string): Promise<Cost> => {
      const before = await processorMs(gateways[at]?.pid);
      const wall = (await clients[at]?.execute(script)) ?? 0;
      return { wall, processor: (await processorMs(gateways[at]?.pid)) - before };
    };
    const added = async (script: (n: number) => string): Promise<Added> => {
      const [base, more, processor]: [number[], number[], number[]] = [[], [], []];
      for (let index = -WARM_UPS; index < SAMPLES; index += 1) {
        scripts += 1;
        const costs: Cost[] = [];
        // Alternating, so that neither is always the first after the other.
        for (const at of index % 2 === 0 ? [0, 1] : [1, 0]) costs[at] = await run(at, script(scripts));
        const [without = FREE, recorded = FREE] = costs;
        if (index < 0) continue;
        base.push(without.wall / CALLS);
        more.push((recorded.wall - without.wall) / CALLS);
        processor.push((recorded.processor - without.processor) / CALLS);
      }
      return { base, more, processor };
    };
    try {
      for (const client of clients) await client.listTools();
      const one = await added(inSequence);
      const all = await added(atOnce);
      return [
        { what: "a call of a run that is not recorded, one of 100 in sequence", samples: one.base },
        { what: "  what the journal adds to it", samples: one.more, bar: BAR_MS },
        { what: "  and in processor time of workerd", samples: one.processor },
        { what: "a call of a run that is not recorded, one of 100 at once", samples: all.base },
        { what: "  what the journal adds to it", samples: all.more, bar: BAR_MS },
        { what: "  and in processor time of workerd", samples: all.processor },
      ];
    } finally {
      for (const client of clients) client.close();
      await Promise.all(gateways.map((gateway) => gateway.stop()));
    }
  },
};

/** Milliseconds. */
interface Cost {
  readonly wall: number;
  readonly processor: number;
}

interface Added {
  readonly base: readonly number[];
  readonly more: readonly number[];
  readonly processor: readonly number[];
}

const FREE: Cost = { wall: 0, processor: 0 };

/** @returns the time that the threads of a process have had a processor; it hardly depends on the load of the machine */
async function processorMs(pid: number | undefined): Promise<number> {
  const tasks = `/proc/${pid}/task`;
  const threads = await readdir(tasks);
  const times = await Promise.all(threads.map((thread) => readFile(join(tasks, thread, "schedstat"), "utf8")));
  return times.reduce((sum, time) => sum + Number(time.split(" ")[0]) / 1e6, 0);
}
