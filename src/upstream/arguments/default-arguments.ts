/**
 * Required arguments that a call leaves out and that have a default in the tool's schema. Some servers check their schema to the letter, so the
 * gateway sends the default. Policies, approvals and the ledger see it like any other argument.
 */
import { defaultsCount, hasDefault } from "../../../sdk-gen/index.ts";
import { isRecord } from "../../lib/is-record.ts";
import { MAX_DEFAULT_CHARS } from "../../limits/upstream-limits.ts";
import type { ToolDefinition } from "../connector.ts";
import { SchemaChecker } from "../json-schema/schema-checker.ts";

type Arguments = Readonly<Record<string, unknown>>;
type Tool = Pick<ToolDefinition, "inputSchema" | "request">;

const known = new WeakMap<Tool, ReadonlyMap<string, unknown>>();

/** @returns true if a call of the tool may lack an argument that the gateway adds */
export function hasDefaults(tool: Tool): boolean {
  return defaultsOf(tool).size > 0;
}

/** @returns the arguments with the defaults of those that are required and left out; the same object where there are none */
export function withDefaults(tool: Tool, args: Arguments): Arguments {
  const missing = [...defaultsOf(tool)].filter(([name]) => !Object.hasOwn(args, name));
  return missing.length === 0 ? args : Object.fromEntries([...Object.entries(args), ...missing]);
}

function defaultsOf(tool: Tool): ReadonlyMap<string, unknown> {
  let defaults = known.get(tool);
  if (defaults === undefined) {
    defaults = readDefaults(tool);
    known.set(tool, defaults);
  }
  return defaults;
}

function readDefaults(tool: Tool): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  if (!defaultsCount(tool)) return found;
  const { inputSchema } = tool;
  const { properties, required } = isRecord(inputSchema) ? inputSchema : {};
  if (!isRecord(inputSchema) || !isRecord(properties) || !Array.isArray(required)) return found;
  const isRequired = new Set<unknown>(required);
  let charsLeft = MAX_DEFAULT_CHARS;
  let checker: SchemaChecker | undefined;
  for (const [name, property] of Object.entries(properties)) {
    if (!isRequired.has(name) || !hasDefault(property)) continue;
    const value = property["default"];
    const chars = JSON.stringify(value).length;
    if (chars > charsLeft) continue;
    checker ??= new SchemaChecker(propertiesAlone(inputSchema));
    if (checker.check({ [name]: value }, chars).ok !== true) continue;
    charsLeft -= chars;
    found.set(name, value);
  }
  return found;
}

/** The properties, without what the schema says of the arguments together. */
function propertiesAlone(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(schema).filter(([word]) => KEPT.has(word)));
}

const KEPT = new Set(["$schema", "$id", "$defs", "definitions", "properties"]);
