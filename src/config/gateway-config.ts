/**
 * gateway.json: the deployment's upstreams and limits. Parsed once, strictly: an unknown key or a wrong type is an error that
 * names the path and what was expected. One server that cannot run here (stdio) is kept as a refusal with its reason,
 * so that it never hides the others.
 */
import * as z from "zod";
import { authConfig } from "./auth-config.ts";
import { telemetrySchema } from "./telemetry.ts";
import { upstreamAuthSchema } from "./upstream-auth.ts";

const serverName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/,
    "a name of 1–64 letters, digits, '-', '_' or '.', starting with a letter or digit",
  );

const httpServer = z
  .strictObject({
    type: z.enum(["http", "streamable-http"]).default("http").describe("A remote MCP server over streamable HTTP."),
    url: z.string().min(1).describe("Address of its MCP endpoint; may contain ${NAME} references to Worker secrets."),
    headers: z
      .record(z.string(), z.string())
      .optional()
      .describe("Sent with every request; ${NAME} reads a Worker secret."),
    query: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        "Query parameters of every request, for upstreams that take their key there; ${NAME} reads a Worker secret.",
      ),
    auth: upstreamAuthSchema.optional(),
    timeout_ms: z.int().min(1).max(600_000).optional().describe("Longest wait for one answer; default 60000."),
  })
  .describe("A remote MCP server.");

const localServer = z
  .strictObject({
    type: z.literal("local").describe("Tools defined in code, in local-servers.ts under the same name."),
  })
  .describe("An MCP server that is part of this deployment.");

const stdioServer = z
  .looseObject({
    type: z.literal("stdio").optional(),
    command: z.string().describe("Not supported at the edge; the entry is reported as down."),
  })
  .describe("A local process. It cannot run at the edge; bridge it to HTTP.");

const limits = z
  .strictObject({
    timeout_ms: z.int().min(1).max(600_000).optional().describe("Default wall clock of a run; 120000."),
    max_tool_calls: z.int().min(0).optional().describe("Default number of calls a run may make; 0 = no limit."),
    max_parallel: z.int().min(1).max(32).optional().describe("Default number of calls in flight at once; 8."),
    max_output_chars: z
      .int()
      .min(500)
      .max(4_000_000)
      .optional()
      .describe("A longer value reaches an MCP client as a preview and a handle; 50000."),
  })
  .describe("Defaults for runs; a client may ask for less or, within the documented ranges, more.");

const ledger = z
  .strictObject({
    max_age_days: z.number().positive().max(3_650).optional().describe("Runs older than this are deleted; 30."),
    max_runs: z.int().min(1).max(1_000_000).optional().describe("Only the newest so many are kept; 20000."),
    max_mb: z.number().positive().max(8_000).optional().describe("Millions of characters recorded in all; 500."),
    max_call_chars: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .describe("Longer arguments and results of a call are recorded by length and hash only; 65536."),
    max_handles_mb: z.number().positive().max(4_000).optional().describe("Millions of characters behind handles; 100."),
  })
  .describe("How much of what happened is kept, for each principal.");

export const gatewayConfigSchema = z.strictObject({
  $schema: z.string().optional(),
  mcpServers: z
    .record(serverName, z.union([localServer, httpServer, stdioServer]))
    .default({})
    .describe("The shape MCP clients already use."),
  auth: authConfig.default({}),
  limits: limits.default({}),
  ledger: ledger.optional(),
  telemetry: telemetrySchema.optional(),
  packages: z
    .array(z.string().regex(/^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/, "the name of an npm package"))
    .optional()
    .describe("npm packages that scripts may import; installed here and bundled when the gateway is built."),
  hosts: z
    .array(
      z
        .string()
        .refine(isHostName, 'a host name like "gateway.example.com", in lower case, without scheme, port and path'),
    )
    .optional()
    .describe("Host names this gateway answers to, besides *.workers.dev."),
  origins: z
    .array(
      z.string().refine(isOrigin, 'an origin like "https://app.example.com", as a browser sends it, without a path'),
    )
    .optional()
    .describe("Web origins whose pages may call this gateway, e.g. https://app.example."),
});

