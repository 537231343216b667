/**
 * The input schema as a caller has to meet it. Servers that derive a schema from the values they work with list an argument with a default as
 * required (zod's output schema of `.default()` does), and generators list names in `required` that no property describes. Such an argument can
 * be left out, and such a name can be given. The description of an API is written by hand, and its `required` counts. Pure.
 */
import { isRecord } from "./is-record.ts";
import { jsonType } from "./literals.ts";

interface Described {
  readonly inputSchema?: unknown;
  /** How the tool is requested; an operation of an HTTP API has a `method`. */
  readonly request?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** The JSON of all defaults together. Arguments whose defaults are longer have to be given. */
const MAX_DEFAULT_CHARS = 20_000;

/**
 * @returns the input schema without the required names that have a default, and with a property for each required name without one; the same schema
 * where there are none. Objects and lists inside stay as they are.
 */
export function argumentSchema(tool: Described): unknown {
  const { inputSchema } = tool;
  if (!isRecord(inputSchema)) return inputSchema;
  const { properties, additionalProperties } = inputSchema;
  const required = namesIn(inputSchema["required"]);
  if (!isRecord(properties) || required.length === 0) return inputSchema;
  const defaults = requiredDefaults(tool);
  const isClosed = additionalProperties === false;
  const undescribed = isClosed ? required.filter((name) => !Object.hasOwn(properties, name)) : [];
  if (defaults.size === 0 && undescribed.length === 0) return inputSchema;
  return {
    ...inputSchema,
    properties: { ...properties, ...Object.fromEntries(undescribed.map((name) => [name, {}])) },
    required: required.filter((name) => !defaults.has(name)),
  };
}

/**
 * @returns the defaults of the required arguments that a call can leave out, by name. A default that is not of its argument's type, that is not among
 * its values or that JavaScript cannot hold is none.
 */
export function requiredDefaults({ inputSchema, request }: Described): ReadonlyMap<string, unknown> {
  const defaults = new Map<string, unknown>();
  const isOfHttpApi = isRecord(request) && Object.hasOwn(request, "method");
  if (isOfHttpApi || !isRecord(inputSchema) || !isRecord(inputSchema["properties"])) return defaults;
  let charsLeft = MAX_DEFAULT_CHARS;
  for (const name of new Set(namesIn(inputSchema["required"]))) {
    const { properties } = inputSchema;
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!isRecord(property) || !Object.hasOwn(property, "default") || !isSendable(property)) continue;
    const { length } = JSON.stringify(property["default"]);
    if (length > charsLeft) continue;
    charsLeft -= length;
    defaults.set(name, property["default"]);
  }
  return defaults;
}

function isSendable({ default: value, type, enum: values }: Fields): boolean {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return false;
  const kind = Number.isInteger(value) ? ["number", "integer"] : [jsonType(value)];
  const isOfType = type === undefined || [type].flat().some((one) => kind.some((name) => name === one));
  return isOfType && (!Array.isArray(values) || values.includes(value));
}

function namesIn(required: unknown): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}
