/**
 * The loader against the least it could cost (floor) and against its nearest relative (codemode): the same script, in turn, on the
 * same process. The clock inside workerd has whole milliseconds, so time is taken here, around one HTTP request to the bench
 * Worker, less the median of requests that run nothing; what takes less than a millisecond is done many times per request.
 */
import { join } from "node:path";
import { sample, type Measurement, type Section } from "../gateway/section.ts";
import { median } from "../gateway/report.ts";
import { buildWorker, startWorker, type BenchWorker } from "./bench-worker.ts";
import { loops } from "./loops.ts";
import type { ContestantName } from "./job.ts";

const CONTESTANTS: readonly ContestantName[] = ["floor", "ours", "codemode"];
const LATER = 30;
const FIRST = 5;

interface Scenario {
  readonly what: string;
  readonly rounds: number;
  /** How often the script is run for one sample. */
  readonly times?: number;
  /** `n` makes a script unlike any other. */
  readonly script: (n: number) => string;
}

const typescript = (n: number): string => `const one: number = ${n}; one`;

const CALLS = 100;
const ONE_CALL = "await notes.get({ id: 1 })";

const SCENARIOS = {
  fresh: { what: "1+1, new code", rounds: 120, script: (n) => `1+${n}` },
  again: { what: "1+1, repeated code", rounds: 60, times: 10, script: () => "1+1" },
  call: { what: "1 call", rounds: 60, script: (n) => `async () => { ${n}; return ${ONE_CALL} }` },
  sequence: {
    what: `${CALLS} calls in sequence`,
    rounds: 40,
    script: (n) => `async () => { ${n}; for (let i = 0; i < ${CALLS}; i++) ${ONE_CALL} }`,
  },
  parallel: {
    what: `${CALLS} calls in parallel`,
    rounds: 40,
    script: (n) =>
      `async () => { ${n}; return Promise.all(Array.from({ length: ${CALLS} }, () => notes.get({ id: 1 }))) }`,
  },
  large: {
    what: "1 MB result",
    rounds: 30,
    script: (n) =>
      `async () => Array.from({ length: 20_000 }, (_, id) => ({ id: id + ${n}, title: "A note", tags: ["a", "b"] }))`,
  },
} satisfies Record<string, Scenario>;

export const loader: Section = {
  name: "loader",
  async measure({ bundle: { assets }, directory }) {
    const bundle = await buildWorker(join(directory, "bundle"));
    const inFreshProcess = async <Result>(work: (worker: BenchWorker) => Promise<Result>): Promise<Result> => {
      const worker = await startWorker(bundle, assets, directory);
      try {
        return await work(worker);
      } finally {
        await worker.stop();
      }
    };
    return [
      ...(await inFreshProcess(compare)),
      {
        what: "TypeScript, first of a process: ours",
        samples: await sample(FIRST, () =>
          inFreshProcess(async (worker) => {
            await time(worker, "ours", ["1+1"]);
            return time(worker, "ours", [typescript(1)]);
          }),
        ),
      },
      ...(await inFreshProcess(loops)),
    ];
  },
};

async function compare(worker: BenchWorker): Promise<Measurement[]> {
  await takeTurns(worker, { ...SCENARIOS.fresh, rounds: 30 });
  const fresh = await takeTurns(worker, SCENARIOS.fresh);
  const again = await takeTurns(worker, SCENARIOS.again);
  const sequence = await takeTurns(worker, SCENARIOS.sequence);
  const perCall = (name: ContestantName): number[] => {
    const start = median(fresh[name]);
    return sequence[name].map((ms) => (ms - start) / CALLS);
  };
  const each = { floor: perCall("floor"), ours: perCall("ours"), codemode: perCall("codemode") };
  return [
    ...rows(SCENARIOS.fresh.what, fresh, Math.min(1.15 * median(fresh.floor) + 1, median(fresh.codemode))),
    ...rows(SCENARIOS.again.what, again, 0.3 * median(again.codemode)),
    ...rows(SCENARIOS.call.what, await takeTurns(worker, SCENARIOS.call)),
    ...rows(SCENARIOS.sequence.what, sequence),
    ...rows("  each of them, without the start", each, median(each.floor) + 0.15),
    ...rows(SCENARIOS.parallel.what, await takeTurns(worker, SCENARIOS.parallel)),
    ...rows(SCENARIOS.large.what, await takeTurns(worker, SCENARIOS.large)),
    {
      what: "TypeScript, later: ours",
      samples: (await sample(LATER + 1, (n) => time(worker, "ours", [typescript(n)]))).slice(1),
    },
  ];
}

type Samples = Readonly<Record<ContestantName, readonly number[]>>;

/** One sample of each in every round; each follows each of the others as often. */
async function takeTurns(worker: BenchWorker, { rounds, times = 1, script }: Scenario): Promise<Samples> {
  const samples: Record<ContestantName | "nothing", number[]> = { floor: [], ours: [], codemode: [], nothing: [] };
  for (let round = 0; round < rounds; round += 1) {
    // No script of another scenario or call of this function has this number.
    numbered += 1;
    const scripts = Array.from({ length: times }, () => script(numbered));
    samples.nothing.push(await time(worker, "floor", []));
    const start = round % CONTESTANTS.length;
    const turn = [...CONTESTANTS.slice(start), ...CONTESTANTS.slice(0, start)];
    for (const contestant of round % 2 === 0 ? turn : turn.toReversed())
      samples[contestant].push(await time(worker, contestant, scripts));
  }
  const overhead = median(samples.nothing);
  const own = (name: ContestantName): number[] => samples[name].map((ms) => (ms - overhead) / times);
  return { floor: own("floor"), ours: own("ours"), codemode: own("codemode") };
}

let numbered = 0;

async function time(worker: BenchWorker, contestant: ContestantName, scripts: readonly string[]): Promise<number> {
  return (await worker.run({ contestant, scripts })).ms;
}

function rows(what: string, samples: Samples, bar?: number): Measurement[] {
  const ours = median(samples.ours);
  const [floor, peer] = [median(samples.floor), median(samples.codemode)];
  const note = `${(ours / floor).toFixed(2)} × floor, ${(ours / peer).toFixed(2)} × codemode`;
  return [
    { what: `${what}: floor`, samples: samples.floor },
    { what: `${what}: ours`, samples: samples.ours, note, ...(bar !== undefined && { bar }) },
    { what: `${what}: codemode`, samples: samples.codemode },
  ];
}
