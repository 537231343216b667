/** Tools that a request in words names as `server:tool` or `server.tool`. A tool of another server that has the same name is not meant. */
import { absentTools, type AbsentToolsByServer } from "../../catalog/absent-tools.ts";
import { noServerListed, toolNotFound, type Unlisted } from "../../catalog/call-target.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import { splitsOf } from "../../catalog/find-server.ts";
import { isAllowed } from "../allowed-servers.ts";
import { findNamed } from "./ncp-candidates.ts";

/** A text that is `server:tool` or `server.tool` as a whole. */
const PATH = /^[^\s:.]+[:.]\S+$/;

/** The tools that a request names as `server:tool` or `server.tool`. */
interface NamedTools {
  /** Paths of candidates; empty if the request names no tool. */
  readonly paths: readonly string[];
  /** Why a tool that it names cannot be called. */
  readonly problem?: string;
}

export interface NcpScope {
  readonly catalog: Catalog;
  /** The servers that the run may use; empty means all. */
  readonly allowedServers: readonly string[];
  /** Servers that have no tools. */
  readonly unlisted: Unlisted;
  readonly absent: AbsentToolsByServer;
}

export function namedTools({ catalog, allowedServers, unlisted, absent }: NcpScope, request: string): NamedTools {
  const servers = catalog.servers.filter((server) => isAllowed(server, allowedServers));
  const whole = request.trim();
  const ofWhole = findNamed(servers, whole);
  if (ofWhole !== undefined) return { paths: [ofWhole.path] };
  const identifiers = servers.map(({ identifier }) => identifier);
  const paths: string[] = [];
  for (const word of new Set([whole, ...whole.split(/[\s|]+/)])) {
    const found = findNamed(servers, word);
    if (found !== undefined) {
      paths.push(found.path);
      continue;
    }
    const [split] = splitsOf(word, servers, [":", "."]).filter(({ tool }) => /^\S+$/.test(tool));
    if (split !== undefined) {
      const { identifier, table } = split.server;
      return { paths, problem: toolNotFound(identifier, split.tool, table, absentTools(absent, identifier)).message };
    }
    const server = word.slice(0, Math.max(0, word.search(/[:.]/)));
    const isWhole = word === whole && PATH.test(word);
    if (isWhole || unlisted.has(server))
      return { paths, problem: noServerListed(server, identifiers, unlisted).message };
  }
  return { paths };
}
