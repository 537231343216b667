/** Entries of gateway.json for HTTP APIs, GraphQL, other Workers, and servers behind a tunnel. */
import * as z from "zod";
import { mcpServerOptions, serverOptions } from "./server-options.ts";
import { upstreamAuthKeys, upstreamAuthSchema } from "./upstream-auth.ts";

const texts = z.record(z.string(), z.string());
const secretText = z.string().min(1);

const bearer = z
  .strictObject({ type: z.literal("bearer"), token: secretText })
  .describe("A static bearer token (RFC 6750).");
const header = z.strictObject({ header: texts }).describe("The same as headers.");
const query = z.strictObject({ query: texts }).describe("The same as query.");

const schemeSecret = z.union(
  [secretText, z.strictObject({ username: secretText, password: secretText })],
  'expected a key or token, or {"username": "…", "password": "…"}',
);

const schemes = z
  .strictObject({ schemes: z.record(z.string().min(1).max(200), schemeSecret) })
  .describe(
    "Credentials by the names of the description's security schemes: a key or token, or a username and a password. The description defines where each credential is sent.",
  );

const AUTH = "How the gateway proves itself; texts may hold ${NAME} references to Worker secrets.";
const graphqlAuth = z.union([bearer, header, query, upstreamAuthSchema]).describe(AUTH);
const apiAuth = z.union([bearer, header, query, schemes, upstreamAuthSchema]).describe(AUTH);

/** @returns the keys that an `auth` of this type may have, of an entry of any kind; without a type, those that need none */
export function authKeys(type: unknown): readonly string[] {
  if (type === "bearer") return Object.keys(bearer.shape);
  return type === undefined ? ["type", "header", "query", "schemes"] : upstreamAuthKeys(type);
}

const sent = {
  headers: texts.optional().describe("Sent with every request; ${NAME} reads a Worker secret."),
  query: texts.optional().describe("Query parameters of every request; ${NAME} reads a Worker secret."),
  ...serverOptions,
};

export const openApiServer = z
  .strictObject({
    type: z.literal("openapi").describe("An HTTP API with an OpenAPI description; each operation is a tool."),
    spec: z
      .union([z.string().min(1), z.record(z.string(), z.unknown())])
      .describe(
        "OpenAPI 3.0, 3.1, 3.2 or Swagger 2, in JSON or YAML: an https address, a file beside gateway.json (./petstore.yaml), or the description itself.",
      ),
    base_url: z
      .string()
      .min(1)
      .optional()
      .describe(
        "Base address of all requests; by default the description's first server. May contain ${NAME} references.",
      ),
    auth: apiAuth.optional(),
    ...sent,
  })
  .describe("An HTTP API with an OpenAPI description.");

export const graphqlServer = z
  .strictObject({
    type: z.literal("graphql").describe("A GraphQL API; each query and mutation is a tool."),
    url: z.string().min(1).describe("Address of the API's endpoint; may contain ${NAME} references to Worker secrets."),
    sdl: z
      .string()
      .min(1)
      .optional()
      .describe(
        "The API's schema as a file beside gateway.json (./shop.graphql) or as text; by default it is read by introspection.",
      ),
    max_depth: z.int().min(1).max(50).optional().describe("Maximum depth of selections in one document; default 10."),
    max_fields: z
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe("Maximum number of fields in one document, with fragments expanded; default 500."),
    auth: graphqlAuth.optional(),
    ...sent,
  })
  .describe("A GraphQL API.");

export const serviceServer = z
  .strictObject({
    type: z.literal("service").describe("Another Worker that speaks MCP, reached without leaving the platform."),
    binding: z.string().min(1).describe("Name of the service binding in wrangler.toml."),
    path: z
      .string()
      .regex(/^\//, "a path that begins with /")
      .optional()
      .describe("Path of the Worker's MCP endpoint; default /mcp."),
    headers: texts.optional().describe("Sent with every request; ${NAME} reads a Worker secret."),
    ...mcpServerOptions,
  })
  .describe("Another Worker, reached through a service binding.");

export const tunnelServer = z
  .strictObject({
    type: z
      .literal("tunnel")
      .describe("A server on a machine that runs `isogate tunnel FILE`, under the same name in FILE."),
    ...mcpServerOptions,
  })
  .describe("A server behind a tunnel.");

export type TunnelServerConfig = z.output<typeof tunnelServer>;
export type OpenApiServerConfig = z.output<typeof openApiServer>;
export type GraphqlServerConfig = z.output<typeof graphqlServer>;
export type ServiceServerConfig = z.output<typeof serviceServer>;

export type SchemeSecret = z.output<typeof schemeSecret>;

/** Credentials by the names of security schemes; none where the entry says otherwise how the gateway proves itself. */
export function schemesOf(auth: OpenApiServerConfig["auth"]): Readonly<Record<string, SchemeSecret>> {
  return auth !== undefined && "schemes" in auth ? auth.schemes : {};
}

/** A file beside gateway.json, rather than an address or a text. */
export function isFilePath(text: string): boolean {
  return /^\.{0,2}\/?[\w@][\w@./ -]*\.(?:json|ya?ml|graphqls?|gql)$/i.test(text) && !text.includes("\n");
}
