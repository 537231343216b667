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
import { mcpServerOptions, type ToolChoice } from "./server-options.ts";
import { telemetrySchema } from "./telemetry.ts";
import type { Unusable } from "./translate-entry.ts";
import { upstreamAuthSchema } from "./upstream-auth.ts";

const serverName = z
  .string()
  .regex(NAME, "a name of 1–64 letters, digits, '-', '_' or '.', starting with a letter or digit");

export const httpServer = z
  .strictObject({
    type: z.enum(["http", "streamable-http"]).default("http").describe("A remote MCP server over streamable HTTP."),
    url: z
      .string()
      .min(1)
      .describe("Address of the server's MCP endpoint; may contain ${NAME} references to Worker secrets."),
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
    command: z
      .string()
      .describe("Command of the local process. It does not run at the edge, so the server is reported as down."),
    args: z.array(processText, 'expected a list of texts, like ["--flag", "value"]').optional(),
    env: z.record(z.string(), processText, 'expected an object with texts, like {"NAME": "value"}').optional(),
    cwd: z.string().optional().describe("Folder in which the process is started."),
    ...mcpServerOptions,
  })
  .describe(
    'A local process. It cannot run at the edge. Carry it with `isogate tunnel` and the entry {"type": "tunnel"}.',
  );

/** The platform's bound of an invocation on the Workers Paid plan. */
export const MAX_CPU_MS = 300_000;

const limits = z
  .strictObject({
    timeout_ms: z
      .int()
      .min(1)
      .max(600_000)
      .optional()
      .describe(`Default wall-clock time of a run in milliseconds; ${LIMIT_DEFAULTS.timeout_ms}.`),
    cpu_ms: z
      .int()
      .min(1)
      .max(MAX_CPU_MS)
      .optional()
      .describe(
        `Default CPU time of a run in milliseconds; ${LIMIT_DEFAULTS.cpu_ms}. A value above 30000 is also the maximum that a request may ask for.`,
      ),
    max_tool_calls: z.int().min(0).optional().describe("Default maximum number of calls of a run; 0 = no limit."),
    max_parallel: z
      .int()
      .min(1)
      .max(32)
      .optional()
      .describe(`Default maximum number of calls of a run in flight; ${LIMIT_DEFAULTS.max_parallel}.`),
    max_runs: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .describe(
        `Maximum number of runs of one principal in flight; ${LIMIT_DEFAULTS.max_runs}. Further runs wait in a queue.`,
      ),
    max_queued_runs: z
      .int()
      .min(0)
      .max(10_000)
      .optional()
      .describe(
        `Maximum number of runs of one principal in the queue; ${LIMIT_DEFAULTS.max_queued_runs}. Further runs are refused with CAPACITY.`,
      ),
    max_output_chars: z
      .int()
      .min(500)
      .max(4_000_000)
      .optional()
      .describe(
        `Maximum length of a value for MCP clients, which get a preview and a handle of a longer value; ${LIMIT_DEFAULTS.max_output_chars}.`,
      ),
  })
  .describe("Defaults for runs; a client may ask for less or, within the documented ranges, more.");

const ledger = z
  .strictObject({
    max_age_days: z
      .number()
      .positive()
      .max(3_650)
      .optional()
      .describe("Age in days after which runs are deleted; default 30."),
    max_runs: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .describe("Maximum number of runs that are kept, the newest ones; default 20000."),
    max_mb: z
      .number()
      .positive()
      .max(8_000)
      .optional()
      .describe("Maximum size of the record in millions of characters; default 500."),
    max_call_chars: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .describe(
        "Maximum length of recorded arguments and results; of longer ones only length and hash are recorded. Default 65536.",
      ),
    max_handles_mb: z
      .number()
      .positive()
      .max(4_000)
      .optional()
      .describe("Maximum size of the values behind handles in millions of characters; default 100."),
  })
  .describe("How much of the record of runs and calls is kept, for each principal.");

export const gatewayConfigSchema = z.strictObject({
  $schema: z.string().optional(),
  mcpServers: z
    .record(
      serverName,
      z.union([localServer, openApiServer, graphqlServer, serviceServer, tunnelServer, httpServer, stdioServer]),
    )
    .default({})
    .describe("The servers behind the gateway, in the form that MCP clients use."),
  auth: authConfig.default({}),
  limits: limits.default({}),
  ledger: ledger.optional(),
  telemetry: telemetrySchema.optional(),
  policy: policySchema.optional().describe("The policy, which decides on calls; see docs/policy.md."),
  pins: z
    .enum(["off", "baseline", "hold"])
    .optional()
    .describe(
      "Holds new and changed tools until an admin accepts them. baseline: the tools of a server's first list are accepted; hold: an admin accepts every tool; off: no tool is held. Default: baseline if there is a policy, else off.",
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
    .describe("Host names that this gateway accepts, in addition to *.workers.dev."),
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

/** @returns which of the server's tools are offered, and their names */
export function toolChoice(server: ServerConfig | undefined): ToolChoice {
  return server === undefined || server.type === "unusable" || "command" in server ? {} : (server.tools ?? {});
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
type UnusableServer = Unusable & { readonly type: "unusable"; readonly mayName: readonly string[] };
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
