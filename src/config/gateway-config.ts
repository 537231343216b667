/** The schema of gateway.json, from which gateway.schema.json is generated. parse-gateway-config.ts reads the file. */
import * as z from "zod";
import { LIMIT_DEFAULTS } from "./limit-defaults.ts";
import { graphqlServer, openApiServer, serviceServer, tunnelServer } from "./api-servers.ts";
import type {
  GraphqlServerConfig,
  OpenApiServerConfig,
  ServiceServerConfig,
  TunnelServerConfig,
} from "./api-servers.ts";
import { authConfig } from "./auth-config.ts";
import type { ClientAbility } from "../lib/client-ability.ts";
import { fetchSchema } from "./fetch-config.ts";
import { NAME } from "./find-servers.ts";
import { packagesSchema } from "./packages.ts";
import { policySchema } from "../policy/document/document.ts";
import { mcpServerOptions } from "./server-options.ts";
import { telemetrySchema } from "./telemetry.ts";
import type { Unusable } from "./translate-entry.ts";
import { upstreamAuthSchema } from "./upstream-auth.ts";

const serverName = z
  .string()
  .regex(NAME, "a name of 1–64 letters, digits, '-', '_' or '.', starting with a letter or digit");

export const httpServer = z
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
    timeout_ms: z.int().min(1).max(600_000).optional().describe("The same as timeouts.call_ms."),
    ...mcpServerOptions,
  })
  .describe("A remote MCP server.");

export const localServer = z
  .strictObject({
    type: z.literal("local").describe("Tools defined in code, in local-servers.ts under the same name."),
    ...mcpServerOptions,
  })
  .describe("An MCP server that is part of this deployment.");

const processText = z.union([z.string(), z.number(), z.boolean()], "expected a text");

export const stdioServer = z
  .strictObject({
    type: z.literal("stdio").optional(),
    command: z.string().describe("Not supported at the edge; the entry is reported as down."),
    args: z.array(processText, 'expected a list of texts, like ["--flag", "value"]').optional(),
    env: z.record(z.string(), processText, 'expected an object with texts, like {"NAME": "value"}').optional(),
    cwd: z.string().optional().describe("The folder in which it is started."),
    ...mcpServerOptions,
  })
  .describe("A local process. It cannot run at the edge; bridge it to HTTP.");

/** The platform's bound of an invocation on the Workers Paid plan. */
export const MAX_CPU_MS = 300_000;

const limits = z
  .strictObject({
    timeout_ms: z
      .int()
      .min(1)
      .max(600_000)
      .optional()
      .describe(`Default wall clock of a run; ${LIMIT_DEFAULTS.timeout_ms}.`),
    cpu_ms: z
      .int()
      .min(1)
      .max(MAX_CPU_MS)
      .optional()
      .describe(
        `Default computing time of a run; ${LIMIT_DEFAULTS.cpu_ms}. More than 30000 also lets requests ask for more.`,
      ),
    max_tool_calls: z.int().min(0).optional().describe("Default number of calls a run may make; 0 = no limit."),
    max_parallel: z
      .int()
      .min(1)
      .max(32)
      .optional()
      .describe(`Default number of calls in flight at once; ${LIMIT_DEFAULTS.max_parallel}.`),
    max_runs: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .describe(`Runs of one principal in flight at once; ${LIMIT_DEFAULTS.max_runs}. More wait for their turn.`),
    max_queued_runs: z
      .int()
      .min(0)
      .max(10_000)
      .optional()
      .describe(
        `Runs of one principal that wait for their turn; ${LIMIT_DEFAULTS.max_queued_runs}. More are refused with CAPACITY.`,
      ),
    max_output_chars: z
      .int()
      .min(500)
      .max(4_000_000)
      .optional()
      .describe(`A longer value reaches an MCP client as a preview and a handle; ${LIMIT_DEFAULTS.max_output_chars}.`),
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
    .record(
      serverName,
      z.union([localServer, openApiServer, graphqlServer, serviceServer, tunnelServer, httpServer, stdioServer]),
    )
    .default({})
    .describe("The shape MCP clients already use."),
  auth: authConfig.default({}),
  limits: limits.default({}),
  ledger: ledger.optional(),
  telemetry: telemetrySchema.optional(),
  policy: policySchema.optional().describe("What calls may do; docs/policy.md."),
  pins: z
    .enum(["off", "baseline", "hold"])
    .optional()
    .describe(
      "Tools that change or appear are held until an admin accepts them. baseline: what a server lists first is accepted; hold: an admin accepts each. Without it: baseline where there is a policy, else off.",
    ),
  fetch: fetchSchema.optional(),
  packages: packagesSchema.optional(),
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

/** A server that its owner has disabled; only admins of the gateway see it. */
export function isDisabled(server: ServerConfig): boolean {
  return "disabled" in server && server.disabled === true;
}

/** @returns what the server may ask the client of a direct call for */
export function asksClient(server: ServerConfig): readonly ClientAbility[] {
  return server.type === "unusable" || "command" in server || !("asks_client" in server)
    ? []
    : (server.asks_client ?? []);
}

/** Requires the spelling of a parsed host name, because any other would be accepted and never match. */
function isHostName(text: string): boolean {
  return !text.includes("*") && URL.parse(`https://${text}`)?.hostname === text;
}

/** Refuses "null": every page without an origin of its own (in a sandbox, from a file) sends it. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol === "https:" || url?.protocol === "http:") return url.origin === text;
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+$/.test(text);
}

/** The maximum UTF-16 length of a value's JSON text that is returned whole. */
export function outputBudget(config: Pick<GatewayConfig, "limits">): number {
  return config.limits.max_output_chars ?? LIMIT_DEFAULTS.max_output_chars;
}

export type HttpServerConfig = z.output<typeof httpServer>;
/** An entry that cannot be used. `mayName` has the names of its secrets, which remain those of the entry. */
export type UnusableServer = Unusable & { readonly type: "unusable"; readonly mayName: readonly string[] };
export type ServerConfig =
  | HttpServerConfig
  | z.output<typeof localServer>
  | OpenApiServerConfig
  | GraphqlServerConfig
  | ServiceServerConfig
  | TunnelServerConfig
  | z.output<typeof stdioServer>
  | UnusableServer;

export type GatewayConfig = Omit<z.output<typeof gatewayConfigSchema>, "mcpServers"> & {
  readonly mcpServers: Readonly<Record<string, ServerConfig>>;
};
