/**
 * Which fields of an answer are asked for: what a script says, or by default everything that is a plain value. Of a mutation also what
 * says that it failed (`userErrors { field message }`), which stands in the answer like any other object.
 */
import {
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isUnionType,
  getNamedType,
  isListType,
} from "graphql";
import type { GraphQLField, GraphQLNamedOutputType, GraphQLSchema, GraphQLUnionType, GraphQLOutputType } from "graphql";
import { MAX_UNION_FIELDS } from "../../limits/api-limits.ts";
import { UnusableArgument } from "../unusable-argument.ts";
import { isOfOperation, type RootLinks } from "./root-links.ts";
import { quote } from "../../lib/shorten.ts";

/** A default is a page, not an export. */
const MAX_DEFAULT_FIELDS = 60;
const MAX_KINDS = 10;
const MAX_DEFAULT_CHARS = 20_000;
/** Without a plain value: a connection has edges, which have nodes, which have. */
const MAX_DEFAULT_DEPTH = 4;
/** `errors`, `userErrors`, `error`. */
const ERROR_FIELD = /errors?$/i;
const NAME = /^[_A-Za-z][_0-9A-Za-z]{0,200}$/;

/** The fields that a query asks for of a value. */
interface Selection {
  readonly text: string;
  readonly shape: Shape;
  /** The number of its fields at all levels. */
  readonly fields: number;
}

const ONLY_TYPE: Selection = { text: "{ __typename }", shape: new Map(), fields: 0 };
const NOTHING: Selection = { text: "", shape: new Map(), fields: 0 };

/** Selections by depth. A schema whose types refer to each other has few types and a huge number of paths. */
const selections = new WeakMap<GraphQLNamedOutputType, Selection[]>();
/** Default selections of the types that mutations answer with, errors included. */
const outcomes = new WeakMap<GraphQLNamedOutputType, Selection>();

export interface LinkedSchema {
  readonly schema: GraphQLSchema;
  readonly links: RootLinks;
  /** Fields of union members that were compared, of at most MAX_UNION_FIELDS. */
  readonly work: { comparedFields: number };
}

/** @returns the empty text for a value without fields */
export function defaultSelection(type: GraphQLNamedOutputType, linked: LinkedSchema): string {
  return selectionAt(type, linked, 0).text;
}

/** @returns the same for what a mutation answers with */
export function outcomeSelection(type: GraphQLNamedOutputType, linked: LinkedSchema): string {
  return outcomeOf(type, linked).text;
}

function outcomeOf(type: GraphQLNamedOutputType, linked: LinkedSchema): Selection {
  if (isLeafType(type)) return NOTHING;
  const made = outcomes.get(type) ?? bounded(madeSelection(type, linked, 0, true));
  outcomes.set(type, made);
  return made;
}

function selectionAt(type: GraphQLNamedOutputType, linked: LinkedSchema, depth: number): Selection {
  if (isLeafType(type)) return NOTHING;
  const known = selections.get(type) ?? [];
  selections.set(type, known);
  known[depth] ??= bounded(madeSelection(type, linked, depth, false));
  return known[depth];
}

function bounded(made: Selection): Selection {
  return made.text.length > MAX_DEFAULT_CHARS ? ONLY_TYPE : made;
}

function madeSelection(
  type: GraphQLNamedOutputType,
  linked: LinkedSchema,
  depth: number,
  isOutcome: boolean,
): Selection {
  if (isUnionType(type)) return unionSelection(type, linked, depth, isOutcome);
  if (!isObjectType(type) && !isInterfaceType(type)) return ONLY_TYPE;
  const { types } = linked.links;
  // The fields of an operation's type, which some answers have, are tools of their own.
  const own = Object.hasOwn(types, type.name) ? types[type.name] : undefined;
  const fields = Object.values(type.getFields()).filter(
    (field) =>
      !needsArguments(field) &&
      field.deprecationReason == null &&
      (own === undefined || !isOfOperation(own, field.name)),
  );
  const plain = fields.filter((field) => isLeafType(getNamedType(field.type)));
  const isConnection = type.name.endsWith("Connection") || type.name.endsWith("Edge");
  const isOpen = (plain.length === 0 || isConnection) && depth < MAX_DEFAULT_DEPTH;
  const objects = fields.filter((field) => isNested(field, linked.schema, depth));
  const errors = isOutcome ? objects.filter(({ name }) => ERROR_FIELD.test(name)).slice(0, MAX_KINDS) : [];
  const nested = isOpen ? objects.filter((field) => !errors.includes(field)).slice(0, MAX_KINDS) : [];
  const shape = new Map<string, SelectedField>();
  let count = 0;
  for (const field of [...plain.slice(0, MAX_DEFAULT_FIELDS), ...errors, ...nested]) {
    const inner = getNamedType(field.type);
    const inside = selectionAt(inner, linked, depth + 1);
    // The members of a union are named already.
    const isKind = errors.includes(field) && isInterfaceType(inner) && inside !== ONLY_TYPE;
    const text = isKind ? inside.text.replace("{", "{ __typename") : inside.text;
    shape.set(field.name, { text: `${field.name} ${text}`.trimEnd(), type: field.type, shape: inside.shape });
    count += 1 + inside.fields;
  }
  return { text: fieldsText(shape), shape, fields: count };
}

