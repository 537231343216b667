/**
 * Tools that a request in words names as `server:tool` or `server.tool`. A tool of another server that has the same name is not meant. The name of
 * a host (`github.com`) and the end of a sentence (`mail.Thanks`) look like a name with a dot, so such a word of a longer request counts only where
 * a tool may be meant by what is behind the dot.
 */
import { absentTools, type AbsentToolsByServer } from "../../catalog/absent-tools.ts";
import { absentReason, noServerListed, toolNotFound, type Unlisted } from "../../catalog/call-target.ts";
import type { Catalog, ServerCatalog } from "../../catalog/catalog.ts";
import { splitsOf } from "../../catalog/find-server.ts";
import { isAllowed } from "../allowed-servers.ts";
import { bareName } from "./bare-name.ts";
import { likelyTool } from "./likely-tool.ts";
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

export function namedTools(scope: NcpScope, request: string): NamedTools {
  const servers = scope.catalog.servers.filter((server) => isAllowed(server, scope.allowedServers));
  const whole = request.trim();
  const ofWhole = findNamed(servers, whole);
  if (ofWhole !== undefined) return { paths: [ofWhole.path] };
  const problemOf = problems(servers, scope);
  const paths = new Set<string>();
  for (const word of new Set([whole, ...whole.split(/[\s|,;]+/)])) {
    const found = findNamed(servers, word);
    if (found !== undefined) {
      paths.add(found.path);
      continue;
    }
    const problem = problemOf(word, word === whole);
    if (problem !== undefined) return { paths: [...paths], problem };
  }
  return { paths: [...paths] };
}

/** @returns a function that answers why the tool that a word names cannot be called, with undefined for a word that names none */
function problems(servers: readonly ServerCatalog[], { unlisted, absent }: NcpScope) {
  const identifiers = servers.map(({ identifier }) => identifier);
  const isLikely = likelyTool(servers);
  return (word: string, isWhole: boolean): string | undefined => {
    const bare = bareName(word);
    const path = isWhole && !PATH.test(bare) ? word : bare;
    const isMeant = (tool: string, isKnown?: () => boolean): boolean =>
      isWhole || path.charAt(path.length - tool.length - 1) === ":" || isLikely(tool, isKnown);
    for (const { server, tool } of splitsOf(path, servers, [":", "."])) {
      if (!/^\S+$/.test(tool)) continue;
      const { identifier, table } = server;
      const missing = absentTools(absent, identifier);
      const isKnown = (): boolean => absentReason(identifier, tool, table, missing, false) !== undefined;
      if (isMeant(tool, isKnown)) return toolNotFound(identifier, tool, table, missing).message;
    }
    const at = Math.max(0, path.search(/[:.]/));
    const server = path.slice(0, at);
    const isNamed = isWhole ? PATH.test(path) : unlisted.has(server);
    return isNamed && isMeant(path.slice(at + 1)) ? noServerListed(server, identifiers, unlisted).message : undefined;
  };
}
