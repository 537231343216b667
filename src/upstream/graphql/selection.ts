/** Which fields of an answer are asked for: what a script says, or by default everything that is a plain value. */
import { isInterfaceType, isLeafType, isNonNullType, isObjectType, isUnionType, getNamedType } from "graphql";
import type { GraphQLField, GraphQLNamedOutputType, GraphQLSchema } from "graphql";
import { UnusableArgument } from "../unusable-argument.ts";
import { isOfOperation } from "./root-links.ts";
import type { RootLinks } from "./root-links.ts";

/** A default is a page, not an export. */
const MAX_DEFAULT_FIELDS = 60;
const MAX_KINDS = 10;
const MAX_DEFAULT_CHARS = 20_000;
/** Without a plain value: a connection has edges, which have nodes, which have. */
const MAX_DEFAULT_DEPTH = 4;
const NAME = /^[_A-Za-z][_0-9A-Za-z]{0,200}$/;

/** Selections by depth. A schema whose types refer to each other has few types and a huge number of paths. */
const selections = new WeakMap<GraphQLNamedOutputType, string[]>();

export interface LinkedSchema {
  readonly schema: GraphQLSchema;
  readonly links: RootLinks;
}

/** @returns the empty text for a value without fields */
export function defaultSelection(type: GraphQLNamedOutputType, linked: LinkedSchema, depth = 0): string {
  if (isLeafType(type)) return "";
  const known = selections.get(type) ?? [];
  selections.set(type, known);
  const made = known[depth] ?? madeSelection(type, linked, depth);
  known[depth] = made.length > MAX_DEFAULT_CHARS ? "{ __typename }" : made;
  return known[depth];
}

function madeSelection(type: GraphQLNamedOutputType, linked: LinkedSchema, depth: number): string {
  if (isUnionType(type)) {
    const kinds = type.getTypes().slice(0, MAX_KINDS);
    const parts = kinds.map((kind) => `... on ${kind.name} ${defaultSelection(kind, linked, depth + 1)}`);
    return `{ __typename ${parts.join(" ")} }`;
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return "{ __typename }";
  const { types } = linked.links;
  // The fields of an operation's type, which some answers have, are tools of their own.
  const own = Object.hasOwn(types, type.name) ? types[type.name] : undefined;
  const fields = Object.values(type.getFields()).filter(
    (field) =>
      !needsArguments(field) &&
      field.deprecationReason == null &&
      (own === undefined || !isOfOperation(own, field.name)),
  );
  const plain = fields.filter((field) => isLeafType(getNamedType(field.type))).map(({ name }) => name);
  const isConnection = type.name.endsWith("Connection") || type.name.endsWith("Edge");
  const isOpen = (plain.length === 0 || isConnection) && depth < MAX_DEFAULT_DEPTH;
  const open = isOpen ? fields.filter((field) => isNested(field, linked.schema, depth)).slice(0, MAX_KINDS) : [];
  const nested = open.map((field) => `${field.name} ${defaultSelection(getNamedType(field.type), linked, depth + 1)}`);
  const all = [...plain.slice(0, MAX_DEFAULT_FIELDS), ...nested];
  return `{ ${all.length === 0 ? "__typename" : all.join(" ")} }`;
}

function isNested(field: GraphQLField<unknown, unknown>, schema: GraphQLSchema, depth: number): boolean {
  // Both `edges` and `nodes` of a connection would return every element twice.
  const isDouble = field.name === "edges" && depth === 0 && hasNodes(field, schema);
  return !isLeafType(getNamedType(field.type)) && !isDouble;
}

function hasNodes({ type }: GraphQLField<unknown, unknown>, schema: GraphQLSchema): boolean {
  const edge = getNamedType(type);
  const connection = isObjectType(edge) ? schema.getType(edge.name.replace(/Edge$/, "Connection")) : undefined;
  return isObjectType(connection) && Object.hasOwn(connection.getFields(), "nodes");
}

function needsArguments({ args }: GraphQLField<unknown, unknown>): boolean {
  return args.some((arg) => isNonNullType(arg.type) && arg.default === undefined);
}

/**
 * `select` of a script: GraphQL text with or without its braces, or `{ id: true, owner: { login: true } }`.
 * @throws UnusableArgument
 */
export function selectionText(select: unknown, isLeaf: boolean): string {
  if (isLeaf) throw new UnusableArgument("select", "is not for this tool: its answer is a plain value");
  if (typeof select === "string") {
    const text = select.trim();
    return text.startsWith("{") ? text : `{ ${text} }`;
  }
  return fromObject(select, 0);
}

function fromObject(select: unknown, depth: number): string {
  if (typeof select !== "object" || select === null || Array.isArray(select) || depth > 50) {
    throw new UnusableArgument("select", 'is a text like "id owner { login }" or an object like { id: true }');
  }
  const fields = Object.entries(select as Readonly<Record<string, unknown>>).flatMap(([name, value]) => {
    if (!NAME.test(name))
      throw new UnusableArgument("select", `names ${JSON.stringify(name.slice(0, 80))}, which is no field`);
    if (value === false || value === undefined || value === null) return [];
    return [value === true ? name : `${name} ${fromObject(value, depth + 1)}`];
  });
  if (fields.length === 0) throw new UnusableArgument("select", "selects no field");
  return `{ ${fields.join(" ")} }`;
}
