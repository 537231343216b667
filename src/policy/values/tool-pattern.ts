/**
 * Matches names of tools in a document. `github.create_issue` is one tool, `github.delete_*` and `*.search` are globs whose `*` stands
 * for any characters, and `*` alone is every tool of every upstream. The gateway's own tools (`execute_code`, `search_tools`) have no
 * server and have to be named exactly, so that no glob closes the gateway by mistake. Another name without a dot, as in PolicyLayer's
 * documents, is the tool of that name on every server.
 *
 * The gateway shows `my-server.delete-repo` as `my_server.delete_repo`, which is what a person copies into a rule. A rule that never applies
 * may be the one that denies, so names are compared in that spelling, too, and without `_` at their ends. Scripts may also call a tool by another
 * spelling of its letters and digits (upstream/tool-table.ts), so a rule that names one tool in such a spelling restricts it: `github.delete_repo`
 * and `deleteRepo`. What allows something is for the tool of exactly this name, as its server or as scripts spell it: `pay.read` does not allow `pay._read`.
 *
 * gateway.json may show a tool under another name (`tools.rename`). A rule that names it as its server does still restricts it, and allows nothing.
 */
import { assignIdentifiers } from "../../../sdk-gen/index.ts";
import { lettersOf } from "../../lib/letters.ts";
import { matchesWildcard } from "../../lib/wildcard.ts";

const OWN_TOOLS = ["execute_code", "search_tools"] as const;

/**
 * @returns other paths of the tool that what restricts counts for: under which the server itself lists it, if gateway.json has renamed it, and under which
 * scripts call it, if the name of the server has dots
 */
export type OriginalPaths = (path: string) => readonly string[];

export const NOT_RENAMED: OriginalPaths = () => [];

export interface ToolPattern {
  readonly text: string;
  /** For what restricts: also true if the pattern matches the tool under its original name, or has its letters. @param path `server.tool`, or the name of one of the gateway's own tools */
  matches(path: string): boolean;
  /** As `matches`, by the name under which the gateway shows the tool. */
  shows(path: string): boolean;
  /** As `matches`, for what allows: the name of the tool is the very one that is written. */
  names(path: string): boolean;
}

export function toolPattern(text: string, originals: OriginalPaths = NOT_RENAMED): ToolPattern {
  if (isOwnTool(text)) {
    const isSame = (path: string): boolean => path === text;
    return { text, matches: isSame, shows: isSame, names: isSame };
  }
  const glob = text.includes(".") || text === "*" ? text : `*.${text}`;
  const shown = spelledPath(glob);
  const shows = (path: string): boolean =>
    !isOwnTool(path) && (matchesWildcard(glob, path) || matchesWildcard(shown, spelledPath(path)));
  const letters = lettersOfPattern(glob);
  const restricts = (path: string): boolean =>
    shows(path) || (letters !== undefined && !isOwnTool(path) && matchesWildcard(letters, lettersOfPath(path)));
  return {
    text,
    matches: (path) => restricts(path) || originals(path).some(restricts),
    shows,
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
  const dotted = servers.flatMap((server) => (server.includes(".") ? asBeginning(`${server}.`) : []));
  return (text) => {
    if (isOwnTool(text)) return false;
    const dot = text.indexOf(".");
    if (dot === -1) return true;
    const glob = text.slice(0, dot);
    // A star may stand for the dot, too, and the name of a server may have dots.
    if (glob.includes("*") || spelled.has(identifier(glob))) return true;
    const beginning = asBeginning(text.split("*", 1)[0] ?? "");
    // The part behind a star can belong to the tool's name.
    return dotted.some(
      (server) => beginning.startsWith(server) || (text.includes("*") && server.startsWith(beginning)),
    );
  };
}

/** @returns the beginning of a path or a glob, in which all marks but the first dot are alike: `spelledPath` takes no other dot for the server's */
function asBeginning(text: string): string {
  const dot = text.indexOf(".");
  const alike = (part: string): string => part.replaceAll(/[^\p{L}\p{N}$]+/gu, "_");
  return dot === -1 ? alike(text) : `${alike(text.slice(0, dot))}.${alike(text.slice(dot + 1))}`;
}

/** @returns a path or a glob with the characters that names in scripts have; `_` is added to some names at either end */
export function spelledPath(path: string): string {
  const dot = path.indexOf(".");
  return dot === -1 ? path : `${identifier(path.slice(0, dot))}.${identifier(path.slice(dot + 1))}`;
}

/** @returns undefined for a tool with a star, which would match other words without the marks around it, and for one that has no letters */
export function lettersOfPattern(glob: string): string | undefined {
  const tool = glob.slice(glob.indexOf(".") + 1);
  return tool.includes("*") || lettersOf(tool) === "" ? undefined : lettersOfPath(glob);
}

/** @returns a path or a glob with its server as in `spelledPath`, and of its tool the letters and digits alone */
export function lettersOfPath(path: string): string {
  const dot = path.indexOf(".");
  return `${identifier(path.slice(0, Math.max(0, dot)))}.${lettersOf(path.slice(dot + 1))}`;
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
