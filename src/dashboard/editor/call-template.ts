/** Writes a call to start from, with every required argument and a value of its type to be replaced. */
import { asList, asRecord } from "../../lib/is-record.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The maximum depth, because schemas come from upstreams and can refer to themselves. */
const MAX_DEPTH = 4;
const MAX_LITERAL = 100;
const NAME = /^[A-Za-z_$][\w$]*$/;

/** @param path `server.tool` @param inputSchema the tool's schema as its server sent it */
export function callTemplate(path: string, inputSchema: unknown): string {
  const schema = asRecord(inputSchema);
  const text = placeholder(schema, schema, MAX_DEPTH);
  return `await ${path}(${text.startsWith("{") ? text : "{}"})`;
}

function placeholder(given: Schema, root: Schema, depth: number): string {
  const schema = resolved(given, root);
  const known = [schema["const"], schema["default"], asList(schema["enum"])[0]]
    .map((value) => JSON.stringify(value) as string | undefined)
    .find((text) => text !== undefined && text.length <= MAX_LITERAL);
  if (known !== undefined) return known;
  const choices = [...asList(schema["anyOf"]), ...asList(schema["oneOf"])];
  if (choices.length > 0 && depth > 0) return placeholder(asRecord(choices[0]), root, depth - 1);
  switch (typeOf(schema)) {
    case "string":
      return '""';
    case "number":
    case "integer":
      return typeof schema["minimum"] === "number" && schema["minimum"] > 0 ? String(schema["minimum"]) : "0";
    case "boolean":
      return "false";
    case "array":
      return "[]";
    case "object":
      return objectPlaceholder(schema, root, depth);
    default:
      return "null";
  }
}

function objectPlaceholder(schema: Schema, root: Schema, depth: number): string {
  const properties = asRecord(schema["properties"]);
  const required = asList(schema["required"]).filter((name) => typeof name === "string");
  if (required.length === 0 || depth === 0) return "{}";
  const members = required.map((name) => {
    const property = Object.hasOwn(properties, name) ? asRecord(properties[name]) : {};
    return `${NAME.test(name) ? name : JSON.stringify(name)}: ${placeholder(property, root, depth - 1)}`;
  });
  return `{ ${members.join(", ")} }`;
}

/** Follows `#/$defs/name` and `#/definitions/name` once; the target of another reference is unknown. */
function resolved(schema: Schema, root: Schema): Schema {
  const reference = schema["$ref"];
  const [, place = "", name = ""] =
    typeof reference === "string" ? (/^#\/(\$defs|definitions)\/([^/~%]+)$/.exec(reference) ?? []) : [];
  const found = asRecord(root[place]);
  return Object.hasOwn(found, name) ? asRecord(found[name]) : schema;
}

function typeOf(schema: Schema): unknown {
  const { type } = schema;
  if (Array.isArray(type)) return type.find((one) => one !== "null");
  return type ?? ("properties" in schema ? "object" : undefined);
}
