/** A GraphQL schema → one tool for each query and each mutation, and one for documents as a script writes them. */
import { DEFAULT_DEPRECATION_REASON, getNamedType, isLeafType, isNonNullType } from "graphql";
import type { GraphQLField, GraphQLSchema } from "graphql";
import { shorten } from "../../lib/shorten.ts";
import { fitTools, type Described, type FittedTools } from "../http-api/fit-tools.ts";
import { argumentSchema, outputSchema, typeDocument } from "./graphql-types.ts";
import { rootLinksOf, type RootLinks } from "./root-links.ts";
import { defaultSelection, outcomeSelection, type LinkedSchema } from "./selection.ts";

/** How a tool is asked for. */
export type GraphqlRequest = (DocumentRequest | FieldRequest) & {
  /** The same for all tools of the schema. */
  readonly rootLinks: RootLinks;
};

interface DocumentRequest {
  readonly kind: "document";
}

export interface FieldRequest {
  readonly kind: "field";
  readonly operation: "query" | "mutation";
  readonly field: string;
  /** Types of its arguments, as a variable declares them. */
  readonly args: Readonly<Record<string, string>>;
  /** The default selection; empty where the answer is a plain value. */
  readonly selection: string;
}

type Read = Described<DocumentRequest | FieldRequest>;

/** The name of the tool for whole documents. */
export const DOCUMENT_TOOL = "query";
const SELECT = "select";

/** @param unmatched returns a text for each entry of `tools` that concerns none of all names */
export function readGraphql(
  schema: GraphQLSchema,
  isOffered: (name: string) => boolean,
  unmatched: (names: readonly string[]) => readonly string[] = () => [],
): FittedTools<GraphqlRequest> {
  const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const taken = new Set([DOCUMENT_TOOL]);
  const linked = { schema, links: rootLinksOf(schema) };
  const toolOf = (field: GraphQLField<unknown, unknown>, operation: "query" | "mutation"): Read => {
    const name = toolName(field.name, operation, taken);
    taken.add(name);
    return fieldTool(field, operation, name, linked);
  };
  const fields = [
    ...queries.map((field) => toolOf(field, "query")),
    ...mutations.map((field) => toolOf(field, "mutation")),
  ];
  const all = [documentTool(schema), ...fields];
  const offered = all.filter(({ name }) => isOffered(name));
  const rootLinks: RootLinks = { ...linked.links, ...(offered.length < all.length && { isNarrowed: true }) };
  const tools = offered.map((tool) => ({ ...tool, request: { ...tool.request, rootLinks } }));
  const fitted = fitTools(tools, typeDocument(schema));
  return { ...fitted, unreadable: [...unmatched(all.map(({ name }) => name)), ...fitted.unreadable] };
}

/** A name that stands twice says what it is: `mutation_user`. */
export function toolName(field: string, operation: "query" | "mutation", taken: ReadonlySet<string>): string {
  let name = field;
  while (taken.has(name)) name = `${operation}_${name}`;
  return name;
}

function fieldTool(
  field: GraphQLField<unknown, unknown>,
  operation: "query" | "mutation",
  name: string,
  linked: LinkedSchema,
): Read {
  const type = getNamedType(field.type);
  const hasFields = !isLeafType(type);
  const args = field.args.filter((arg) => arg.name !== SELECT || !hasFields);
  const properties = args.map((arg) => [arg.name, argumentSchema(arg)]);
  const select = {
    anyOf: [{ type: "string" }, { type: "object" }],
    description:
      "Fields of the answer: GraphQL like 'id owner { login }', or { id: true, owner: { login: true } }. By default all plain ones, of a connection those of its nodes.",
  };
  const description = descriptionOf(field);
  const required = args.filter((arg) => isNonNullType(arg.type) && arg.default === undefined);
  return {
    name,
    ...(description !== "" && { description }),
    inputSchema: {
      type: "object",
      properties: Object.fromEntries([...properties, ...(hasFields ? [[SELECT, select]] : [])]) as unknown,
      required: required.map((arg) => arg.name),
      additionalProperties: false,
    },
    outputSchema: outputSchema(field.type),
    annotations: operation === "query" ? annotationsOfQueries(linked.schema) : {},
    request: {
      kind: "field",
      operation,
      field: field.name,
      args: Object.fromEntries(args.map((arg) => [arg.name, String(arg.type)])),
      selection: operation === "query" ? defaultSelection(type, linked) : outcomeSelection(type, linked),
    },
  };
}

/** Says of a deprecated field what its schema advises: `Deprecated: Use productById.` */
function descriptionOf({ description, deprecationReason: reason }: GraphQLField<unknown, unknown>): string {
  const text = description ?? "";
  if (reason == null) return text;
  const why = reason === "" || reason === DEFAULT_DEPRECATION_REASON ? "." : `: ${shorten(reason, MAX_REASON_CHARS)}`;
  return `${text}\nDeprecated${why}`.trim();
}

const MAX_REASON_CHARS = 200;

/** The specification wants two types. Where queries and mutations have the same one, a query may be a mutation. */
function annotationsOfQueries(schema: GraphQLSchema): { readonly readOnlyHint?: true } {
  return schema.getQueryType() === schema.getMutationType() ? {} : { readOnlyHint: true };
}

function documentTool(schema: GraphQLSchema): Read {
  return {
    name: DOCUMENT_TOOL,
    description: "Runs a GraphQL query as you write it, with variables. Mutations are separate tools.",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", description: "One operation, with its fragments." },
        variables: { type: "object", nullable: true },
      },
      required: ["query"],
      additionalProperties: false,
    },
    annotations: annotationsOfQueries(schema),
    request: { kind: "document" },
  };
}
