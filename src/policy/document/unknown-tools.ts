/** Finds rules about tools that a server does not list: a misspelled tool leaves the one allowed that its rule denies. */
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
import { intendedName, pointer, shown, type PolicyProblem } from "./problem.ts";

interface ListedTool {
  readonly name: string;
  readonly inputSchema?: unknown;
}

export interface ServerTools {
  readonly name: string;
  /** With their names as the gateway has them; undefined for a server that is not listed now. */
  readonly tools: readonly ListedTool[] | undefined;
}

/** @returns warnings about exact names of tools of listed servers, at most MAX_PROBLEMS */
export function unknownTools(
  document: PolicyDocument,
  servers: readonly ServerTools[],
  originals: OriginalPaths,
): readonly PolicyProblem[] {
  const namesOf = (isListed: boolean): string[] =>
    servers.filter(({ tools }) => (tools !== undefined) === isListed).map(({ name }) => name);
  const isOfListed = concernsOneOf(namesOf(true));
  const mayBeOfOthers = concernsOneOf(namesOf(false));
  const known = new Set<string>();
  const byLetters = new Map<string, string>();
  for (const { name, tools = [] } of servers) {
    for (const tool of tools) {
      const path = `${name}.${tool.name}`;
      for (const one of [path, ...originals(path)]) {
        known.add(spelledPath(one));
        byLetters.set(lettersOfPath(one), path);
      }
    }
  }
  const warnings: PolicyProblem[] = [];
  for (const { path, text } of patternsOf(document)) {
    if (warnings.length >= MAX_PROBLEMS) break;
    if (text.includes("*") || !text.includes(".") || isOwnTool(text)) continue;
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
