/**
 * `npm run fuzz -- NAME… --minutes N --seed S`: runs fuzzers one after the other, all of them unless some are named, each for so many
 * minutes. A fuzzer is a module of this folder that exports `name`, `description` and `run`; docs/fuzzing.md says what it has to keep to.
 */
import { glob } from "node:fs/promises";
import { basename, join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import type { FuzzRun } from "./support/fuzz-run.ts";

interface Fuzzer {
  readonly name: string;
  readonly description: string;
  /** @returns how many cases were tried, if it counts them */
  readonly run: (run: FuzzRun) => Promise<unknown>;
}

const USAGE = "npm run fuzz -- [NAME…] [--minutes N] [--seed S], or --list";

const { values, positionals } = readOptions();
const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!(minutes > 0)) stop(`--minutes is a number above 0, not ${values.minutes}.`);
if (!Number.isSafeInteger(seed)) stop(`--seed is an integer, not ${values.seed}.`);

const all = await loadFuzzers();
const unknown = positionals.filter((name) => !all.some((fuzzer) => fuzzer.name === name));
if (unknown.length > 0 || values.list) {
  for (const { name, description } of all) console.log(`${name.padEnd(20)} ${description}`);
  if (unknown.length > 0) stop(`There is no fuzzer ${unknown.join(", ")}.`);
} else {
  const chosen = all.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  for (const fuzzer of chosen) await runFuzzer(fuzzer);
  // Some keep a process or a server that nobody waits for.
  process.exit();
}

function readOptions() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        minutes: { type: "string", default: "1" },
        seed: { type: "string", default: String(Date.now() % 1_000_000) },
        list: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error));
  }
}

function stop(problem: string): never {
  console.error(`${problem}\n${USAGE}`);
  process.exit(2);
}

async function loadFuzzers(): Promise<readonly Fuzzer[]> {
  const fuzzers: Fuzzer[] = [];
  for await (const file of glob("*.ts", { cwd: import.meta.dirname })) {
    if (basename(file) === "run.ts") continue;
    fuzzers.push((await import(join(import.meta.dirname, file))) as Fuzzer);
  }
  return fuzzers.sort((one, other) => one.name.localeCompare(other.name));
}

async function runFuzzer({ name, run }: Fuzzer): Promise<void> {
  let findings = 0;
  const started = Date.now();
  console.log(`${name}: seed ${seed}, ${minutes} min`);
  const report = (finding: string): void => {
    findings += 1;
    process.exitCode = 1;
    console.log(`\n--- ${name}, seed ${seed}, finding ${findings}\n${finding}\n`);
  };
  const tried = await run({ seed, until: started + minutes * 60_000, report });
  const cases = typeof tried === "number" ? `${tried} cases, ` : "";
  console.log(`${name}: ${cases}${findings} findings in ${Math.round((Date.now() - started) / 1000)} s`);
}
