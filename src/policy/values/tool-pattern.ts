/**
 * Matches names of tools in a document. `github.create_issue` is one tool, `github.delete_*` and `*.search` are globs whose `*` stands
 * for any characters, and `*` alone is every tool of every upstream. The gateway's own tools (`execute_code`, `search_tools`) have no
 * server and have to be named exactly, so that no glob closes the gateway by mistake. Another name without a dot, as in PolicyLayer's
 * documents, is the tool of that name on every server.
 */

export const OWN_TOOLS = ["execute_code", "search_tools"] as const;

export interface ToolPattern {
  readonly text: string;
  /** @param path `server.tool`, or the name of one of the gateway's own tools */
  matches(path: string): boolean;
}

export function toolPattern(text: string): ToolPattern {
  if (isOwnTool(text)) return { text, matches: (path) => path === text };
  const glob = text.includes(".") || text === "*" ? text : `*.${text}`;
  const parts = glob.split(/\*+/);
  const matches = (path: string): boolean => !isOwnTool(path) && matchesParts(path, parts);
  return { text, matches };
}

export function isOwnTool(path: string): boolean {
  return (OWN_TOOLS as readonly string[]).includes(path);
}

/**
 * @param parts the texts between the stars; each is found as early as possible, the last at the end. The time is linear apart from
 * overlaps.
 */
function matchesParts(path: string, parts: readonly string[]): boolean {
  const [first = "", ...others] = parts;
  const last = others.pop();
  if (last === undefined) return path === first;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}
