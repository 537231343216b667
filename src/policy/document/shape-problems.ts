/** Reports where a document does not have the shape of the schema, as problems with a fix. Unknown keys are mistakes and are never ignored. */
import * as z from "zod";
import { CONDITION_KEYS } from "./condition-keys.ts";
import { isRecord } from "../../lib/is-record.ts";
import { nearest } from "../../lib/nearest.ts";
import { pointer, shown, type PolicyProblem } from "./problem.ts";

/** @param above the path of the value in the document */
export function* shapeProblems(
  schema: z.ZodType,
  value: unknown,
  above: readonly PropertyKey[] = [],
): Generator<PolicyProblem> {
  const parsed = schema.safeParse(value);
  for (const issue of parsed.error?.issues ?? []) yield* problemsOf(issue, schema, value, above);
}

function* problemsOf(
  issue: z.core.$ZodIssue,
  schema: z.ZodType,
  root: unknown,
  above: readonly PropertyKey[],
): Generator<PolicyProblem> {
  const path = [...above, ...issue.path];
  const value = issue.path.reduce<unknown>(partOf, root);
  const at = pointer(path);
  switch (issue.code) {
    case "unrecognized_keys": {
      const known = knownKeys(schemaAt(schema, root, issue.path));
      for (const key of issue.keys) yield unknownKey(pointer([...path, key]), key, known);
      return;
    }
    case "invalid_union": {
      // The union's own schema is found at the path of the value, with no member chosen yet.
      const union = unionAt(schema, root, issue.path);
      const member = union === undefined ? undefined : intendedMember(union, value);
      if (member instanceof z.ZodType) return yield* shapeProblems(member, value, path);
      yield isConditionUnion(union)
        ? { path: at, ...conditionProblem(value) }
        : { path: at, message: `${issue.message} (got ${shown(value)}).`, fix: "Write one of these." };
      return;
    }
    case "invalid_value": {
      const choices = issue.values.map((choice) => JSON.stringify(choice)).join(", ");
      // A word of two letters is close to every other, so it gets no suggestion.
      const meant =
        typeof value === "string" && value.length > 2 ? nearest(value, issue.values.map(String), 1)[0] : undefined;
      if (value === undefined) return yield missing(at, path, choices.replaceAll(", ", " or "));
      if (typeof value === "number" && issue.values.includes(String(value))) {
        const quoted = JSON.stringify(String(value));
        return yield {
          path: at,
          message: `This must be a text (got the number ${value}).`,
          fix: `Write ${quoted} in quotes: ${JSON.stringify(path.at(-1))}: ${quoted}.`,
        };
      }
      return yield {
        path: at,
        message: `${shown(value)} is not one of ${choices}.`,
        fix: meant === undefined ? `Write one of ${choices}.` : `Did you mean ${JSON.stringify(meant)}?`,
      };
    }
    case "invalid_type":
      if (value === undefined) return yield missing(at, path, issue.expected);
      return yield {
        path: at,
        message: `This must be ${article(issue.expected)} (got ${shown(value)}).`,
        fix: `Write ${article(issue.expected)}.`,
      };
    case "invalid_key":
      for (const { message } of issue.issues)
        yield {
          path: at,
          message: `${shown(path.at(-1))} is not a valid name here: ${message}.`,
          fix: "Change the name.",
        };
      return;
    default:
      yield { path: at, message: `${capitalized(issue.message)} (got ${shown(value)}).`, fix: "Change the value." };
  }
}

function unionAt(schema: z.ZodType, root: unknown, path: readonly PropertyKey[]): z.ZodUnion | undefined {
  const parent = path.slice(0, -1);
  const key = path.at(-1);
  const holder = key === undefined ? schema : schemaAt(schema, root, parent);
  const inner = key === undefined ? holder : childSchema(holder, key);
  const plain = unwrapped(inner);
  return plain instanceof z.ZodUnion ? plain : undefined;
}

