/** Parts of an object's schema that apply under conditions: what they name can be given, and is required only where the condition holds. Pure. */
import { isRecord } from "./is-record.ts";
import { textsIn } from "./texts-in.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The type of a property that more parts describe is unknown. */
const MAX_SCHEMAS = 20;

/** @returns the schemas of `then`, `else`, `dependentSchemas` and (before 2019-09) `dependencies` */
export function conditionalParts(schema: Fields): readonly Fields[] {
  const dependent = [schema["dependentSchemas"], schema["dependencies"]].flatMap(valuesOf);
  return [schema["then"], schema["else"], ...dependent].filter(isRecord);
}

/**
 * @returns names that the parts describe, require or ask about, each with the schemas that describe it: `true` where none does, and where the
 * schema itself has no properties. Such a schema is a member of `allOf`, and must not narrow a property of its siblings.
 */
export function conditionalProperties(schema: Fields): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, unknown[]>();
  const parts = conditionalParts(schema);
  if (isRecord(schema["properties"])) {
    for (const [name, property] of parts.flatMap(propertiesOf)) {
      const schemas = found.get(name);
      if (schemas === undefined) found.set(name, [property]);
      else if (schemas.length <= MAX_SCHEMAS) schemas.push(schemas.length === MAX_SCHEMAS ? true : property);
    }
  }
  const tested = isRecord(schema["if"]) ? [schema["if"]] : [];
  const named = [...parts, ...tested].flatMap((part) => propertiesOf(part).map(([name]) => name));
  const needed = parts.flatMap((part) => textsIn(part["required"]));
  const dependent = [schema, ...parts].flatMap(dependentNames);
  for (const name of [...named, ...needed, ...dependent]) if (!found.has(name)) found.set(name, [true]);
  return found;
}

/**
 * @returns the schema of arguments with a property for each name that only a condition of it, or of a member of its `allOf`, brings; the same schema
 * where there is none, or where further properties are not allowed or have a type of their own
 */
export function withConditionalProperties(schema: unknown): unknown {
  if (!isRecord(schema) || (schema["additionalProperties"] ?? true) !== true) return schema;
  const members = Array.isArray(schema["allOf"]) ? schema["allOf"].filter(isRecord) : [];
  const own = isRecord(schema["properties"]) ? schema["properties"] : {};
  const described = new Set([schema, ...members].flatMap((part) => propertiesOf(part).map(([name]) => name)));
  const added = new Map<string, readonly unknown[]>();
  for (const [name, schemas] of [schema, ...members].flatMap((part) => [...conditionalProperties(part)])) {
    if (described.has(name)) continue;
    const before = added.get(name) ?? [];
    added.set(name, before.length < MAX_SCHEMAS ? [...before, ...schemas] : [true]);
  }
  if (added.size === 0) return schema;
  const properties = [...added].map(([name, all]) => [name, all.length === 1 ? all[0] : { anyOf: all }]);
  return { ...schema, properties: { ...own, ...Object.fromEntries(properties) } };
}

/** @returns names that another property makes necessary: those of `dependentRequired` and `dependencies` */
function dependentNames(schema: Fields): readonly string[] {
  return [schema["dependentRequired"], schema["dependencies"]].flatMap(valuesOf).flatMap(textsIn);
}

function propertiesOf({ properties }: Fields): readonly (readonly [string, unknown])[] {
  return isRecord(properties) ? Object.entries(properties) : [];
}

function valuesOf(value: unknown): readonly unknown[] {
  return isRecord(value) ? Object.values(value) : [];
}
