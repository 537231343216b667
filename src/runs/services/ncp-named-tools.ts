/**
 * Tools that a request in words names as `server:tool` or `server.tool`. A tool of another server is not meant, whatever its name. The name of a
 * host (`github.com`) looks like a name with a dot, and is none in a longer request.
 */
import { absentTools, type AbsentToolsByServer } from "../../catalog/absent-tools.ts";
import { noServerListed, toolNotFound, type Unlisted } from "../../catalog/call-target.ts";
import type { Catalog, ServerCatalog } from "../../catalog/catalog.ts";
import { splitsOf } from "../../catalog/find-server.ts";
import { quote } from "../../lib/shorten.ts";
import { isAllowed } from "../allowed-servers.ts";
import { bareName } from "./bare-name.ts";
import { findNamed } from "./ncp-candidates.ts";

/** A text that is `server:tool` or `server.tool` as a whole. */
const PATH = /^[^\s:.]+[:.]\S+$/;

/** The tools that a request names as `server:tool` or `server.tool`. */
/** A name with a bracket behind it that is not closed at once. */
const ARGUMENTS = /^[^\s(]*[\p{L}\p{N}_$]\((?!\s*\))/u;
/** The end of the name of a host, and what may follow: a server may be called like a site. */
const HOST = /^(?:com|org|net|io|dev|ai|app|co|cloud|gov|edu|info|de|uk|eu|fr|jp|ch|nl)(?:[/.:?#].*)?$/i;

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
  const withArguments = [whole, ...whole.split(/\s+/)].find((text) => ARGUMENTS.test(text));
  const called = withArguments && findNamed(servers, withArguments.slice(0, withArguments.indexOf("(")));
  if (called) {
    const path = quote(called.path);
    const problem = `The arguments of ${path} stand in the text. Give them as the second parameter: ncp.do(${path}, { … }).`;
    return { paths: [called.path], problem };
  }
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
  return (word: string, isWhole: boolean): string | undefined => {
    const bare = bareName(word);
    const path = isWhole && !PATH.test(bare) ? word : bare;
    const isMeant = (tool: string): boolean =>
      isWhole || path.charAt(path.length - tool.length - 1) === ":" || !HOST.test(tool);
    for (const { server, tool } of splitsOf(path, servers, [":", "."])) {
      if (!/^\S+$/.test(tool)) continue;
      const { identifier, table } = server;
      const missing = absentTools(absent, identifier);
      if (isMeant(tool)) return toolNotFound(identifier, tool, table, missing).message;
    }
    const at = Math.max(0, path.search(/[:.]/));
    const server = path.slice(0, at);
    const isNamed = isWhole ? PATH.test(path) : unlisted.has(server);
    return isNamed && isMeant(path.slice(at + 1)) ? noServerListed(server, identifiers, unlisted).message : undefined;
  };
}
