/**
 * Assigns identifiers to servers. Names that scripts need for something else are reserved. A server called `files` keeps that name, because
 * `store_files` is the same object.
 */
import { assignIdentifiers } from "../../sdk-gen/index.ts";
import type { NamedServer } from "./find-server.ts";

const TAKEN = new Set(
  `input console sleep progress tools results store store_files runs scripts schedule call_tool call_tools ncp codemode mcp fetch
  Request Response ToolError globalThis self performance undefined NaN Infinity eval arguments Array ArrayBuffer BigInt Boolean Date Error Function Intl
  JSON Map Math Number Object Promise Proxy Reflect RegExp Set String Symbol TypeError RangeError URL WeakMap WeakSet
  setTimeout clearTimeout setInterval clearInterval queueMicrotask structuredClone crypto`.split(/\s+/),
);

/**
 * @param names of all servers, also of those that are switched off, hidden or withheld from the caller: a script's name for one of them never
 *   means another that is left
 * @returns name in gateway.json → identifier in scripts
 */
export function serverIdentifiers(names: readonly string[]): ReadonlyMap<string, string> {
  return assignIdentifiers(names, TAKEN);
}

/** @returns the same for the servers of a snapshot */
export function identifiersOf(servers: readonly NamedServer[]): ReadonlyMap<string, string> {
  return new Map(servers.map(({ name, identifier }) => [name, identifier]));
}
