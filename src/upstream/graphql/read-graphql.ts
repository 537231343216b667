/** A GraphQL schema → one tool for each query and each mutation, and one for documents as a script writes them. */
import { getNamedType, isInterfaceType, isLeafType, isNonNullType, isObjectType } from "graphql";
import type { GraphQLField, GraphQLSchema } from "graphql";
import { fitTools } from "../http-api/fit-tools.ts";
import type { Described, FittedTools } from "../http-api/fit-tools.ts";
import type { RootLinks } from "./check-document.ts";
import { described, inputSchema, outputSchema, typeDocument } from "./graphql-types.ts";
import { defaultSelection } from "./selection.ts";

/** How a tool is asked for. */
export type GraphqlRequest =
  | { readonly kind: "document"; readonly rootLinks?: RootLinks }
  | {
      readonly kind: "field";
      readonly rootLinks?: RootLinks;
      readonly operation: "query" | "mutation";
      readonly field: string;
      /** Types of its arguments, as a variable declares them. */
      readonly args: Readonly<Record<string, string>>;
      /** The default selection; empty where the answer is a plain value. */
      readonly selection: string;
    };

/** The name of the tool for whole documents. */
export const DOCUMENT_TOOL = "query";
const SELECT = "select";

export function readGraphql(schema: GraphQLSchema, isOffered: (name: string) => boolean): FittedTools<GraphqlRequest> {
  const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const taken = new Set([DOCUMENT_TOOL]);
  const toolOf = (
    field: GraphQLField<unknown, unknown>,
    operation: "query" | "mutation",
  ): Described<GraphqlRequest> => {
    const name = toolName(field.name, operation, taken);
    taken.add(name);
    return fieldTool(field, operation, name, schema);
  };
  const fields = [
    ...queries.map((field) => toolOf(field, "query")),
    ...mutations.map((field) => toolOf(field, "mutation")),
  ];
  const all = [documentTool(), ...fields];
  const offered = all.filter(({ name }) => isOffered(name));
  const rootLinks = rootLinksOf(schema, offered.length < all.length);
  const tools = offered.map((tool) => (rootLinks ? { ...tool, request: { ...tool.request, rootLinks } } : tool));
  return fitTools(tools, typeDocument(schema));
}

/** Some schemas have a field `query` in every answer, of the type of all queries. */
function rootLinksOf(schema: GraphQLSchema, isNarrowed: boolean): RootLinks | undefined {
  const type = schema.getQueryType();
  if (!type) return undefined;
  const fields = Object.values(schema.getTypeMap())
    .filter((one) => isObjectType(one) || isInterfaceType(one))
    .flatMap((one) => Object.values(one.getFields()))
    .filter((field) => getNamedType(field.type) === type);
  const names = [...new Set(fields.map(({ name }) => name))];
  return { type: type.name, fields: names, ...(isNarrowed && { isNarrowed }) };
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
  schema: GraphQLSchema,
): Described<GraphqlRequest> {
  const type = getNamedType(field.type);
  const hasFields = !isLeafType(type);
  const args = field.args.filter((arg) => arg.name !== SELECT || !hasFields);
  const properties = args.map((arg) => [arg.name, described(inputSchema(arg.type), arg.description)]);
  const select = {
    anyOf: [{ type: "string" }, { type: "object" }],
    description:
      "Fields of the answer: GraphQL like 'id owner { login }', or { id: true, owner: { login: true } }. By default all plain ones.",
  };
  const required = args.filter((arg) => isNonNullType(arg.type) && arg.default === undefined);
  return {
    name,
    ...(field.description && { description: field.description }),
    inputSchema: {
      type: "object",
      properties: Object.fromEntries([...properties, ...(hasFields ? [[SELECT, select]] : [])]) as unknown,
      required: required.map((arg) => arg.name),
      additionalProperties: false,
    },
    outputSchema: outputSchema(field.type),
    annotations: operation === "query" ? { readOnlyHint: true } : {},
    request: {
      kind: "field",
      operation,
      field: field.name,
      args: Object.fromEntries(args.map((arg) => [arg.name, String(arg.type)])),
      selection: hasFields ? defaultSelection(type, schema) : "",
    },
  };
}

function documentTool(): Described<GraphqlRequest> {
  return {
    name: DOCUMENT_TOOL,
    description: "Runs a GraphQL query as you write it, with variables. Mutations are tools of their own.",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", description: "One operation, with its fragments." },
        variables: { type: "object", nullable: true },
      },
      required: ["query"],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
    request: { kind: "document" },
  };
}
