/**
 * Caches catalogs by hash in the stateless Worker's memory. A thousand principals with the same upstreams share one entry.
 * The Gateway sends lists that are missing here again.
 */
import { buildServerCatalog, joinCatalog, type Catalog, type ServerCatalog } from "./catalog.ts";
import { MAX_CACHED_LIST_CHARS } from "../limits/upstream-limits.ts";
import { listChars } from "./list-size.ts";
import { identifiersOf } from "./server-names.ts";
import type { ServerSnapshot, Snapshot } from "./snapshot.ts";

const MAX_SERVERS = 500;
const MAX_CATALOGS = 20;

const servers = new Map<string, ServerCatalog>();
const catalogs = new Map<string, Catalog>();

/** @returns hashes of the lists that the Gateway need not send again */
export function knownHashes(): string[] {
  return [...new Set([...servers.values()].map(({ hash }) => hash))];
}

/** @returns undefined if a list is neither in `snapshot` nor in memory; the caller then requests all lists */
export function catalogOf(snapshot: Snapshot): Catalog | undefined {
  const identifiers = identifiersOf(snapshot.servers);
  const parts: ServerCatalog[] = [];
  for (const server of snapshot.servers) {
    if (server.hash === undefined) continue;
    const part = serverCatalog(server, identifiers.get(server.name) ?? server.name, server.hash, snapshot);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  // A server may have another identifier for another Gateway.
  const key = JSON.stringify(parts.map(({ name, identifier, hash }) => [name, identifier, hash]));
  return remember(catalogs, key, MAX_CATALOGS, () => joinCatalog(parts));
}

function serverCatalog({ name }: ServerSnapshot, identifier: string, hash: string, { lists }: Snapshot) {
  const key = JSON.stringify([name, identifier, hash]);
  const tools = lists[hash];
  if (tools === undefined) return reuse(servers, key);
  const part = remember(servers, key, MAX_SERVERS, () => buildServerCatalog(name, identifier, hash, tools));
  forgetBeyond(MAX_CACHED_LIST_CHARS);
  return part;
}

/** Evicts the least recently used lists. Without it, an upstream whose list changes at every refresh would fill the isolate. */
function forgetBeyond(maxChars: number): void {
  let chars = [...servers.values()].reduce((sum, { table }) => sum + listChars(table.tools), 0);
  for (const [key, part] of servers) {
    if (chars <= maxChars) return;
    chars -= listChars(part.table.tools);
    servers.delete(key);
    for (const [name, catalog] of catalogs) if (catalog.servers.includes(part)) catalogs.delete(name);
  }
}

/** Reads an entry and moves it to the end, so that a map iterates over the least recently used entries first. */
function reuse<T>(cache: Map<string, T>, key: string): T | undefined {
  const value = cache.get(key);
  if (value !== undefined) {
    cache.delete(key);
    cache.set(key, value);
  }
  return value;
}

function remember<T>(cache: Map<string, T>, key: string, max: number, make: () => T): T {
  const found = reuse(cache, key);
  if (found !== undefined) return found;
  const value = make();
  cache.set(key, value);
  for (const oldest of cache.keys()) {
    if (cache.size <= max) break;
    cache.delete(oldest);
  }
  return value;
}
