/**
 * Which names a tool takes, and whether a call has others. One judgement for the check of a script before it runs, which sees the names
 * that are written out, and for the check of each call, which sees those that arrive.
 */
import { argumentSchema, conditionalParts, conditionalProperties, textsIn } from "../../../sdk-gen/index.ts";
import { isRecord } from "../../lib/is-record.ts";
import type { ToolDefinition } from "../connector.ts";
import { planOf } from "../operation-plan.ts";
import { fixedArguments } from "./fixed-arguments.ts";

export interface UnknownKey {
  readonly name: string;
  readonly isReadOnly: boolean;
}

/** At least one name is unknown or missing. */
export interface KeyProblems {
  readonly unknown: readonly UnknownKey[];
  readonly missing: readonly string[];
  readonly known: readonly string[];
}

/** @param isComplete there are no names but these: then those that are missing are a problem, too */
export function keyProblems(
  tool: ToolDefinition,
  names: readonly string[],
  isComplete: boolean,
): KeyProblems | undefined {
  const keys = knownKeys(tool);
  if (keys === undefined) return undefined;
  const given = new Set(names);
  const missing = isComplete ? keys.required.filter((name) => !given.has(name)) : [];
  const unknown = keys.isOpen ? [] : names.filter((name) => !keys.names.has(name));
  if (unknown.length === 0 && missing.length === 0) return undefined;
  return {
    unknown: unknown.map((name) => ({ name, isReadOnly: keys.readOnly.has(name) })),
    missing,
    known: keys.properties,
  };
}

/** @returns true for an argument that the tool lists and does not require */
export function isOptional(tool: ToolDefinition, name: string): boolean {
  const keys = knownKeys(tool);
  return keys !== undefined && keys.names.has(name) && !keys.required.includes(name);
}

interface KnownKeys {
  readonly properties: readonly string[];
  readonly names: ReadonlySet<string>;
  readonly required: readonly string[];
  /** Properties of a body that only the server sets are no arguments; a script that gives what it has read is told so. */
  readonly readOnly: ReadonlySet<string>;
  /** The schema says that it takes others. */
  readonly isOpen: boolean;
}

/** Reading 40,000 properties takes 10 ms, and a script may hold thousands of calls that are all judged before it runs. */
const known = new WeakMap<ToolDefinition, { readonly keys: KnownKeys | undefined }>();

function knownKeys(tool: ToolDefinition): KnownKeys | undefined {
  const before = known.get(tool);
  if (before !== undefined) return before.keys;
  const keys = readKeys(tool);
  known.set(tool, { keys });
  return keys;
}

/**
 * @returns the keys of a schema that is a plain list of properties, those that other arguments make necessary included; undefined for any other
 * schema
 */
function readKeys(tool: ToolDefinition): KnownKeys | undefined {
  const inputSchema = argumentSchema(tool);
  if (!isRecord(inputSchema) || hasCombinator(inputSchema)) return undefined;
  const { properties, required, additionalProperties, patternProperties } = inputSchema;
  if (!isRecord(properties)) return undefined;
  const conditional = [inputSchema["if"], ...conditionalParts(inputSchema)].filter(isRecord);
  if (conditional.some(namesMore)) return undefined;
  const isOpen =
    (additionalProperties !== undefined && additionalProperties !== false) || patternProperties !== undefined;
  const needed = textsIn(required);
  const body = planOf(tool)?.body;
  const listed = new Set([...Object.keys(properties), ...needed, ...conditionalProperties(inputSchema).keys()]);
  return {
    properties: [...listed],
    names: new Set([...listed, ...fixedArguments(tool)]),
    required: [...new Set(needed)],
    readOnly: new Set([body, ...(body?.others ?? [])].flatMap((one) => one?.readOnly ?? [])),
    isOpen,
  };
}

/** A part with alternatives, further conditions or patterns may name more than its own properties. */
function namesMore(part: Readonly<Record<string, unknown>>): boolean {
  const isOpen = (part["additionalProperties"] ?? false) !== false;
  return isOpen || hasCombinator(part) || CONDITIONS.some((keyword) => Object.hasOwn(part, keyword));
}

function hasCombinator(schema: Readonly<Record<string, unknown>>): boolean {
  return COMBINATORS.some((keyword) => Object.hasOwn(schema, keyword));
}

const COMBINATORS = ["$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "not", "unevaluatedProperties"];

const CONDITIONS = ["if", "dependentSchemas", "dependencies", "patternProperties"];
