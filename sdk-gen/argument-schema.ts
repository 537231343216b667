/**
 * The input schema as a caller has to meet it. Servers that derive a schema from the values they work with list an argument with a default as
 * required (zod's output schema of `.default()` does), and generators list names in `required` that no property describes. Such an argument can
 * be left out, and such a name can be given. The description of an API is written by hand, and its `required` counts. Pure.
 */
import { isRecord } from "./is-record.ts";

interface Described {
  readonly inputSchema?: unknown;
  /** How the tool is requested; an operation of an HTTP API has a `method`. */
  readonly request?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** Deeper schemas stay as they are. */
const MAX_DEPTH = 20;

/**
 * @returns the input schema without the required names that have a default, at the root and in the objects and lists below it, and with a property
 * for each required name without one; the same schema where there are none. Alternatives (`oneOf`) are told apart by what they require and stay as
 * they are.
 */
export function argumentSchema(tool: Described): unknown {
  return new ArgumentSchemas(defaultsCount(tool)).of(tool.inputSchema, 0);
}

/** @returns true if a required argument of the tool that has a default can be left out */
export function defaultsCount({ request }: Pick<Described, "request">): boolean {
  return !isRecord(request) || !Object.hasOwn(request, "method");
}

/** @returns true for a required property that can be left out */
export function hasDefault(property: unknown): property is Fields {
  return isRecord(property) && Object.hasOwn(property, "default");
}

class ArgumentSchemas {
  readonly #defaultsCount: boolean;
  /** Schemas that several properties share are read once; one that is being read stands for itself. */
  readonly #known = new Map<object, unknown>();

  constructor(doDefaultsCount: boolean) {
    this.#defaultsCount = doDefaultsCount;
  }

  of(schema: unknown, depth: number): unknown {
    if (!isRecord(schema) || depth > MAX_DEPTH) return schema;
    if (this.#known.has(schema)) return this.#known.get(schema);
    this.#known.set(schema, schema);
    const read = this.#read(schema, depth);
    this.#known.set(schema, read);
    return read;
  }

  #read(schema: Fields, depth: number): Fields {
    const changed: Record<string, unknown> = {};
    const { properties, items } = schema;
    if (isRecord(items)) {
      const read = this.of(items, depth + 1);
      if (read !== items) changed["items"] = read;
    }
    if (!isRecord(properties)) return withChanges(schema, changed);
    const listed = Object.entries(properties);
    const read = listed.map(([name, property]) => [name, this.of(property, depth + 1)] as const);
    if (read.some(([name, property]) => property !== properties[name]))
      changed["properties"] = Object.fromEntries(read);
    if (!Array.isArray(schema["required"])) return withChanges(schema, changed);
    const required = schema["required"].filter((name) => typeof name === "string");
    const undescribed = required.filter((name) => !Object.hasOwn(properties, name));
    if (undescribed.length > 0 && schema["additionalProperties"] === false)
      changed["properties"] = Object.fromEntries([...read, ...undescribed.map((name) => [name, {}] as const)]);
    const canBeLeftOut = (name: string): boolean =>
      this.#defaultsCount && Object.hasOwn(properties, name) && hasDefault(properties[name]);
    const needed = required.filter((name) => !canBeLeftOut(name));
    if (needed.length < required.length) changed["required"] = needed;
    return withChanges(schema, changed);
  }
}

function withChanges(schema: Fields, changed: Fields): Fields {
  return Object.keys(changed).length === 0 ? schema : { ...schema, ...changed };
}
