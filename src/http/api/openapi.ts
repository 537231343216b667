/** The OpenAPI 3.1 document, made of the schemas that requests are checked with. */
import * as z from "zod";
import type { RoutedEndpoint, Area } from "./area.ts";
import { problemSchema } from "./problem.ts";

export function openApiDocument(areas: readonly Area[], origin: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { name, endpoints } of areas) {
    for (const endpoint of endpoints) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
      paths[path] = { ...paths[path], [endpoint.method]: operation(name, endpoint) };
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Isogate", version: "1", description: "Runs, scripts and tools of one gateway." },
    servers: [{ url: `${origin}/api/v1` }],
    security: [{ bearer: [] }, { key: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        key: { type: "apiKey", in: "header", name: "X-API-Key" },
      },
      schemas: { Problem: jsonSchema(problemSchema, "output") },
    },
  };
}

const PROBLEM = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };
const SUFFICE = { full: "; not with narrowed credentials", admin: "; for admins" };

function operation(
  tag: string,
  { method, path, summary, needs, params, query, body, answers }: RoutedEndpoint,
): object {
  const parameters = [...parametersOf(params, "path"), ...parametersOf(query, "query")];
  return {
    tags: [tag],
    operationId: `${method}${path.replaceAll(/[^A-Za-z0-9]+(.)?/g, (_all, next: string | undefined) => (next ?? "").toUpperCase())}`,
    summary: summary + (needs ? SUFFICE[needs] : ""),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: jsonSchema(body, "input") } } },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, { description, schema, type }]) => {
          const content = {
            ...(schema && { "application/json": { schema: jsonSchema(schema, "output") } }),
            ...Object.fromEntries([type ?? []].flat().map((one) => [one, { schema: { type: "string" } }])),
            // A request may be refused before its operation sees it.
            ...(Number(status) >= 400 && PROBLEM),
          };
          return [status, { description, ...(Object.keys(content).length > 0 && { content }) }];
        }),
      ),
      default: { description: "A problem (RFC 9457).", content: PROBLEM },
    },
  };
}

function parametersOf(schema: z.ZodType | undefined, where: "path" | "query"): object[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input") as ObjectSchema;
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }));
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
  readonly required?: readonly string[];
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
