// The golden corpus as search documents, and the measures of the golden set over it.

import { buildServerCatalog } from "../../src/catalog/catalog.ts";
import { documentsOf } from "../../src/catalog/catalog-index.ts";
import { goldenCatalogs, type GoldenRequest } from "../catalog/golden/golden.ts";
import type { Catalog } from "../fixtures/catalogs/load.ts";
import { search, type SearchDocument, type SearchIndex } from "../../src/catalog/search/index.ts";

export function corpus(): readonly (readonly SearchDocument[])[] {
  return goldenCatalogs().map(searchDocuments);
}

export function searchDocuments({ name, tools }: Catalog): readonly SearchDocument[] {
  return documentsOf(buildServerCatalog(name, identifier(name), name, tools));
}

function identifier(name: string): string {
  return name.replace(/\W+/gu, "_");
}

export interface Measures {
  readonly recallAt1: number;
  readonly recallAt5: number;
  readonly meanReciprocalRank: number;
}

const DEPTH = 50;

/** Rank of the first wanted tool, from 1; 0 when it is not among the first 50. */
export function rankOf(index: SearchIndex, { request, want }: Pick<GoldenRequest, "request" | "want">): number {
  const wanted = new Set(want.map((path) => pathsOf(index).get(path)));
  const { hits } = search(index, request, { limit: DEPTH });
  return hits.findIndex(({ server, tool }) => wanted.has(`${server}.${tool}`)) + 1;
}

const paths = new WeakMap<SearchIndex, ReadonlyMap<string, string>>();

/** Paths as the golden set writes them, with original names, to paths of the index. */
function pathsOf(index: SearchIndex): ReadonlyMap<string, string> {
  const found = paths.get(index) ?? namePaths(index);
  paths.set(index, found);
  return found;
}

function namePaths({ tools }: SearchIndex): ReadonlyMap<string, string> {
  const originals = new Map(goldenCatalogs().map(({ name }) => [identifier(name), name]));
  return new Map(
    tools.map(({ server, tool, name }) => [`${originals.get(server) ?? server}.${name}`, `${server}.${tool}`]),
  );
}

export function measure(
  index: SearchIndex,
  requests: readonly Pick<GoldenRequest, "request" | "want">[],
): Measures & { readonly requests: number } {
  const ranks = requests.map((request) => rankOf(index, request));
  const share = (count: number): number => count / ranks.length;
  return {
    requests: ranks.length,
    recallAt1: share(ranks.filter((rank) => rank === 1).length),
    recallAt5: share(ranks.filter((rank) => rank >= 1 && rank <= 5).length),
    meanReciprocalRank: share(ranks.reduce((sum, rank) => sum + (rank === 0 ? 0 : 1 / rank), 0)),
  };
}
