/**
 * What a script finds in scope because of the configuration: the servers that its text can name, and what `fetch` reaches. A resumed
 * run sees the servers recorded in its journal, so replay is deterministic; whether a call is still allowed is decided at the call.
 */
import type { FetchReach } from "../../dialects/index.ts";
import { SERVERS } from "../../dialects/servers-layout/reserved-name.ts";
import type { PreparedScript } from "../../worker-loader/index.ts";
import { joinCatalog, type Catalog } from "../catalog/catalog.ts";
import type { Members } from "./durable/placed-entry.ts";
import type { ExecuteContext, NestedDurable } from "./execute-context.ts";

/** @param find finds what stands under the name now; undefined is not remembered @returns what stood under the name when the script began */
export type Remember = (name: string, find: () => Members | undefined) => Members | undefined;

export function rememberIn(durable: NestedDurable | undefined): Remember {
  return durable ? (name, find) => durable.session.membersOf(durable.path, name, find) : (_name, find) => find();
}

export interface InScope {
  /** Names in gateway.json of the servers, by their names in the script. */
  readonly servers: ReadonlyMap<string, string>;
  readonly fetchReach: FetchReach;
}

/** Names in the journal under which nothing has its members: no server is called so in scripts. */
const SCOPE = "globalThis";
const REACH = "fetch/reach";
const FETCH = "fetch";

export function inScope(
  script: PreparedScript,
  { serverNames, fetchReach }: Pick<ExecuteContext, "serverNames" | "fetchReach">,
  remember: Remember,
): InScope {
  const { mentions, listsMembers } = script;
  // A script lists members of servers that it does not name only by this object.
  const reachesAll = listsMembers && mentions.has(SERVERS);
  const seen = (): readonly string[] =>
    [...serverNames].filter(([identifier]) => reachesAll || mentions.has(identifier)).map(written);
  const reach = mentions.has(FETCH) ? remember(REACH, () => [fetchReach])?.[0] : undefined;
  return {
    servers: new Map((remember(SCOPE, seen) ?? []).map(read)),
    fetchReach: reach === "allowed" || reach === "none" ? reach : fetchReach,
  };
}

/** A name in gateway.json has no such sign. */
const SIGN = "=";

function written([identifier, name]: readonly [string, string]): string {
  return identifier === name ? identifier : `${identifier}${SIGN}${name}`;
}

function read(text: string): readonly [identifier: string, name: string] {
  const [identifier = "", name = identifier] = text.split(SIGN);
  return [identifier, name];
}

/** @returns the servers that are in scope and in the catalog, under their names in the script */
export function catalogInScope(catalog: Catalog, { servers }: InScope): Catalog {
  return joinCatalog(
    [...servers].flatMap(([identifier, name]) => {
      const server = catalog.servers.find((one) => one.name === name);
      return server === undefined ? [] : [{ ...server, identifier }];
    }),
  );
}
