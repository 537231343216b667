/**
 * `npm run bench`: how long a client waits. The bundle that `wrangler deploy` would upload runs on plain workerd (`wrangler
 * dev` puts a proxy and a log in front, which cost more than a run does), with its storage on disk; the client is one
 * keep-alive HTTP connection. Exits with 1 when a bar is missed. `npm run bench -- first` runs the sections whose name
 * contains "first"; `npm run bench -- --list` prints the names.
 */
import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { catalogSpeed } from "./catalog/catalog-speed.ts";
import { apiRuns } from "./api-runs.ts";
import { buildBundle } from "../support/workerd/bundle.ts";
import { dialectPreparation } from "./dialect-preparation.ts";
import { cli } from "./gateway/cli.ts";
import { dialects } from "./gateway/dialects.ts";
import { firstRun } from "./gateway/first-run.ts";
import { loader } from "./loader/loader.ts";
import { hostileUpstream } from "./hostile-upstream.ts";
import { openapi } from "./openapi/openapi.ts";
import { policy } from "./policy.ts";
import { preparation } from "./preparation.ts";
import { redaction } from "./redaction.ts";
import { journal } from "./gateway/journal.ts";
import { largeAnswers } from "./gateway/large-answers.ts";
import { limits } from "./gateway/limits.ts";
import { runs } from "./gateway/runs.ts";
import { policyCalls } from "./gateway/policy-calls.ts";
import { searches } from "./gateway/searches.ts";
import { describeMachine, missedBar, printTable } from "./gateway/report.ts";
import type { Measurement, Section } from "./gateway/section.ts";

const SECTIONS: readonly Section[] = [
  firstRun,
  runs,
  largeAnswers,
  limits,
  cli,
  dialects,
  dialectPreparation,
  preparation,
  searches,
  catalogSpeed,
  loader,
  openapi,
  apiRuns,
  redaction,
  policy,
  policyCalls,
  journal,
  hostileUpstream,
];

/**
 * Reports of their own, in Node: what the SDK costs and whether it is right, how well search finds, on our own requests and on
 * others', and what its answers cost. They get the options that follow the name.
 */
const REPORTS = {
  sdk: "test/bench/sdk-corpus.ts",
  search: "test/bench/search.ts",
  "search-external": "test/bench/search-external.ts",
  "mcpproxy-samples": "test/bench/mcpproxy-samples.ts",
  "mcpproxy-documents": "test/bench/mcpproxy-documents.ts",
  "search-answers": "test/bench/search-answers.ts",
} as const;

const args = process.argv.slice(2);
const firstOption = args.findIndex((arg) => arg.startsWith("--"));
const wanted = firstOption < 0 ? args : args.slice(0, firstOption);
const options = firstOption < 0 ? [] : args.slice(firstOption);
const names = [...SECTIONS.map(({ name }) => name), ...Object.keys(REPORTS)];
if (options.includes("--list") || options.includes("--help")) {
  console.log(`Sections:\n${names.map((name) => `  ${name}\n`).join("")}`);
  process.exit();
}
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((part) => name.includes(part));
const chosen = SECTIONS.filter(({ name }) => isWanted(name));
const reports = (Object.keys(REPORTS) as (keyof typeof REPORTS)[]).filter(isWanted);
if (chosen.length + reports.length === 0) {
  console.error(`No section has a name with ${wanted.join(" or ")}; there are ${names.join(", ")}.`);
  process.exit(2);
}

if (chosen.length > 0) await measureSections();
for (const name of reports) {
  if (!options.includes("--json")) console.log(`\n${name}\n`);
  const { status } = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", REPORTS[name], ...options], {
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}

async function measureSections(): Promise<void> {
  const directory = await temporaryDirectory();
  const measured: Measurement[] = [];
  try {
    const bundle = await buildBundle(join(directory, "bundle"));
    for (const section of chosen) {
      const own = join(directory, section.name);
      measured.push(...(await section.measure({ bundle, directory: own })));
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  console.log(
    `${describeMachine()}\nworkerd, the bundle of the dry run, SQLite on disk; one client, HTTP keep-alive; milliseconds\n`,
  );
  printTable(measured);
  if (measured.some(missedBar)) process.exitCode = 1;
}
