/**
 * The ways by which a selection reaches fields of an operation's type (`Query`, `Mutation`, `Subscription`) other than by the tool of the
 * field. A field may be of such a type, as `query` in the answers of PostGraphile's mutations, or of an interface that such a type implements,
 * and a fragment may name either. Unions have no fields of their own: the fragments on their members count.
 */
import { getNamedType, isInterfaceType, isObjectType } from "graphql";
import type { GraphQLField, GraphQLInterfaceType, GraphQLObjectType, GraphQLSchema } from "graphql";

type Operation = "query" | "mutation" | "subscription";

/** Plain JSON: it is stored with each tool. */
export interface RootLinks {
  /** Types of operations, and interfaces that these implement. */
  readonly types: Readonly<Record<string, LinkedType>>;
  /** Names of fields that have such a type, in whatever type they are, with the names of those types. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Some tools are not offered. */
  readonly isNarrowed?: true;
}

export interface LinkedType {
  /** Operations whose fields are, or may be, selected in it. */
  readonly operations: readonly Operation[];
  /** Fields of the interface that are fields of an operation; absent for the type of an operation itself. */
  readonly fields?: readonly string[];
}

export function rootLinksOf(schema: GraphQLSchema): RootLinks {
  const all = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) || isInterfaceType(type));
  const types = Object.fromEntries(
    all.flatMap((type): [string, LinkedType][] => {
      const linked = linkedType(type, schema);
      return linked === undefined ? [] : [[type.name, linked]];
    }),
  );
  const fields = new Map<string, Set<string>>();
  for (const field of all.flatMap((type) => Object.values(type.getFields()))) {
    const { name } = getNamedType(field.type);
    if (Object.hasOwn(types, name)) fields.set(field.name, (fields.get(field.name) ?? new Set()).add(name));
  }
  const named = [...fields].map(([field, names]): [string, readonly string[]] => [field, [...names]]);
  return { types, fields: Object.fromEntries(named) };
}

function linkedType(type: GraphQLObjectType | GraphQLInterfaceType, schema: GraphQLSchema): LinkedType | undefined {
  const roots = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  };
  const operations = (Object.keys(roots) as Operation[]).filter((operation) => {
    const root = roots[operation];
    return root != null && (root === type || (isInterfaceType(type) && schema.isSubType(type, root)));
  });
  if (operations.length === 0) return undefined;
  if (isObjectType(type)) return { operations };
  const isOfQueries = operations.every((operation) => operation === "query");
  const fields = Object.values(type.getFields()).filter((field) => !(isOfQueries && isNodeId(type, field)));
  return fields.length === 0 ? undefined : { operations, fields: fields.map(({ name }) => name) };
}

/** Relay's `node` may return the type of all queries itself; the id that every object has is no query that a policy could mean. */
function isNodeId({ name }: GraphQLInterfaceType, { args, type }: GraphQLField<unknown, unknown>): boolean {
  return name === "Node" && args.length === 0 && String(type) === "ID!";
}

/** @returns true if the field of a linked type is a field of an operation. `__typename` is none. */
export function isOfOperation({ fields }: LinkedType, field: string): boolean {
  return field !== "__typename" && (fields === undefined || fields.includes(field));
}

/** The types of operations, and which of their fields the selections of a tool must not reach. */
export interface LinkGuard {
  readonly links: RootLinks;
  /** The tool runs no mutations. */
  readonly isReadOnly: boolean;
  /** Each operation has to be asked for by its own tool. */
  readonly isClosed: boolean;
}

/** @returns the types among these names that lead to an operation */
export function linkedTypes({ links }: LinkGuard, names: readonly string[]): readonly LinkedType[] {
  return names.flatMap((name) => (Object.hasOwn(links.types, name) ? (links.types[name] ?? []) : []));
}

/** @returns the types that fields of this name may lead to */
export function typesBehind(guard: LinkGuard, field: string): readonly LinkedType[] {
  const { fields } = guard.links;
  return linkedTypes(guard, Object.hasOwn(fields, field) ? (fields[field] ?? []) : []);
}

/** @returns where a selection leads that has the field in one of these types, in words; undefined where it may */
export function refusalOf(guard: LinkGuard, types: readonly LinkedType[], field: string): string | undefined {
  const operations = types.filter((type) => isOfOperation(type, field)).flatMap((type) => type.operations);
  if (guard.isReadOnly && operations.includes("mutation"))
    return "mutations, which no query runs. Call the tool of the mutation instead";
  const [operation] = operations;
  if (!guard.isClosed || operation === undefined) return undefined;
  if (operation === "subscription") return "subscriptions, which are not offered here";
  const plural = operation === "query" ? "queries" : "mutations";
  return guard.links.isNarrowed === true
    ? `${plural} that are not offered here`
    : `${plural} that have separate tools, which the policy controls. Call those instead`;
}
