/**
 * Finds rules about a tool of every server, by a name without a dot, that no server lists. Nothing is said while one of the servers is not
 * listed.
 */
import { MAX_PROBLEMS } from "../values/policy-bounds.ts";
import { isOwnTool, lettersOfPath, spelledPath, type OriginalPaths } from "../values/tool-pattern.ts";
import type { PolicyDocument } from "./document.ts";
import { patternsOf } from "./named-tools.ts";
import { intendedName, pointer, shown, type PolicyProblem } from "./problem.ts";
import type { ServerTools } from "./unknown-tools.ts";

/** Dots of a name behind each of which the name of a tool may begin. */
const MAX_DOTS = 10;

/** @returns warnings, at most MAX_PROBLEMS */
export function unknownBareNames(
  document: PolicyDocument,
  servers: readonly ServerTools[],
  originals: OriginalPaths,
): readonly PolicyProblem[] {
  const bare = [...patternsOf(document)].filter(
    ({ text }) => !text.includes(".") && !text.includes("*") && !isOwnTool(text),
  );
  const { labels = {} } = document;
  const named = bare.filter(({ path: [part], text }) => !(isOfLabels(part) && Object.hasOwn(labels, text)));
  if (named.length === 0 || servers.some(({ tools }) => tools === undefined)) return [];
  const known = new Set<string>();
  const names = new Set<string>();
  for (const { name, tools = [] } of servers) {
    for (const tool of tools) {
      const path = `${name}.${tool.name}`;
      names.add(tool.name);
      for (const one of [path, ...originals(path)]) for (const key of keysOf(one)) known.add(key);
    }
  }
  return named
    .filter(({ text }) => !keysOf(`*.${text}`).some((key) => known.has(key)))
    .slice(0, MAX_PROBLEMS)
    .map(({ path, text }) => {
      const meant = intendedName(text, names);
      return {
        path: pointer(path),
        message: `No server lists a tool ${shown(text)}, so ${shown(text)} concerns nothing.`,
        fix: meant === undefined ? "Write the name of a tool." : `Did you mean ${shown(meant)}?`,
      };
    });
}

/** Flows and rules about data name tools by labels, too. */
function isOfLabels(part: PropertyKey | undefined): boolean {
  return part === "flows" || part === "data";
}

/** @returns what a name without a dot has in common with the path of its tool; the name of a server may have dots, and so may that of a tool */
function keysOf(path: string): readonly string[] {
  const keys: string[] = [];
  for (let dot = path.indexOf("."); dot !== -1 && keys.length < MAX_DOTS; dot = path.indexOf(".", dot + 1)) {
    const glob = `*.${path.slice(dot + 1)}`;
    keys.push(spelledPath(glob), lettersOfPath(glob));
  }
  return keys;
}
