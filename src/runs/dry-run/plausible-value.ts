/**
 * A value of a tool's output type for a dry run, in which the tool is not called: the first of several types, empty texts and lists, zero,
 * the first value of an enumeration. Schemas are written by upstreams, so depth and size are bounded.
 */
import { asList, asRecord, isRecord } from "../../lib/is-record.ts";
import type { Shape } from "../../../sdk-gen/index.ts";
import type { ToolDefinition } from "../../upstream/connector.ts";

type Schema = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 12;
const MAX_NODES = 2_000;

/** @returns null where nothing is known of the type */
export function plausibleValue({ outputSchema, observedOutput }: ToolDefinition): unknown {
  const budget = { nodes: 0 };
  if (outputSchema !== undefined) return ofSchema(outputSchema, { root: outputSchema, depth: 0, budget });
  return observedOutput === undefined ? null : ofShape(observedOutput, 0, budget);
}

interface Place {
  readonly root: unknown;
  readonly depth: number;
  readonly budget: { nodes: number };
}

function ofSchema(schema: unknown, { root, depth, budget }: Place): unknown {
  budget.nodes += 1;
  if (!isRecord(schema) || depth > MAX_DEPTH || budget.nodes > MAX_NODES) return null;
  const inside = { root, depth: depth + 1, budget };
  if (Object.hasOwn(schema, "const")) return schema["const"];
  if (Array.isArray(schema["enum"])) return (schema["enum"] as readonly unknown[])[0] ?? null;
  if (typeof schema["$ref"] === "string") return ofSchema(targetOf(schema["$ref"], root), inside);
  const one = [schema["anyOf"], schema["oneOf"]].find((options) => Array.isArray(options));
  if (one !== undefined) return ofSchema(firstType(one as readonly unknown[]), inside);
  const parts = asList(schema["allOf"]);
  const values = parts.map((part) => ofSchema(part, inside));
  const own = ofType(schema, inside);
  const objects = [...values, own].filter(isRecord);
  return objects.length > 0 ? Object.assign(Object.create(null) as object, ...objects) : (own ?? values[0] ?? null);
}

function ofType(schema: Schema, inside: Place): unknown {
  const types = Array.isArray(schema["type"]) ? (schema["type"] as readonly unknown[]) : [schema["type"]];
  const type = types.find((name) => name !== "null") ?? types[0];
  if (type === "object" || (type === undefined && isRecord(schema["properties"]))) {
    const properties = asRecord(schema["properties"]);
    return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, ofSchema(part, inside)]));
  }
  return typeof type === "string" ? EMPTY[type] : undefined;
}

const EMPTY: Readonly<Record<string, unknown>> = { string: "", number: 0, integer: 0, boolean: false, array: [] };

/** `null` is the last choice. */
function firstType(options: readonly unknown[]): unknown {
  return options.find((option) => isRecord(option) && option["type"] !== "null") ?? options[0];
}

/** @param reference a JSON pointer into the schema itself; any other leads nowhere */
function targetOf(reference: string, root: unknown): unknown {
  if (!reference.startsWith("#")) return undefined;
  const keys = reference.split("/").slice(1);
  return keys.reduce<unknown>((value, key) => {
    const name = key.replaceAll("~1", "/").replaceAll("~0", "~");
    return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }, root);
}

function ofShape(shape: Shape, depth: number, budget: { nodes: number }): unknown {
  budget.nodes += 1;
  if (shape.unknown === true || depth > MAX_DEPTH || budget.nodes > MAX_NODES) return null;
  if (shape.object !== undefined) {
    return Object.fromEntries(shape.object.map(({ name, shape: part }) => [name, ofShape(part, depth + 1, budget)]));
  }
  if (shape.dictionary !== undefined) return {};
  if (shape.array !== undefined) return [];
  if (shape.string === true) return "";
  if (shape.number === true) return 0;
  return shape.boolean === true ? false : null;
}
