/**
 * An honest upstream's calls beside upstreams that do everything a hostile one can, at random: how long they take, without and with, and how much
 * memory workerd has at most, with the heap that the platform allows an isolate. `npm run bench -- hostile-upstream --minutes 10`; half a minute unless told.
 */
import process from "node:process";
import { HOSTILE_SERVERS, exec, startHostileGateway, type HostileGateway } from "../support/hostile-gateway.ts";
import { Random } from "../support/random.ts";
import { BenchClient } from "./gateway/client.ts";
import type { Measurement, Section } from "./gateway/section.ts";

const SEED = 11;
const MAX_MEGABYTES = 400;
/** Scripts that call the other upstreams, all the while: the same number when these are honest. */
const LANES = 2;
const PAUSE_MS = 50;
/** A bar against the clock needs some milliseconds of grace where the whole is a few. */
const GRACE_MS = 5;

export const hostileUpstream: Section = {
  name: "hostile-upstream",
  async measure({ bundle }) {
    const gateway = await startHostileGateway(SEED, bundle);
    try {
      gateway.setHostile(false);
      await measureFor(gateway, 5_000);
      const without = await measureFor(gateway, Math.min(60_000, minutes() * 60_000));
      gateway.setHostile(true);
      const withAll = await measureFor(gateway, minutes() * 60_000);
      const bar = 2 * quantile(without.samples, 0.95) + GRACE_MS;
      const memory = `workerd: at most ${withAll.megabytes.toFixed(0)} MB`;
      return [
        {
          what: "one call of an honest upstream, the six others honest",
          samples: without.samples,
          note: `workerd: at most ${without.megabytes.toFixed(0)} MB`,
        },
        { what: "  the six others hostile in every way", samples: withAll.samples, bar, barOf: 0.95, note: memory },
        { what: "  megabytes of workerd meanwhile", samples: [withAll.megabytes], bar: MAX_MEGABYTES },
      ] satisfies Measurement[];
    } finally {
      await gateway.stop();
    }
  },
};

function minutes(): number {
  const at = process.argv.indexOf("--minutes");
  const told = at < 0 ? 0.5 : Number(process.argv[at + 1]);
  if (!(told > 0)) throw new Error("--minutes needs a number of minutes.");
  return told;
}

async function measureFor(gateway: HostileGateway, ms: number): Promise<{ samples: number[]; megabytes: number }> {
  const until = Date.now() + ms;
  const samples: number[] = [];
  let megabytes = 0;
  const client = new BenchClient(gateway.port);
  const lanes = Array.from({ length: LANES }, (_, lane) => load(gateway, SEED + lane, until));
  for (; Date.now() < until; await pause()) {
    samples.push(await client.execute("await honest.echo({ text: 'well' })"));
    megabytes = Math.max(megabytes, (await gateway.megabytes()) ?? 0);
  }
  client.close();
  await Promise.all(lanes);
  return { samples, megabytes };
}

/** One script for all of them: what many scripts take of memory is another question. */
const CALL = "(await call_tool(input.server, input.tool, { a: 'a'.repeat(31) + 'b' })).ok";

async function load({ origin }: HostileGateway, seed: number, until: number): Promise<void> {
  const random = new Random(seed);
  for (; Date.now() < until; await pause()) {
    const server = random.pick(HOSTILE_SERVERS);
    const tool = random.pick(["plain", "plain", "pattern", "unique", "double"]);
    await exec(origin, CALL, { server, tool });
    if (random.chance(0.05)) await (await fetch(`${origin}/api/v1/upstreams`)).arrayBuffer();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
}
