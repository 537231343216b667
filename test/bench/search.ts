// Tool search, measured: recall and reciprocal rank on both halves of the training, the fresh and the golden set, the size of the stored
// index, and latency over 5,000 tools. The larger index repeats the corpus under other server names until it holds that many.

import { search } from "../../src/catalog/search/index.ts";
import { join, partOf } from "../catalog/search/build-index.ts";
import { goldenRequests } from "../catalog/golden/golden.ts";
import { freshRequests } from "../catalog/golden/fresh.ts";
import { trainingRequests } from "../catalog/golden/training.ts";
import { enlargedCatalogs } from "./enlarged-catalogs.ts";
import { corpus, measure, searchDocuments } from "./golden-corpus.ts";

const catalogs = corpus();
const parts = catalogs.map(partOf);
const index = join(parts);
console.log(`corpus: ${catalogs.flat().length} tools, ${catalogs.length} servers`);
const sets = {
  "training, learn": trainingRequests.filter(({ half }) => half === "learn"),
  "training, check": trainingRequests.filter(({ half }) => half === "check"),
  "fresh, learn": freshRequests.filter(({ half }) => half === "learn"),
  "fresh, check": freshRequests.filter(({ half }) => half === "check"),
  "golden, tune": goldenRequests.filter(({ split }) => split === "tune"),
  "golden, held-out": goldenRequests.filter(({ split }) => split === "held-out"),
};
for (const [name, asked] of Object.entries(sets)) {
  const { requests, recallAt1, recallAt5, meanReciprocalRank } = measure(index, asked);
  const figures = [recallAt1, recallAt5, meanReciprocalRank].map((value) => value.toFixed(3)).join("  ");
  console.log(`${name.padEnd(16)}  ${String(requests).padStart(4)} requests  recall@1 recall@5 MRR  ${figures}`);
}

const large = enlargedCatalogs().map(searchDocuments);
const built = timed(() => large.map(partOf));
const bytes = JSON.stringify(built.value).length;
console.log(`${large.flat().length} tools: build ${built.ms.toFixed(0)} ms, ${bytes} bytes of JSON`);
console.log(`corpus index: ${JSON.stringify(parts).length} bytes of JSON`);
const joins = Array.from({ length: 20 }, () => timed(() => join(built.value)));
console.log(`join: ${quantiles(joins.map(({ ms }) => ms))}`);
const largeIndex = joins[0]?.value ?? index;
for (const { request } of goldenRequests) search(largeIndex, request, { limit: 10 });
const latencies = goldenRequests.map(({ request }) => timed(() => search(largeIndex, request, { limit: 10 })).ms);
console.log(`query: ${quantiles(latencies)} over ${latencies.length} requests`);

function timed<T>(work: () => T): { value: T; ms: number } {
  const from = performance.now();
  const value = work();
  return { value, ms: performance.now() - from };
}

function quantiles(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms`;
}
