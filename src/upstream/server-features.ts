/**
 * Resources and prompts of an MCP server as tools, so that search, policy, credentials, limits and the ledger treat a request for them like
 * every other call. Their names begin with `$`, and a script writes them as `github.$resources.read(uri)`. Which of them a server has
 * follows from its capabilities. Pure.
 */
import type { ToolDefinition } from "./connector.ts";

export type FeatureMethod =
  | "resources/list"
  | "resources/read"
  | "resources/templates/list"
  | "prompts/list"
  | "prompts/get";

type Capability = "resources" | "prompts";

interface Feature {
  readonly capability: Capability;
  readonly method: FeatureMethod;
  readonly tool: ToolDefinition;
}

const TEXT = { type: "string" };
const NO_ARGUMENTS = { type: "object", additionalProperties: false };

function objectOf(properties: Readonly<Record<string, unknown>>, required: readonly string[]): object {
  return { type: "object", properties, required };
}

function listOf(properties: Readonly<Record<string, unknown>>, required: readonly string[]): object {
  return { type: "array", items: objectOf(properties, required) };
}

const DESCRIBED = { name: TEXT, title: TEXT, description: TEXT };

const FEATURES: readonly Feature[] = [
  feature("resources", "resources/list", {
    name: "$resources.list",
    description: "List the resources of this server.",
    inputSchema: NO_ARGUMENTS,
    outputSchema: listOf({ uri: TEXT, ...DESCRIBED, mimeType: TEXT, size: { type: "number" } }, ["uri", "name"]),
  }),
  feature("resources", "resources/templates/list", {
    name: "$resources.templates",
    description: "List the URI templates of this server's resources.",
    inputSchema: NO_ARGUMENTS,
    outputSchema: listOf({ uriTemplate: TEXT, ...DESCRIBED, mimeType: TEXT }, ["uriTemplate", "name"]),
  }),
  feature("resources", "resources/read", {
    name: "$resources.read",
    description: "Read a resource by its URI, which may be given alone.",
    inputSchema: { ...objectOf({ uri: TEXT }, ["uri"]), additionalProperties: false },
    outputSchema: objectOf(
      {
        contents: listOf({ uri: TEXT, mimeType: TEXT, text: TEXT, blob: { ...TEXT, description: "base64" } }, ["uri"]),
      },
      ["contents"],
    ),
  }),
  feature("prompts", "prompts/list", {
    name: "$prompts.list",
    description: "List the prompts of this server.",
    inputSchema: NO_ARGUMENTS,
    outputSchema: listOf(
      { ...DESCRIBED, arguments: listOf({ name: TEXT, description: TEXT, required: { type: "boolean" } }, ["name"]) },
      ["name"],
    ),
  }),
  feature("prompts", "prompts/get", {
    name: "$prompts.get",
    description: "Get the messages of a prompt: $prompts.get(name, arguments), or both in one object.",
    inputSchema: {
      ...objectOf({ name: TEXT, arguments: { type: "object", additionalProperties: TEXT } }, ["name"]),
      additionalProperties: false,
    },
    outputSchema: objectOf(
      {
        description: TEXT,
        messages: listOf({ role: TEXT, content: objectOf({ type: TEXT, text: TEXT }, ["type"]) }, ["role", "content"]),
      },
      ["messages"],
    ),
  }),
];

function feature(capability: Capability, method: FeatureMethod, tool: ToolDefinition): Feature {
  const annotations = { readOnlyHint: true, idempotentHint: true };
  return { capability, method, tool: { ...tool, annotations, request: { feature: method } } };
}

const METHODS: ReadonlySet<unknown> = new Set(FEATURES.map(({ method }) => method));

/** @param capabilities what the server said when it was connected */
export function featureTools(capabilities: Readonly<Record<string, unknown>> | undefined): readonly ToolDefinition[] {
  return FEATURES.flatMap(({ capability, tool }) => (capabilities?.[capability] === undefined ? [] : [tool]));
}

/** @returns undefined for a tool of the server itself */
export function featureOf({ request }: ToolDefinition): FeatureMethod | undefined {
  const method: unknown =
    typeof request === "object" && request !== null && "feature" in request ? request.feature : undefined;
  return isMethod(method) ? method : undefined;
}

function isMethod(value: unknown): value is FeatureMethod {
  return METHODS.has(value);
}

/** Names that a server's own tools cannot have: a script would reach the wrong one. */
export function isFeatureName(name: string): boolean {
  return name.startsWith("$resources.") || name.startsWith("$prompts.");
}

/** @returns the reason why the server lacks a feature; undefined for the name of a tool */
export function missingFeature(server: string, name: string): string | undefined {
  const [, group] = /^\$(resources|prompts)(?:\.|$)/.exec(name) ?? [];
  if (group === undefined) return undefined;
  const members = FEATURES.filter(({ capability }) => capability === group).map(({ tool }) => tool.name);
  if (members.includes(name)) return `${server} has no ${group}: it does not offer the MCP capability "${group}".`;
  return `${server}.${name.slice(0, 100)} is not a function; there are ${members.join(", ")}.`;
}
