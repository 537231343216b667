/**
 * Tools that a request in words names as `server:tool` or `server.tool`. A tool of another server is not meant, whatever its name. The names of
 * hosts and files (`github.com`, `notes.md`) look like names with a dot, and are prose in a longer request.
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

/** Brackets as they stand around arguments: braces, a value in quotes, or something directly behind a word. */
const ARGUMENTS = /\{|\(\s*["'`[]|[\p{L}\p{N}_$]["'`]?[([](?!\s*[)\]])/u;
const EMPTY_BRACKETS = /\(\s*(?:\{\s*\}\s*)?\)/g;
/** The end of the name of a host or a file: a server may be called like a site, and a file like a server. */
const HOST_OR_FILE =
  /(?:^|\.)(?:com|org|net|io|dev|ai|app|co|me|blog|cloud|gov|edu|info|de|uk|eu|fr|jp|ch|nl|md|txt|json|csv|pdf|log|xml|ya?ml|html?|png|jpe?g|zip|docx?|xlsx?|pptx?|ts|js|py)$/i;

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

/** @param isComplete false if the request came with no parameters, so that those in its text would be lost */
export function namedTools(scope: NcpScope, request: string, isComplete: boolean): NamedTools {
  const servers = scope.catalog.servers.filter((server) => isAllowed(server, scope.allowedServers));
  const whole = request.replaceAll(EMPTY_BRACKETS, " ").trim();
  const problemOf = problems(servers, scope);
  const ofWhole = findNamed(servers, whole);
  const words = ofWhole === undefined ? [whole, ...whole.split(/[\s|,;(]+/)] : [whole];
  const paths = new Set<string>();
  for (const word of new Set(words)) {
    const found = findNamed(servers, word);
    if (found !== undefined) {
      paths.add(found.path);
      continue;
    }
    const problem = problemOf(word, word === whole);
    if (problem !== undefined) return { paths: [...paths], problem };
  }
  const [first] = paths;
  if (first !== undefined && !isComplete && ARGUMENTS.test(whole)) {
    const path = quote(first);
    const problem = `The request has brackets, and ${path} would be called without what is in them. Give its arguments as the second parameter: ncp.do(${path}, { … }).`;
    return { paths: [...paths], problem };
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
      isWhole ||
      path.charAt(path.length - tool.length - 1) === ":" ||
      (/^[\p{L}\p{N}_$]/u.test(tool) && !HOST_OR_FILE.test(tool.split(/[/:?#]/, 1)[0] ?? ""));
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
