/**
 * Matches names of tools in a document. `github.create_issue` is one tool, `github.delete_*` and `*.search` are globs whose `*` stands
 * for any characters, and `*` alone is every tool of every upstream. The gateway's own tools (`execute_code`, `search_tools`) have no
 * server and have to be named exactly, so that no glob closes the gateway by mistake. Another name without a dot, as in PolicyLayer's
 * documents, is the tool of that name on every server.
 *
 * The gateway shows `my-server.delete-repo` as `my_server.delete_repo`, which is what a person copies into a rule. A rule that never applies
 * may be the one that denies, so names are compared in that spelling, too, and without `_` at their ends. What allows something is for the
 * tool of exactly this name, as its server or as scripts spell it: `pay.read` does not allow `pay._read`.
 *
 * gateway.json may show a tool under another name (`tools.rename`). A rule that names it as its server does still restricts it, and allows nothing.
 */
import { assignIdentifiers } from "../../../sdk-gen/index.ts";
import { matchesWildcard } from "../../lib/wildcard.ts";

export const OWN_TOOLS = ["execute_code", "search_tools"] as const;

/** @returns the paths under which the server itself lists the tool of this path, if gateway.json has renamed it */
export type OriginalPaths = (path: string) => readonly string[];

export const NOT_RENAMED: OriginalPaths = () => [];

export interface ToolPattern {
  readonly text: string;
  /** For what restricts: also true if the pattern matches the tool under its original name. @param path `server.tool`, or the name of one of the gateway's own tools */
  matches(path: string): boolean;
  /** As `matches`, for what allows: the name of the tool is the very one that is written. */
  names(path: string): boolean;
}

export function toolPattern(text: string, originals: OriginalPaths = NOT_RENAMED): ToolPattern {
  if (isOwnTool(text)) return { text, matches: (path) => path === text, names: (path) => path === text };
  const glob = text.includes(".") || text === "*" ? text : `*.${text}`;
  const shown = spelledPath(glob);
  const matchesOne = (path: string): boolean =>
    !isOwnTool(path) &&
    (matchesWildcard(glob, path) || spelledPaths(path).some((spelled) => matchesWildcard(shown, spelled)));
  return {
    text,
    matches: (path) => matchesOne(path) || originals(path).some(matchesOne),
    names: (path) =>
      !isOwnTool(path) && (matchesWildcard(glob, path) || matchesWildcard(asWritten(glob), asCalled(path))),
  };
}

/** @returns false if the pattern matches no tool that the server could have */
export function mayConcern(text: string, server: string): boolean {
  return concernsOneOf([server])(text);
}

/** @returns a function that says of a pattern whether it may match a tool of one of the servers */
export function concernsOneOf(servers: readonly string[]): (text: string) => boolean {
  const spelled = new Set(servers.map((server) => identifier(server)));
  const dotted = servers.filter((server) => server.includes("."));
  return (text) => {
    if (isOwnTool(text)) return false;
    const dot = text.indexOf(".");
    if (dot === -1) return true;
    const glob = text.slice(0, dot);
    // A star may stand for the dot, too, and the name of a server may have dots.
    if (glob.includes("*") || spelled.has(identifier(glob))) return true;
    return dotted.some((server) => text.startsWith(`${server}.`));
  };
}

/** @returns a path or a glob with the characters that names in scripts have; `_` is added to some names at either end */
function spelledPath(path: string): string {
  const dot = path.indexOf(".");
  return dot === -1 ? path : `${identifier(path.slice(0, dot))}.${identifier(path.slice(dot + 1))}`;
}

/** Dots of one path that may stand behind the server's name. */
const MAX_DOTS = 10;

/** @returns the path as `spelledPath` has it, for each dot that may stand behind the server's name: the name of a server may have dots */
export function spelledPaths(path: string): readonly string[] {
  const parts = path.split(".");
  const dots = Math.min(parts.length - 1, MAX_DOTS);
  if (dots < 2) return [spelledPath(path)];
  return Array.from({ length: dots }, (_, at) => {
    return `${identifier(parts.slice(0, at + 1).join("."))}.${identifier(parts.slice(at + 1).join("."))}`;
  });
}

/** Names of servers are the deployment's own; only that of the tool comes from elsewhere. */
function asWritten(glob: string): string {
  const dot = glob.indexOf(".");
  return dot === -1 ? glob : `${identifier(glob.slice(0, dot))}${glob.slice(dot)}`;
}

/** @returns the path with the name by which scripts call the tool, if no other tool of the server would have it */
function asCalled(path: string): string {
  const dot = path.indexOf(".");
  if (dot === -1) return path;
  const name = path.slice(dot + 1);
  return `${identifier(path.slice(0, dot))}.${assignIdentifiers([name]).get(name) ?? name}`;
}

function identifier(name: string): string {
  const spelled = name.replaceAll(/[^\p{L}\p{N}$*]/gu, "_");
  let start = 0;
  let end = spelled.length;
  while (spelled[start] === "_") start += 1;
  while (end > start && spelled[end - 1] === "_") end -= 1;
  return spelled.slice(start, end);
}

export function isOwnTool(path: string): boolean {
  return (OWN_TOOLS as readonly string[]).includes(path);
}
