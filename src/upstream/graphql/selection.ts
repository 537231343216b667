/**
 * Which fields of an answer are asked for: what a script says, or by default everything that is a plain value. Of a connection also the plain
 * values of its elements and of `pageInfo`; of a mutation what says that it failed (`userErrors { field message }`), which stands in the answer
 * like any other object.
 */
import { isInterfaceType, isLeafType, isNonNullType, isObjectType, isUnionType, getNamedType } from "graphql";
import type { GraphQLField, GraphQLNamedOutputType, GraphQLSchema, GraphQLUnionType } from "graphql";
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
  /** Those of an object type, by their names. */
  readonly fields: ReadonlyMap<string, SelectedField>;
}

interface SelectedField {
  /** As a selection has it: `name`, or `owner { id }`. */
  readonly text: string;
  /** `[String!]` */
  readonly type: string;
}

const ONLY_TYPE: Selection = { text: "{ __typename }", fields: new Map() };
const NOTHING: Selection = { text: "", fields: new Map() };

/** Selections by depth. A schema whose types refer to each other has few types and a huge number of paths. */
const selections = new WeakMap<GraphQLNamedOutputType, Selection[]>();
/** Default selections of the types that mutations answer with, errors included. */
const outcomes = new WeakMap<GraphQLNamedOutputType, Selection>();

export interface LinkedSchema {
  readonly schema: GraphQLSchema;
  readonly links: RootLinks;
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
  const isOpen = (plain.length === 0 || isPage(type.name, fields)) && depth < MAX_DEFAULT_DEPTH;
  const objects = fields.filter((field) => !isLeafType(getNamedType(field.type)) && !repeatsNodes(field, fields));
  const errors = isOutcome ? objects.filter(({ name }) => ERROR_FIELD.test(name)).slice(0, MAX_KINDS) : [];
  const nested = isOpen ? objects.filter((field) => !errors.includes(field)).slice(0, MAX_KINDS) : [];
  const selected = new Map<string, SelectedField>();
  for (const field of [...plain.slice(0, MAX_DEFAULT_FIELDS), ...errors, ...nested]) {
    const inner = getNamedType(field.type);
    const inside = selectionAt(inner, linked, depth + 1);
    // The members of a union are named already.
    const isKind = errors.includes(field) && isInterfaceType(inner) && inside !== ONLY_TYPE;
    const text = isKind ? inside.text.replace("{", "{ __typename") : inside.text;
    selected.set(field.name, { text: `${field.name} ${text}`.trimEnd(), type: String(field.type) });
  }
  return { text: fieldsText(selected), fields: selected };
}

/**
 * A server refuses a query in which two fields of a union's members have the same name and types that differ, also by `!` alone, although no
 * object has both (GraphQL specification, 5.3.2, SameResponseShape). So a field is left out if an earlier member has another of its name with
 * another type; a script can select it under another name. Fields of the same type have the same text, because all members are read alike.
 */
function unionSelection(type: GraphQLUnionType, linked: LinkedSchema, depth: number, isOutcome: boolean): Selection {
  const kinds = type.getTypes().slice(0, MAX_KINDS);
  const selectionOf = (kind: GraphQLNamedOutputType): Selection =>
    isOutcome ? outcomeOf(kind, linked) : selectionAt(kind, linked, depth + 1);
  const types = new Map<string, string>();
  const parts = kinds.map((kind) => {
    const all = [...selectionOf(kind).fields];
    const own = new Map(all.filter(([name, { type: is }]) => (types.get(name) ?? is) === is));
    for (const [name, { type: is }] of own) types.set(name, is);
    return `... on ${kind.name} ${fieldsText(own)}`;
  });
  return { text: `{ __typename ${parts.join(" ")} }`, fields: new Map() };
}

function fieldsText(fields: Selection["fields"]): string {
  return fields.size === 0 ? ONLY_TYPE.text : `{ ${[...fields.values()].map(({ text }) => text).join(" ")} }`;
}

/** True for a connection and for an edge of one. Some schemas do not call them so. */
function isPage(type: string, fields: readonly GraphQLField<unknown, unknown>[]): boolean {
  const has = (name: string): boolean => fields.some((field) => field.name === name);
  return (
    /(?:Connection|Edge)$/.test(type) ||
    (has("pageInfo") && (has("nodes") || has("edges"))) ||
    (has("node") && has("cursor"))
  );
}

/** True for the `edges` of a connection with `nodes`: both would return every element twice. The edges of a graph are other things than its nodes. */
function repeatsNodes(
  { name, type }: GraphQLField<unknown, unknown>,
  fields: readonly GraphQLField<unknown, unknown>[],
) {
  const edge = getNamedType(type);
  const hasNode = (isObjectType(edge) || isInterfaceType(edge)) && Object.hasOwn(edge.getFields(), "node");
  return name === "edges" && hasNode && fields.some((field) => field.name === "nodes");
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
