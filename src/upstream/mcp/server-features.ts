/**
 * Resources and prompts of an MCP server as tools, so that search, policy, credentials, limits and the ledger treat a request for them like
 * every other call. Their names begin with `$`, and a script writes them as `github.$resources.read(uri)`. Which of them a server has
 * follows from its capabilities.
 */
import type { ToolDefinition } from "../connector.ts";

export type FeatureMethod =
  | "resources/list"
  | "resources/read"
  | "resources/templates/list"
  | "resources/complete"
  | "prompts/list"
  | "prompts/get"
  | "prompts/complete";

type Group = "resources" | "prompts";

interface Feature {
  readonly group: Group;
  /** The capabilities that a server has to offer. */
  readonly needs: readonly string[];
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

const COMPLETION = {
  argument: TEXT,
  value: TEXT,
  arguments: { type: "object", additionalProperties: TEXT, description: "the other arguments so far" },
};
const COMPLETED = objectOf(
  { values: { type: "array", items: TEXT }, total: { type: "number" }, hasMore: { type: "boolean" } },
  ["values"],
);

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
    description: "Read a resource by its URI; the argument may also be the URI as a string.",
    inputSchema: { ...objectOf({ uri: TEXT }, ["uri"]), additionalProperties: false },
    outputSchema: objectOf(
      {
        contents: listOf({ uri: TEXT, mimeType: TEXT, text: TEXT, blob: { ...TEXT, description: "base64" } }, ["uri"]),
      },
      ["contents"],
    ),
  }),
  feature(
    "resources",
    "resources/complete",
    {
      name: "$resources.complete",
      description: "Get values that complete an argument of a URI template.",
      inputSchema: {
        ...objectOf({ uriTemplate: TEXT, ...COMPLETION }, ["uriTemplate", "argument", "value"]),
        additionalProperties: false,
      },
      outputSchema: COMPLETED,
    },
    ["resources", "completions"],
  ),
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
  feature(
    "prompts",
    "prompts/complete",
    {
      name: "$prompts.complete",
      description: "Get values that complete an argument of a prompt.",
      inputSchema: {
        ...objectOf({ name: TEXT, ...COMPLETION }, ["name", "argument", "value"]),
        additionalProperties: false,
      },
      outputSchema: COMPLETED,
    },
    ["prompts", "completions"],
  ),
];

function feature(
  group: Group,
  method: FeatureMethod,
  tool: ToolDefinition,
  needs: readonly string[] = [group],
): Feature {
  const annotations = { readOnlyHint: true, idempotentHint: true };
  return { group, needs, method, tool: { ...tool, annotations, request: { feature: method } } };
}

const METHODS: ReadonlySet<unknown> = new Set(FEATURES.map(({ method }) => method));

/** @param capabilities what the server said when it was connected */
export function featureTools(capabilities: Readonly<Record<string, unknown>> | undefined): readonly ToolDefinition[] {
  return FEATURES.filter(({ needs }) => needs.every((one) => capabilities?.[one] !== undefined)).map(
    ({ tool }) => tool,
  );
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
  const members = FEATURES.filter((one) => one.group === group);
  const missing = members.find(({ tool }) => tool.name === name);
  if (missing !== undefined) {
    const what = missing.needs.length > 1 ? `completion of ${group}` : group;
    const wanted = missing.needs.map((one) => JSON.stringify(one)).join(" and ");
    return `${server} has no ${what}: it does not offer the MCP capability ${wanted}.`;
  }
  return `${server}.${name.slice(0, 100)} is not a function; there are ${members.map(({ tool }) => tool.name).join(", ")}.`;
}
