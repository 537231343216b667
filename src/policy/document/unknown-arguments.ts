/**
 * Finds rules about arguments that none of their tools has: a misspelled one is missing in every call, so that a flow or a condition with it
 * denies nothing. Nothing is said of tools that are not listed now, nor where the schema of one of them may take other arguments.
 */
import { isRecord } from "../../lib/is-record.ts";
import { MAX_PROBLEMS } from "../values/policy-bounds.ts";
import { concernsOneOf, toolPattern, type OriginalPaths } from "../values/tool-pattern.ts";
import type { PolicyDocument } from "./document.ts";
import { argumentsOf } from "./named-arguments.ts";
import { intendedName, pointer, shown, type PolicyProblem } from "./problem.ts";
import type { ServerTools } from "./unknown-tools.ts";

/** Tools that are compared with patterns, at some microseconds each: the principal's runs wait meanwhile. What is behind them is not looked at. */
const MAX_COMPARED = 100_000;

/** @returns warnings, at most MAX_PROBLEMS */
export function unknownArguments(
  document: PolicyDocument,
  servers: readonly ServerTools[],
  originals: OriginalPaths,
): readonly PolicyProblem[] {
  const unlisted = servers.flatMap(({ name, tools }) => (tools === undefined ? [name] : []));
  const mayBeOfUnlisted = concernsOneOf(unlisted);
  const listed = servers.map(({ name, tools = [] }) => ({
    mayConcern: concernsOneOf([name]),
    tools: tools.map((tool) => ({ path: `${name}.${tool.name}`, names: argumentNames(tool.inputSchema) })),
  }));
  /** Argument names of the tools in question, by the list of patterns that all arguments of a flow or a rule share. */
  const known = new Map<readonly string[], ReadonlySet<string> | undefined>();
  let left = MAX_COMPARED;
  /** @returns undefined if a tool may have others, or none is found */
  const namesOf = (patterns: readonly string[]): ReadonlySet<string> | undefined => {
    left -= patterns.length * servers.length;
    if (left < 0 || (unlisted.length > 0 && patterns.some(mayBeOfUnlisted))) return undefined;
    const compared = listed.flatMap((server) => (patterns.some(server.mayConcern) ? server.tools : []));
    left -= compared.length * patterns.length;
    if (left < 0) return undefined;
    const compiled = patterns.map((text) => toolPattern(text, originals));
    const matching = compared.filter(({ path }) => compiled.some((pattern) => pattern.matches(path)));
    const names = matching.map((tool) => tool.names).filter((one) => one !== undefined);
    return matching.length === 0 || names.length < matching.length ? undefined : new Set(names.flat());
  };
  const warnings: PolicyProblem[] = [];
  for (const { path, text, argument, tools } of argumentsOf(document)) {
    if (warnings.length >= MAX_PROBLEMS || left < 0) break;
    if (!known.has(tools)) known.set(tools, namesOf(tools));
    const names = known.get(tools);
    if (names === undefined || names.has(argument)) continue;
    const meant = intendedName(argument, names);
    warnings.push({
      path: pointer(path),
      message: `No tool that ${shown(tools.length === 1 ? tools[0] : tools)} matches has an argument ${shown(argument)}, so ${shown(text)} is always missing.`,
      fix: meant === undefined ? "Write the name of an argument." : `Did you mean ${shown(meant)}?`,
    });
  }
  return warnings;
}

/** Keywords by which an object has other properties than those under `properties`. */
const OPEN_KEYWORDS = [
  "$ref",
  "$dynamicRef",
  "allOf",
  "anyOf",
  "oneOf",
  "if",
  "patternProperties",
  "dependentSchemas",
  "dependencies",
  "unevaluatedProperties",
  "not",
] as const;

/** @returns undefined for a schema that may have others; without `additionalProperties` the properties that it has are taken for all */
function argumentNames(schema: unknown): readonly string[] | undefined {
  if (!isRecord(schema) || OPEN_KEYWORDS.some((keyword) => Object.hasOwn(schema, keyword))) return undefined;
  const { properties, additionalProperties } = schema;
  if (additionalProperties !== undefined && additionalProperties !== false) return undefined;
  if (isRecord(properties)) return Object.keys(properties);
  return additionalProperties === false ? [] : undefined;
}
