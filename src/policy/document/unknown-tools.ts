/** Finds rules about tools that a server does not list: a misspelled tool leaves the one allowed that its rule denies. Pure. */
import {
  concernsOneOf,
  isOwnTool,
  lettersOfPath,
  lettersOfPattern,
  mayConcern,
  spelledPath,
} from "../values/tool-pattern.ts";
import type { OriginalPaths } from "../values/tool-pattern.ts";
import { MAX_PROBLEMS } from "../values/policy-bounds.ts";
import type { PolicyDocument } from "./document.ts";
import { patternsOf } from "./named-tools.ts";
import { intendedName, pointer, shown } from "./problem.ts";
import type { Problem } from "./problem.ts";

export interface ListedTool {
  readonly name: string;
  readonly inputSchema?: unknown;
}

export interface ServerTools {
  readonly name: string;
  /** With their names as the gateway has them; undefined for a server that is not listed now. */
  readonly tools: readonly ListedTool[] | undefined;
}

/** Dots of a name behind each of which the name of a tool may begin. */
const MAX_DOTS = 10;

/** @returns warnings about exact names of tools of listed servers, at most MAX_PROBLEMS */
export function unknownTools(
  document: PolicyDocument,
  servers: readonly ServerTools[],
  originals: OriginalPaths,
): readonly Problem[] {
  const namesOf = (isListed: boolean): string[] =>
    servers.filter(({ tools }) => (tools !== undefined) === isListed).map(({ name }) => name);
  const isOfListed = concernsOneOf(namesOf(true));
  const mayBeOfOthers = concernsOneOf(namesOf(false));
  const known = new Set<string>();
  const undotted = new Set<string>();
  const allNames = new Set(servers.flatMap(({ tools = [] }) => tools.map(({ name }) => name)));
  const isAllListed = servers.every(({ tools }) => tools !== undefined);
  const byLetters = new Map<string, string>();
  for (const { name, tools = [] } of servers) {
    for (const tool of tools) {
      const path = `${name}.${tool.name}`;
      for (const one of [path, ...originals(path)]) {
        known.add(spelledPath(one));
        for (const key of undottedKeys(one)) undotted.add(key);
        byLetters.set(lettersOfPath(one), path);
      }
    }
  }
  const warnings: Problem[] = [];
  for (const { path, text } of patternsOf(document)) {
    if (warnings.length >= MAX_PROBLEMS) break;
    if (text.includes("*") || isOwnTool(text)) continue;
    if (!text.includes(".")) {
      const isLabel = (path[0] === "flows" || path[0] === "data") && Object.hasOwn(document.labels ?? {}, text);
      if (isLabel || !isAllListed || undottedKeys(`*.${text}`).some((key) => undotted.has(key))) continue;
      const meant = intendedName(text, allNames);
      warnings.push({
        path: pointer(path),
        message: `No server lists a tool ${shown(text)}, so ${shown(text)} concerns nothing.`,
        fix: meant === undefined ? "Write the name of a tool." : `Did you mean ${shown(meant)}?`,
      });
      continue;
    }
    if (!isOfListed(text) || mayBeOfOthers(text)) continue;
    if (known.has(spelledPath(text))) continue;
    const alike = byLetters.get(lettersOfPattern(text) ?? "");
    if (alike !== undefined) {
      warnings.push({
        path: pointer(path),
        message: `The tool is called ${shown(alike)}. In the spelling ${shown(text)} a rule restricts it, but allows nothing.`,
        fix: `Write ${shown(alike)}.`,
      });
      continue;
    }
    const own = servers.filter(({ name }) => mayConcern(text, name));
    const server = own.find(({ name }) => text.startsWith(`${name}.`))?.name ?? text.slice(0, text.indexOf("."));
    const paths = new Map(
      own.flatMap(({ name, tools = [] }) => tools.map((tool) => [tool.name, `${name}.${tool.name}`] as const)),
    );
    const tool = text.slice(server.length + 1);
    const meant = paths.get(intendedName(tool, new Set(paths.keys())) ?? "");
    warnings.push({
      path: pointer(path),
      message: `The server ${shown(server)} lists no tool ${shown(tool)}, so ${shown(text)} concerns nothing.`,
      fix: meant === undefined ? "Write the name of a tool." : `Did you mean ${shown(meant)}?`,
    });
  }
  return warnings;
}

/** @returns what a name without a dot has in common with the path of its tool; the name of a server may have dots, and so may that of a tool */
function undottedKeys(path: string): readonly string[] {
  const keys: string[] = [];
  for (let dot = path.indexOf("."); dot !== -1 && keys.length < MAX_DOTS; dot = path.indexOf(".", dot + 1)) {
    const glob = `*.${path.slice(dot + 1)}`;
    keys.push(spelledPath(glob), lettersOfPath(glob));
  }
  return keys;
}
