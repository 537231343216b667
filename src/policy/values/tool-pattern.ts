/**
 * Matches names of tools in a document. `github.create_issue` is one tool, `github.delete_*` and `*.search` are globs whose `*` stands
 * for any characters, and `*` alone is every tool of every upstream. The gateway's own tools (`execute_code`, `search_tools`) have no
 * server and have to be named exactly, so that no glob closes the gateway by mistake. Another name without a dot, as in PolicyLayer's
 * documents, is the tool of that name on every server.
 */
import { matchesWildcard } from "../../lib/wildcard.ts";

export const OWN_TOOLS = ["execute_code", "search_tools"] as const;

export interface ToolPattern {
  readonly text: string;
  /** @param path `server.tool`, or the name of one of the gateway's own tools */
  matches(path: string): boolean;
}

export function toolPattern(text: string): ToolPattern {
  if (isOwnTool(text)) return { text, matches: (path) => path === text };
  const glob = text.includes(".") || text === "*" ? text : `*.${text}`;
  return { text, matches: (path) => !isOwnTool(path) && matchesWildcard(glob, path) };
}

export function isOwnTool(path: string): boolean {
  return (OWN_TOOLS as readonly string[]).includes(path);
}