/** Compared with a host as it is parsed: anything else would be taken and never match. */
function isHostName(text: string): boolean {
  return !text.includes("*") && URL.parse(`https://${text}`)?.hostname === text;
}

/** Pages without an origin of their own (in a sandbox, from a file) all send "null", whoever made them. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol === "https:" || url?.protocol === "http:") return url.origin === text;
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+$/.test(text);
}

/** UTF-16 length of a value's JSON text that is returned whole. */
export function outputBudget(config: Pick<GatewayConfig, "limits">): number {
  return config.limits.max_output_chars ?? 50_000;
}

export type GatewayConfig = z.output<typeof gatewayConfigSchema>;
export type ServerConfig = GatewayConfig["mcpServers"][string];
export type HttpServerConfig = z.output<typeof httpServer>;

export type ConfigResult =
  | { readonly ok: true; readonly config: GatewayConfig }
  | { readonly ok: false; readonly problems: readonly string[] };

/** @param value parsed JSON, or its text */
export function parseGatewayConfig(value: unknown): ConfigResult {
  const json = typeof value === "string" ? parseJson(value) : { ok: true as const, value };
  if (!json.ok) return { ok: false, problems: [`gateway.json is not JSON: ${json.message}`] };
  const parsed = gatewayConfigSchema.safeParse(json.value);
  if (parsed.success) return { ok: true, config: parsed.data };
  return { ok: false, problems: parsed.error.issues.flatMap((issue) => describeIssue(issue, json.value)) };
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

/** The issue of a union is the one of the member that the entry was meant to be. */
function describeIssue(issue: z.core.$ZodIssue, root: unknown): string[] {
  const at = (path: readonly PropertyKey[]): unknown =>
    path.reduce<unknown>(
      (value, key) => (value !== null && typeof value === "object" ? (value as never)[key] : undefined),
      root,
    );
  if (issue.code !== "invalid_union") {
    const value = at(issue.path);
    const got = issue.code === "unrecognized_keys" || value === undefined ? "" : ` (got ${preview(value)})`;
    return [`${pathOf(issue.path)}: ${issue.message}${got}`];
  }
  const entry = at(issue.path);
  if (issue.path.at(-1) === "auth" || issue.path.at(-2) === "auth") return describeAuthIssue(issue, entry, root);
  if (entry === null || typeof entry !== "object" || Array.isArray(entry)) {
    return [`${pathOf(issue.path)}: expected an object with "type" and "url" (got ${preview(entry)})`];
  }
  const meant = "command" in entry ? 2 : "type" in entry && entry.type === "local" ? 0 : 1;
  const issues = issue.errors[meant] ?? [];
  if (
    "type" in entry &&
    typeof entry.type === "string" &&
    !["http", "streamable-http", "local", "stdio"].includes(entry.type)
  ) {
    return [`${pathOf([...issue.path, "type"])}: expected "http" or "local" (got ${preview(entry.type)})`];
  }
  return issues.flatMap((inner) => describeIssue({ ...inner, path: [...issue.path, ...inner.path] }, root));
}

function describeAuthIssue(issue: z.core.$ZodIssueInvalidUnion, entry: unknown, root: unknown): string[] {
  if (issue.errors.length === 0) return [`${pathOf(issue.path)}: ${issue.message} (got ${preview(entry)})`];
  if (entry === null || typeof entry !== "object" || Array.isArray(entry)) {
    return [`${pathOf(issue.path)}: expected "oauth" or an object with a "type" (got ${preview(entry)})`];
  }
  const issues = issue.errors[1] ?? [];
  return issues.flatMap((inner) => describeIssue({ ...inner, path: [...issue.path, ...inner.path] }, root));
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.length === 0
    ? "gateway.json"
    : path.map((key) => (typeof key === "number" ? `[${key}]` : String(key))).join(".");
}

function preview(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
