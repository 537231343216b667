// Tool search on requests that nobody here wrote: plain BM25 and the product's search over every file of a folder, once with the
// servers' own names and once with names that mean nothing. Forms of a file, a row and the measures: docs/search.md.
//   npm run bench -- search-external [--data FOLDER] [--json]

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import * as z from "zod";
import { root } from "../../scripts/stack.mjs";
import { buildServerCatalog } from "../../src/catalog/catalog.ts";
import { documentsOf } from "../../src/catalog/catalog-index.ts";
import { search } from "../../src/catalog/search/index.ts";
import { join as joinIndex, partOf } from "../catalog/search/build-index.ts";
import { bm25 } from "./bm25.ts";

const LIMIT = 10;
const FIRST = 5;

const setSchema = z.object({
  id: z.string(),
  tools: z.array(
    z.object({
      server: z.string(),
      name: z.string(),
      description: z.string().default(""),
      inputSchema: z.looseObject({
        properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })).default({}),
      }),
    }),
  ),
  requests: z.array(z.object({ request: z.string(), wanted: z.array(z.array(z.int())) })),
});
export type ExternalSet = z.output<typeof setSchema>;
export type ExternalTool = ExternalSet["tools"][number];

/** @returns numbers of tools, best first */
export type Rank = (request: string, limit: number) => readonly number[];

export interface Measures {
  /** Shares of the requests, in percent: a wanted tool is first, among the first five; every wanted tool is among the first ten. */
  readonly hit1: number;
  readonly hit5: number;
  readonly all10: number;
}

if (import.meta.main) report();

function report(): void {
  const { values } = parseArgs({
    args: process.argv.slice(2),
    options: { data: { type: "string" }, json: { type: "boolean", default: false } },
  });
  const folder = resolve(values.data ?? join(root, "../shared/search-external"));
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => /\.json(?:\.gz)?$/.test(file)) : [];
  if (files.length === 0) {
    console.error(`There are no sets (*.json or *.json.gz) in ${folder}; name their folder with --data FOLDER.`);
    process.exitCode = 1;
    return;
  }
  if (!values.json)
    console.log("hit@1  hit@5  all@10 in percent: BM25 | search | search, server names made meaningless\n");
  const rows = files.toSorted().map((file) => {
    const set = load(join(folder, file));
    const opaqueSet = withOpaqueServers(set);
    const named = {
      id: set.id,
      opaque: false,
      bm25: measure(bm25(set.tools), set),
      ours: measure(product(set.tools), set),
    };
    const opaque = {
      id: set.id,
      opaque: true,
      bm25: measure(bm25(opaqueSet.tools), set),
      ours: measure(product(opaqueSet.tools), set),
    };
    if (values.json) for (const row of [named, opaque]) console.log(JSON.stringify(row));
    else console.log(`${set.id.padEnd(20)} ${[named.bm25, named.ours, opaque.ours].map(figures).join("  | ")}`);
    return [named.bm25, named.ours, opaque.ours] as const;
  });
  if (values.json) return;
  const means = ([0, 1, 2] as const).map((column) => meanOf(rows.map((row) => row[column])));
  console.log(`${"mean".padEnd(20)} ${means.map(figures).join("  | ")}`);
}

export function load(file: string): ExternalSet {
  const bytes = readFileSync(file);
  return setSchema.parse(JSON.parse((file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8")));
}

export function withOpaqueServers(set: ExternalSet): ExternalSet {
  const names = new Map<string, string>();
  const tools = set.tools.map((tool) => {
    const server = names.get(tool.server) ?? `zq${names.size}x`;
    names.set(tool.server, server);
    return { ...tool, server };
  });
  return { ...set, tools };
}

/** Search as `search_tools` does it: one catalog per server, its documents, one index. */
export function product(tools: readonly ExternalTool[]): Rank {
  const byServer = Map.groupBy(tools.entries(), ([, { server }]) => server);
  const parts = [...byServer].map(([server, entries]) => {
    const definitions = entries.map(([, { name, description, inputSchema }]) => ({ name, description, inputSchema }));
    const documents = documentsOf(buildServerCatalog(server, server.replaceAll(/\W+/gu, "_"), server, definitions));
    // A tool may be there several times under one name; its number tells which is found.
    return partOf(documents.map((document, i) => ({ ...document, tool: String(entries[i]?.[0]) })));
  });
  const index = joinIndex(parts);
  return (request, limit) => search(index, request, { limit }).hits.map(({ tool }) => Number(tool));
}

export function measure(rank: Rank, { requests }: ExternalSet): Measures {
  let [hit1, hit5, all10] = [0, 0, 0];
  for (const { request, wanted } of requests) {
    const found = rank(request, LIMIT);
    const places = wanted
      .map((group) => found.findIndex((tool) => group.includes(tool)))
      .map((at) => (at < 0 ? Infinity : at));
    const first = Math.min(...places);
    if (first === 0) hit1 += 1;
    if (first < FIRST) hit5 += 1;
    if (Math.max(...places) < LIMIT) all10 += 1;
  }
  const percent = (count: number): number => Math.round((1_000 * count) / Math.max(1, requests.length)) / 10;
  return { hit1: percent(hit1), hit5: percent(hit5), all10: percent(all10) };
}

function meanOf(rows: readonly Measures[]): Measures {
  const mean = (of: (row: Measures) => number): number => rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  return { hit1: mean(({ hit1 }) => hit1), hit5: mean(({ hit5 }) => hit5), all10: mean(({ all10 }) => all10) };
}

function figures({ hit1, hit5, all10 }: Measures): string {
  return [hit1, hit5, all10].map((value) => value.toFixed(1).padStart(6)).join(" ");
}
