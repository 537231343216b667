/** Finds rules about servers that there are not: a misspelled server leaves the tool allowed that its rule denies. */
import { concernsOneOf } from "../values/tool-pattern.ts";
import { MAX_PROBLEMS } from "../values/policy-bounds.ts";
import type { PolicyDocument } from "./document.ts";
import { patternsOf } from "./named-tools.ts";
import { intendedName, pointer, shown, type PolicyProblem } from "./problem.ts";

/** What scripts fetch is a call of this server, which gateway.json does not list. */
const FETCH = "fetch";

/** @param servers names of gateway.json, with those that were added where they are known @returns warnings, at most MAX_PROBLEMS */
export function unknownServers(document: PolicyDocument, servers: readonly string[]): readonly PolicyProblem[] {
  const known = new Set([...servers, FETCH]);
  const isKnown = concernsOneOf([...known]);
  const warnings: PolicyProblem[] = [];
  for (const { path, text } of patternsOf(document)) {
    if (warnings.length >= MAX_PROBLEMS) break;
    if (!text.includes(".") || isKnown(text)) continue;
    const server = text.slice(0, text.indexOf("."));
    const meant = intendedName(server, known);
    warnings.push({
      path: pointer(path),
      message: `gateway.json has no server ${shown(server)}, so ${shown(text)} concerns nothing, unless one of that name is added while the gateway runs.`,
      fix: meant === undefined ? "Write the name of a server." : `Did you mean ${shown(meant)}?`,
    });
  }
  return warnings;
}