function childSchema(holder: unknown, key: PropertyKey): unknown {
  if (holder instanceof z.ZodObject) return (holder.shape as Readonly<Record<PropertyKey, unknown>>)[key];
  if (holder instanceof z.ZodRecord) return holder.valueType;
  return holder instanceof z.ZodArray ? holder.element : undefined;
}

function isConditionUnion(union: z.ZodUnion | undefined): boolean {
  return union?.options.some((member) => knownKeys(member).includes("formerly")) ?? false;
}

function conditionProblem(value: unknown): Omit<PolicyProblem, "path"> {
  const [key] = isRecord(value) ? Object.keys(value) : [];
  const meant = key === undefined ? undefined : nearest(key, CONDITION_KEYS, 1)[0];
  return {
    message: `A condition has path and op, or one of ${CONDITION_KEYS.slice(1).join(", ")} (got ${shown(value)}).`,
    fix:
      meant === undefined
        ? 'Write for example {"path": "args.amount", "op": "lte", "value": 100}.'
        : `Did you mean "${meant}" instead of "${key}"?`,
  };
}

function unknownKey(path: string, key: string, known: readonly string[]): PolicyProblem {
  const meant = nearest(key, known, 1)[0];
  return {
    path,
    message: `There is no key ${JSON.stringify(key)} here.`,
    fix:
      meant === undefined
        ? `Remove it; the known keys are ${known.join(", ")}.`
        : `Did you mean ${JSON.stringify(meant)}?`,
  };
}

function missing(path: string, keys: readonly PropertyKey[], expected: string): PolicyProblem {
  const key = JSON.stringify(String(keys.at(-1) ?? "document"));
  return { path, message: `${key} is missing.`, fix: `Add ${key}: ${expected}.` };
}

function article(expected: string): string {
  const noun = { array: "list", record: "object", int: "whole number", string: "text" }[expected] ?? expected;
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @returns the schema without its optional and lazy wrappers */
function unwrapped(schema: unknown): unknown {
  let inner = schema;
  for (;;) {
    if (inner instanceof z.ZodOptional || inner instanceof z.ZodLazy) inner = inner.unwrap();
    else return inner;
  }
}

/** The member of a union that the value was meant to be, chosen by whether the value is a list, and for conditions by their key. */
function intendedMember(union: z.ZodUnion, value: unknown): unknown {
  const members = union.options.map(unwrapped);
  if (Array.isArray(value)) return members.find((member) => member instanceof z.ZodArray);
  if (value === null || typeof value !== "object") return undefined;
  const key = CONDITION_KEYS.find((name) => Object.hasOwn(value, name));
  return key === undefined
    ? undefined
    : members.find((member) => member instanceof z.ZodObject && Object.hasOwn(member.shape, key));
}

/**
 * Finds the schema that a place in a document is checked with: the keys that are known there, and the member of a union that was meant.
 *
 * @returns undefined when the path leads past what the schema describes
 */
function schemaAt(root: unknown, rootValue: unknown, path: readonly PropertyKey[]): unknown {
  let schema = chosen(root, rootValue);
  let value = rootValue;
  for (const key of path) {
    value = partOf(value, key);
    if (schema instanceof z.ZodObject) {
      const shape: Readonly<Record<PropertyKey, unknown>> = schema.shape;
      schema = chosen(Object.hasOwn(shape, key) ? shape[key] : undefined, value);
    } else if (schema instanceof z.ZodRecord) schema = chosen(schema.valueType, value);
    else if (schema instanceof z.ZodArray) schema = chosen(schema.element, value);
    else return undefined;
  }
  return schema;
}

function chosen(schema: unknown, value: unknown): unknown {
  const plain = unwrapped(schema);
  return plain instanceof z.ZodUnion ? (intendedMember(plain, value) ?? plain) : plain;
}

function partOf(value: unknown, key: PropertyKey): unknown {
  return value !== null && typeof value === "object" && Object.hasOwn(value, key)
    ? (value as Readonly<Record<PropertyKey, unknown>>)[key]
    : undefined;
}

function knownKeys(schema: unknown): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
