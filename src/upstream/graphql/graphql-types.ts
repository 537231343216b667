/** Types of a GraphQL schema as JSON Schema, in one document whose parts refer to each other: `#/components/schemas/Product`. */
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isUnionType,
  Kind,
} from "graphql";
import type {
  GraphQLField,
  GraphQLInputType,
  GraphQLNamedType,
  GraphQLOutputType,
  GraphQLSchema,
  GraphQLUnionType,
  ConstValueNode,
  GraphQLArgument,
} from "graphql";
import { formatOf } from "../json-schema/formats.ts";

type Schema = Readonly<Record<string, unknown>>;

const SCALARS: Readonly<Record<string, Schema>> = {
  Int: { type: "integer" },
  Float: { type: "number" },
  String: { type: "string" },
  Boolean: { type: "boolean" },
  ID: { type: ["string", "integer"] },
};

/** Scalars of a schema's own that APIs answer with as the specifications of their names do, in lower case. */
const TEXTS: ReadonlySet<string> = new Set(["datetime", "date", "time", "uri", "url", "uuid", "html"]);
/** Scalars that some servers send as texts, because JSON numbers lose digits. */
const EXACT_NUMBERS: ReadonlySet<string> = new Set(["long", "bigint", "decimal"]);

/** Every named type that is no scalar. */
export function typeDocument(schema: GraphQLSchema): Schema {
  const own = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));
  const schemas = own.flatMap((type): [string, Schema][] => {
    const made = definitionOf(type, schema);
    return made === undefined ? [] : [[type.name, made]];
  });
  return { openapi: "3.1.0", components: { schemas: Object.fromEntries(schemas) } };
}

function definitionOf(type: GraphQLNamedType, schema: GraphQLSchema): Schema | undefined {
  const text = type.description ? { description: type.description } : {};
  if (isScalarType(type)) return undefined;
  if (isEnumType(type)) return { ...text, type: "string", enum: type.getValues().map(({ name }) => name) };
  if (isUnionType(type)) return { ...text, ...unionSchema(type) };
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const properties = fields.map((field) => [field.name, argumentSchema(field)]);
    const required = fields.filter((field) => isNonNullType(field.type) && field.default === undefined);
    return {
      ...text,
      type: "object",
      properties: Object.fromEntries(properties) as Schema,
      required: required.map(({ name }) => name),
      additionalProperties: false,
    };
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
  const fields = Object.values(type.getFields()).map((field) => [
    field.name,
    described(outputSchema(field.type), fieldText(field)),
  ]);
  const properties = Object.fromEntries(fields) as Schema;
  if (!isInterfaceType(type)) return { ...text, type: "object", properties };
  const kinds = schema.getPossibleTypes(type).map(({ name }) => name);
  return { ...text, type: "object", properties: { ...properties, __typename: { type: "string", enum: kinds } } };
}

/** The name of a member's type is in every answer by default (selection.ts), and tells the members apart. */
function unionSchema(type: GraphQLUnionType): Schema {
  return { anyOf: type.getTypes().map(({ name }) => reference(name)), discriminator: { propertyName: "__typename" } };
}

/** Arguments of a field belong into the text of a selection. */
function fieldText({ args, description }: GraphQLField<unknown, unknown>): string {
  const own = description ?? "";
  if (args.length === 0) return own;
  return `${own === "" ? "" : `${own} `}Arguments: ${args.map((arg) => `${arg.name}: ${String(arg.type)}`).join(", ")}.`;
}

function described(schema: Schema, text: string | null | undefined): Schema {
  return text ? { ...schema, description: text } : schema;
}

/** @param argument of a field, or a field of an input object */
export function argumentSchema(
  argument: WithDefault & { readonly type: GraphQLInputType; readonly description?: string | null | undefined },
): Schema {
  return { ...described(inputSchema(argument.type), argument.description), ...defaultOf(argument) };
}

function inputSchema(type: GraphQLInputType): Schema {
  return isNonNullType(type) ? given(type.ofType) : { ...given(type), nullable: true };
}

/** @returns the schema of a value that is not null */
function given(type: GraphQLInputType): Schema {
  if (isListType(type)) return { type: "array", items: inputSchema(type.ofType) };
  const { name } = type as GraphQLNamedType;
  if (isScalarType(type)) return scalarSchema(name, EXACT_NUMBERS.has(name.toLowerCase()));
  return { anyOf: [reference(name)] };
}

/**
 * The name of a scalar of the schema's own is told as the format of its values.
 * @param isTyped false where other values than those of TEXTS and EXACT_NUMBERS have to be permitted
 */
function scalarSchema(name: string, isTyped: boolean): Schema {
  const known = Object.hasOwn(SCALARS, name) ? SCALARS[name] : undefined;
  if (known !== undefined) return known;
  const lower = name.toLowerCase();
  const type = EXACT_NUMBERS.has(lower) ? ["string", "number"] : TEXTS.has(lower) ? "string" : undefined;
  // A format that is checked would refuse what the API takes.
  const told = formatOf(name) === undefined ? { format: name } : { title: name };
  return { ...(isTyped && type !== undefined && { type }), ...told };
}

/** Schema of a field in an answer. Without `!` it is null where there is nothing, or nothing that the caller may see. */
export function outputSchema(type: GraphQLOutputType): Schema {
  return isNonNullType(type) ? returned(type.ofType) : { ...returned(type), nullable: true };
}

/** @returns the schema of a value that is not null */
function returned(type: GraphQLOutputType): Schema {
  if (isListType(type)) return { type: "array", items: outputSchema(type.ofType) };
  const { name } = type as GraphQLNamedType;
  // In answers an ID is always a text.
  if (name === "ID") return { type: "string" };
  if (isScalarType(type)) return scalarSchema(name, true);
  return reference(name);
}

function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

type WithDefault = Pick<GraphQLArgument, "default">;

const MAX_TEXT_CHARS = 100;
const MAX_ITEMS = 5;

/**
 * The default of an argument, as its JSON Schema has it: a plain value or a short list of them, which a model can read in a comment.
 *
 * @returns `{ default: "USD" }`, or nothing
 */
function defaultOf({ default: written }: WithDefault): { readonly default?: unknown } {
  const value = written?.literal === undefined ? undefined : valueOf(written.literal);
  return value === undefined ? {} : { default: value };
}

function valueOf(node: ConstValueNode): unknown {
  if (node.kind !== Kind.LIST) return plainValueOf(node);
  const values = node.values.slice(0, MAX_ITEMS + 1).map(plainValueOf);
  return values.length > MAX_ITEMS || values.includes(undefined) ? undefined : values;
}

function plainValueOf(node: ConstValueNode): string | number | boolean | undefined {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT: {
      const number = Number(node.value);
      // Another number than the one that is written says something wrong.
      return String(number) === node.value || (Number.isFinite(number) && node.kind === Kind.FLOAT)
        ? number
        : undefined;
    }
    case Kind.BOOLEAN:
      return node.value;
    case Kind.STRING:
    case Kind.ENUM:
      return node.value.length > MAX_TEXT_CHARS ? undefined : node.value;
    default:
      return undefined;
  }
}
