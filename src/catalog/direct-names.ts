/**
 * Names of tools and prompts that clients see outside of scripts. A hostile server chooses its names after those of others, so whose a name
 * is follows from the configuration alone: a name with a server's name in front is that server's, also while it is down.
 */
import { hash } from "../../sdk-gen/index.ts";

/** All clients accept names of these characters and this length. */
export const MAX_NAME_LENGTH = 64;
const MARK_LENGTH = 9;

export interface Naming {
  /** The server's name in gateway.json. */
  readonly server: string;
  /** The name with the server's in front. */
  readonly prefixed: string;
  /** The name that it keeps where no other server has it; absent if it always has the server's in front. */
  readonly wanted?: string | undefined;
}

/** @returns the name of each; a name that two servers want is none's */
export function publicNames(all: readonly Naming[]): readonly string[] {
  const wanting = new Map<string, Set<string>>();
  for (const { wanted, server } of all) {
    if (wanted !== undefined) wanting.set(wanted, (wanting.get(wanted) ?? new Set()).add(server));
  }
  const prefixes = new Set(all.map(({ prefixed }) => prefixed));
  return all.map(({ wanted, prefixed }) =>
    wanted !== undefined && wanting.get(wanted)?.size === 1 && !prefixes.has(wanted) ? wanted : prefixed,
  );
}

/** The beginning of the names of each server, by its name in gateway.json. */
export type NamePrefixes = ReadonlyMap<string, string>;

/** @param servers names of all servers, also of those that are down */
export function namePrefixes(servers: Iterable<string>): NamePrefixes {
  const max = MAX_NAME_LENGTH - MARK_LENGTH;
  return new Map([...servers].map((server) => [server, plainName(`${server}__`).slice(0, max)]));
}

/** @returns true for a name that looks like one of another server */
export function isOfAnother(name: string, server: string, prefixes: NamePrefixes): boolean {
  const plain = plainName(name);
  for (const [other, prefix] of prefixes) if (other !== server && plain.startsWith(prefix)) return true;
  return false;
}

/**
 * `server__tool`. A name that has to be changed for it, or that could be split in another way, gets a hash of both: so every tool
 * keeps its name whatever other tools there are.
 */
export function directName(server: string, tool: string): string {
  const joined = `${server}__${tool}`;
  const plain = plainName(joined);
  const isAmbiguous = server.includes("__") || server.endsWith("_");
  if (plain === joined && !isAmbiguous && plain.length <= MAX_NAME_LENGTH) return plain;
  const mark = `_${hash(JSON.stringify([server, tool]))}`;
  return plain.slice(0, MAX_NAME_LENGTH - mark.length) + mark;
}

function plainName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, "_");
}
