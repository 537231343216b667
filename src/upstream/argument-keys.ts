/**
 * Which names a tool takes, and whether a call has others. One judgement for the check of a script before it runs, which sees the names
 * that are written out, and for the check of each call, which sees those that arrive.
 */
import type { ToolDefinition } from "./connector.ts";

export type KeyProblem =
  | { readonly kind: "unknown"; readonly name: string; readonly known: readonly string[] }
  | { readonly kind: "missing"; readonly names: readonly string[] };

/** @param isComplete there are no names but these: then those that are missing are a problem, too */
export function keyProblem(
  tool: ToolDefinition,
  names: readonly string[],
  isComplete: boolean,
): KeyProblem | undefined {
  const known = knownKeys(tool);
  if (known === undefined) return undefined;
  const properties = new Set(known.properties);
  const unknown = known.isOpen ? undefined : names.find((name) => !properties.has(name));
  if (unknown !== undefined) return { kind: "unknown", name: unknown, known: known.properties };
  const given = new Set(names);
  const missing = isComplete ? known.required.filter((name) => !given.has(name)) : [];
  return missing.length > 0 ? { kind: "missing", names: missing } : undefined;
}

interface KnownKeys {
  readonly properties: readonly string[];
  readonly required: readonly string[];
  /** The schema says that it takes others. */
  readonly isOpen: boolean;
}

/** Of a schema that is a plain list of properties; others say too little, or it in too many ways. */
function knownKeys({ inputSchema }: ToolDefinition): KnownKeys | undefined {
  if (!isRecord(inputSchema) || COMBINATORS.some((keyword) => Object.hasOwn(inputSchema, keyword))) return undefined;
  const { properties, required, additionalProperties, patternProperties } = inputSchema;
  if (!isRecord(properties)) return undefined;
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  const isOpen =
    (additionalProperties !== undefined && additionalProperties !== false) || patternProperties !== undefined;
  return { properties: Object.keys(properties), required: names, isOpen };
}

const COMBINATORS = [
  ...["$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "if", "not"],
  ...["dependentSchemas", "unevaluatedProperties"],
];

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
