/**
 * The input schema as a caller has to meet it. Servers that derive a schema from the values they work with list an argument with a default as
 * required (zod's output schema of `.default()` does), and generators list names in `required` that no property describes. Such an argument can
 * be left out, and such a name can be given. The description of an API is written by hand, and its `required` counts. Pure.
 */
import { isRecord } from "./is-record.ts";
import { jsonType } from "./literals.ts";
import { textsIn } from "./texts-in.ts";

interface Described {
  readonly inputSchema?: unknown;
  /** The plan of its requests; that of an operation of an HTTP API has a `method`. */
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
  const required = textsIn(inputSchema["required"]);
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
 * @returns the defaults of the required arguments that a call can leave out, by name. A default of which CHECKS cannot say that it is a value of its
 * argument is none.
 */
export function requiredDefaults({ inputSchema, request }: Described): ReadonlyMap<string, unknown> {
  const defaults = new Map<string, unknown>();
  const isOfHttpApi = isRecord(request) && Object.hasOwn(request, "method");
  if (isOfHttpApi || !isRecord(inputSchema) || !isRecord(inputSchema["properties"])) return defaults;
  let charsLeft = MAX_DEFAULT_CHARS;
  for (const name of new Set(textsIn(inputSchema["required"]))) {
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

function isSendable(property: Fields): boolean {
  const { default: value } = property;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return false;
  return Object.entries(property).every(
    ([keyword, given]) => ANNOTATIONS.has(keyword) || CHECKS.get(keyword)?.(value, given) === true,
  );
}

const ANNOTATIONS = new Set(["default", "title", "description", "examples", "deprecated", "$comment"]);

/** Keywords that are simple enough to say whether a default is a value of its argument. A property with others has no default that counts. */
const CHECKS: ReadonlyMap<string, (value: unknown, given: unknown) => boolean> = new Map([
  ["type", isOfType],
  ["enum", (value: unknown, given: unknown) => Array.isArray(given) && given.includes(value)],
  ["const", (value: unknown, given: unknown) => value === given],
  ["minimum", comparing((value, given) => value >= given)],
  ["maximum", comparing((value, given) => value <= given)],
  ["exclusiveMinimum", comparing((value, given) => value > given)],
  ["exclusiveMaximum", comparing((value, given) => value < given)],
  ["minLength", (value: unknown, given: unknown) => String(value).length >= Number(given)],
  ["maxLength", (value: unknown, given: unknown) => String(value).length <= Number(given)],
  ["items", (value: unknown) => Array.isArray(value) && value.length === 0],
  ["format", (value: unknown) => typeof value === "number"],
]);

function isOfType(value: unknown, type: unknown): boolean {
  const kinds: readonly unknown[] = Number.isInteger(value) ? ["number", "integer"] : [jsonType(value)];
  return [type].flat().some((one) => kinds.includes(one));
}

/** @returns a check that fails for what is no number */
function comparing(compare: (value: number, given: number) => boolean) {
  return (value: unknown, given: unknown): boolean =>
    typeof value === "number" && typeof given === "number" && compare(value, given);
}
