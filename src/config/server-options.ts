/** Options that every entry of gateway.json may have, whatever its kind. */
import * as z from "zod";
import { CLIENT_ABILITIES } from "../lib/client-ability.ts";

const toolPattern = z.string().min(1).max(512);

const toolsSchema = z
  .strictObject({
    include: z
      .array(toolPattern)
      .max(1_000)
      .optional()
      .describe("Names of the tools to offer; `*` stands for any characters. Default: all tools."),
    exclude: z.array(toolPattern).max(1_000).optional().describe("Names of tools not to offer; applied after include."),
    rename: z
      .record(toolPattern, z.string().regex(/^[A-Za-z_][\w.-]{0,127}$/, "a name of letters, digits, '_', '-' or '.'"))
      .optional()
      .describe("New names of tools, by their original names. include and exclude use the original names."),
  })
  .describe("The server's tools that are offered, and their names.");

export type ToolChoice = z.output<typeof toolsSchema>;

const ms = z.int().min(1).max(600_000);

export const serverOptions = {
  disabled: z.boolean().optional().describe("true: the server is neither offered nor contacted."),
  tools: toolsSchema.optional(),
  expose: z
    .enum(["script", "direct", "both", "auto"])
    .optional()
    .describe(
      "Where the server's tools are offered. script, the default: in scripts; direct: as tools of the gateway, server__tool; both; auto: both if the server has few tools, else script.",
    ),
  direct_names: z
    .enum(["prefixed", "own"])
    .optional()
    .describe(
      "The names of tools and prompts that are exposed directly. prefixed, the default: server__tool; own: as the server names them, unless another tool or prompt has the same name.",
    ),
  results: z
    .enum(["off", "warn", "strict"])
    .optional()
    .describe(
      "Handling of results that do not match the tool's output schema. warn: the result is passed on, the run's log has a note and the call is marked; strict: the call fails; off, the default: results are not checked.",
    ),
  timeouts: z
    .strictObject({
      connect_ms: ms.optional().describe("Maximum wait for a connection in milliseconds; default call_ms."),
      call_ms: ms.optional().describe("Maximum wait for one answer in milliseconds; default 60000."),
    })
    .optional()
    .describe("Timeouts of this server."),
  max_parallel: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe("Maximum number of calls to the server in flight, over all runs of a principal; further calls wait."),
  cache_seconds: z
    .int()
    .min(1)
    .max(86_400)
    .optional()
    .describe("Seconds for which results of read-only tools are cached, per arguments and principal."),
};

/** Options of servers that speak MCP. */
export const mcpServerOptions = {
  ...serverOptions,
  asks_client: z
    .array(z.enum(CLIENT_ABILITIES))
    .max(CLIENT_ABILITIES.length)
    .optional()
    .describe(
      "Client features the server may use during a direct call, if the client supports them. sampling: answers of the client's model, at its user's expense; roots: the client's working folders. Default: none.",
    ),
};
