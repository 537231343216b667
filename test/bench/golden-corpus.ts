// The golden corpus as search documents, and the measures of the golden set over it.

import { goldenCatalogs } from "../catalog/golden/golden.ts";
import type { GoldenRequest } from "../catalog/golden/golden.ts";
import type { Catalog, CatalogTool } from "../fixtures/catalogs/load.ts";
import { search } from "../../src/catalog/search/index.ts";
import type { SearchDocument, SearchIndex } from "../../src/catalog/search/index.ts";

export function corpus(): readonly (readonly SearchDocument[])[] {
  return goldenCatalogs().map((catalog) => catalog.tools.map((tool) => toDocument(catalog, tool)));
}

function toDocument(catalog: Catalog, tool: CatalogTool): SearchDocument {
  const title = tool.title ?? tool.annotations?.title;
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {};
  return {
    server: identifier(catalog.name),
    tool: identifier(tool.name),
    name: tool.name,
    description: tool.description ?? "",
    parameters: parametersOf(tool.inputSchema),
    ...(title === undefined ? {} : { title }),
    ...(readOnlyHint === undefined ? {} : { readOnly: readOnlyHint }),
    ...(destructiveHint === undefined ? {} : { destructive: destructiveHint }),
  };
}

function identifier(name: string): string {
  return name.replace(/[^A-Za-z0-9_$]+/gu, "_");
}

function parametersOf(schema: unknown): SearchDocument["parameters"] {
  const { properties, required } = (schema ?? {}) as {
    properties?: Record<string, { description?: string }>;
    required?: readonly string[];
  };
  const needed = new Set(required);
  return Object.entries(properties ?? {}).map(([name, value]) => ({
    name,
    required: needed.has(name),
    description: typeof value.description === "string" ? value.description : "",
  }));
}

export interface Measures {
  readonly recallAt1: number;
  readonly recallAt5: number;
  readonly meanReciprocalRank: number;
}

const DEPTH = 50;

/** Rank of the first wanted tool, from 1; 0 when it is not among the first 50. */
export function rankOf(index: SearchIndex, { request, want }: Pick<GoldenRequest, "request" | "want">): number {
  const wanted = new Set(want.map((path) => path.split(".").map(identifier).join(".")));
  const { hits } = search(index, request, { limit: DEPTH });
  return hits.findIndex(({ server, tool }) => wanted.has(`${server}.${tool}`)) + 1;
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
