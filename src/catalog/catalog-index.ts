/**
 * Builds the search index of a catalog, at the first search and not when a script runs, because only a search needs the vocabulary.
 * Each server's tool list has one part of the index, which is built once, stored in the principal's Gateway, and shared in this isolate's
 * memory by every catalog with that list. Building a part takes a hundred times as long as reading a stored one.
 */
import type { Catalog, ServerCatalog } from "./catalog.ts";
import { buildPart, joinParts } from "./search/index.ts";
import type { IndexPart, SearchDocument, SearchIndex, Vocabulary } from "./search/index.ts";
import { partKey, readPart, type PartStore, type StoredIndexPart } from "./stored-parts.ts";

interface IndexPartStorage {
  readonly store: PartStore;
  /** Runs work that may continue after the response. */
  readonly later: (work: Promise<void>) => void;
}

/** Terms of all joined indexes that are kept, about 140 bytes each. A catalog has a joined index of its own for each change of each of its lists. */
const MAX_JOINED_TERMS = 100_000;

const parts = new WeakMap<ServerCatalog, IndexPart>();
/** The catalogs are held weakly: what is evicted from their cache must not stay in memory by its index. */
const indexes = new WeakMap<Catalog, KeptIndex>();
/** The least recently used first. */
const recent = new Set<KeptIndex>();

interface KeptIndex {
  /** Absent after it was dropped. */
  index: SearchIndex | undefined;
}

/** Two simultaneous first searches both build the index: a promise shared between requests would be lost with the one that made it. */
export async function indexOf(
  catalog: Catalog,
  vocabulary: Vocabulary,
  storage: IndexPartStorage,
): Promise<SearchIndex> {
  const known = indexes.get(catalog)?.index;
  if (known) return keepIndex(catalog, known);
  const missing = catalog.servers.filter((server) => !parts.has(server));
  if (missing.length > 0) await fetchParts(missing, vocabulary, storage);
  const index = joinParts(
    catalog.servers.map((server) => parts.get(server) ?? buildPart(documentsOf(server), vocabulary)),
    vocabulary,
  );
  return keepIndex(catalog, index);
}

/** Makes `index` the most recently used one, and drops those that were used longest ago while all together are too large. */
function keepIndex(catalog: Catalog, index: SearchIndex): SearchIndex {
  const own = indexes.get(catalog) ?? { index };
  own.index = index;
  indexes.set(catalog, own);
  recent.delete(own);
  recent.add(own);
  let terms = [...recent].reduce((sum, one) => sum + termsOf(one), 0);
  for (const oldest of recent) {
    if (terms <= MAX_JOINED_TERMS || oldest === own) break;
    terms -= termsOf(oldest);
    oldest.index = undefined;
    recent.delete(oldest);
  }
  return index;
}

function termsOf({ index }: KeptIndex): number {
  return index?.places.size ?? 0;
}

async function fetchParts(
  servers: readonly ServerCatalog[],
  vocabulary: Vocabulary,
  { store, later }: IndexPartStorage,
) {
  const keyed = await Promise.all(servers.map(async (server) => ({ server, key: await partKey(server, vocabulary) })));
  const kept = await readStored(
    store,
    keyed.map(({ key }) => key),
  );
  const built: StoredIndexPart[] = [];
  for (const { server, key } of keyed) {
    const found = readPart(kept[key], server);
    const part = found ?? buildPart(documentsOf(server), vocabulary);
    parts.set(server, part);
    if (!found) built.push({ key, server: server.identifier, text: JSON.stringify(part) });
  }
  if (built.length > 0) later(keep(store, built));
}

/** Stored parts only save time: a store that fails delays a search and does not fail it. */
async function readStored(store: PartStore, keys: readonly string[]): Promise<Readonly<Record<string, string>>> {
  try {
    return await store.readParts(keys);
  } catch (error) {
    console.error("parts of the search index could not be read:", error);
    return {};
  }
}

async function keep(store: PartStore, built: readonly StoredIndexPart[]): Promise<void> {
  try {
    await store.writeParts(built);
  } catch (error) {
    console.error("parts of the search index could not be stored:", error);
  }
}

export function documentsOf({ identifier, sdk, table }: ServerCatalog): SearchDocument[] {
  return sdk.tools.map((tool, position) => {
    // Tools are matched by position, because an upstream may list two tools of one name.
    const { title: own, description = "", annotations } = table.tools[position] ?? {};
    const title = own ?? annotations?.title;
    return {
      server: identifier,
      tool: tool.identifier,
      name: tool.name,
      description,
      parameters: tool.parameters,
      ...(title !== undefined && { title }),
      ...(annotations?.readOnlyHint !== undefined && { readOnly: annotations.readOnlyHint }),
      ...(annotations?.destructiveHint !== undefined && { destructive: annotations.destructiveHint }),
    };
  });
}