/** A field that conflicts with one of an earlier member is left out: a script can select it under another name. */
function unionSelection(type: GraphQLUnionType, linked: LinkedSchema, depth: number, isOutcome: boolean): Selection {
  const kinds = type.getTypes().slice(0, MAX_KINDS);
  const selectionOf = (kind: GraphQLNamedOutputType): Selection =>
    isOutcome ? outcomeOf(kind, linked) : selectionAt(kind, linked, depth + 1);
  const members = kinds.map((kind) => ({ name: kind.name, all: selectionOf(kind) }));
  const fields = members.reduce((sum, { all }) => sum + all.fields, 0);
  const { work } = linked;
  work.comparedFields += fields;
  if (work.comparedFields > MAX_UNION_FIELDS) return ONLY_TYPE;
  let shape: Shape = new Map();
  const parts = members.map(({ name, all }) => {
    const own = new Map([...all.shape].filter(([field, selected]) => isMergeable(selected, shape.get(field))));
    shape = mergeShapes(shape, own);
    return `... on ${name} ${fieldsText(own)}`;
  });
  return { text: `{ __typename ${parts.join(" ")} }`, shape, fields };
}

function fieldsText(shape: Shape): string {
  return shape.size === 0 ? ONLY_TYPE.text : `{ ${[...shape.values()].map(({ text }) => text).join(" ")} }`;
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

/** `select` of a script: GraphQL text with or without its braces, or `{ id: true, owner: { login: true } }`. @throws UnusableArgument */
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
    if (!NAME.test(name)) throw new UnusableArgument("select", `names ${quote(name, 80)}, which is not a field`);
    if (value === false || value === undefined || value === null) return [];
    return [value === true ? name : `${name} ${fromObject(value, depth + 1)}`];
  });
  if (fields.length === 0) throw new UnusableArgument("select", "selects no field");
  return `{ ${fields.join(" ")} }`;
}

/** The shape of an answer: which fields a selection asks for, by name. Fields of all members of a union are in one shape. */
type Shape = ReadonlyMap<string, SelectedField>;

interface SelectedField {
  /** As a selection has it: `name`, or `owner { id }`. */
  readonly text: string;
  readonly type: GraphQLOutputType;
  /** Empty for a plain value. */
  readonly shape: Shape;
}

/**
 * A server refuses a query in which two fields of a union's members have the same name and types that differ, also by `!` alone, although no
 * object has both (GraphQL specification, 5.3.2, SameResponseShape).
 *
 * @param other a field of the same name, if there is one
 * @returns true if both may be asked for in one answer
 */
function isMergeable(field: SelectedField, other: SelectedField | undefined): boolean {
  if (other === undefined) return true;
  if (!areAlike(field.type, other.type)) return false;
  return [...field.shape].every(([name, inner]) => isMergeable(inner, other.shape.get(name)));
}

/** Objects of different types are alike: their fields are compared one by one. */
function areAlike(one: GraphQLOutputType, other: GraphQLOutputType): boolean {
  if (isNonNullType(one) || isNonNullType(other))
    return isNonNullType(one) && isNonNullType(other) && areAlike(one.ofType, other.ofType);
  if (isListType(one) || isListType(other))
    return isListType(one) && isListType(other) && areAlike(one.ofType, other.ofType);
  return one === other || !(isLeafType(one) || isLeafType(other));
}

/** @param other has only fields that `isMergeable` with those of `one`. @returns a shape with the fields of both */
function mergeShapes(one: Shape, other: Shape): Shape {
  const merged = new Map(one);
  for (const [name, field] of other) {
    const same = merged.get(name);
    merged.set(name, same === undefined ? field : { ...same, shape: mergeShapes(same.shape, field.shape) });
  }
  return merged;
}
