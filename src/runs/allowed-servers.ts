/** `options.allowed_servers`: names from gateway.json or identifiers; an empty list allows all. */
import type { NamedServer } from "../catalog/find-server.ts";
import { serverNameOf } from "../config/find-servers.ts";

/** The names of a list, those included that the gateway gives to such entries. Each call of a run asks, for each server of the catalog. */
const known = new WeakMap<readonly string[], ReadonlySet<string>>();

export function isAllowed({ name, identifier }: NamedServer, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  let names = known.get(allowed);
  if (names === undefined) {
    names = new Set([...allowed, ...allowed.flatMap((one) => nameOfEntry(one) ?? [])]);
    known.set(allowed, names);
  }
  return names.has(name) || names.has(identifier);
}

/** @returns undefined for a text that begins with a sign: `-mail` and `!mail` may be meant to leave the server out */
export function nameOfEntry(text: string): string | undefined {
  return /^[\p{L}\p{N}@]/u.test(text) ? serverNameOf(text) : undefined;
}

/** @returns the message for a server that the request left out */
export function serverLeftOut(server: string, allowed: readonly string[]): string {
  return `This run may not use ${server}; options.allowed_servers allows ${allowed.join(", ")}.`;
}

/** @returns the message for a call to a server that the credentials withhold */
export function forbiddenServer(server: string): string {
  return `These credentials may not use the server ${server}. An admin can create a key that may.`;
}
