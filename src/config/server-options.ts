/** Options that every entry of gateway.json may have, whatever its kind. */
import * as z from "zod";
import { CLIENT_ABILITIES } from "../lib/client-ability.ts";

const toolPattern = z.string().min(1).max(512);

export const toolsSchema = z
  .strictObject({
    include: z.array(toolPattern).max(1_000).optional().describe("Only these tools; `*` stands for any characters."),
    exclude: z.array(toolPattern).max(1_000).optional().describe("Not these tools; counts after include."),
    rename: z
      .record(toolPattern, z.string().regex(/^[A-Za-z_][\w.-]{0,127}$/, "a name of letters, digits, '_', '-' or '.'"))
      .optional()
      .describe("New names by the old ones. include and exclude go by the old names."),
  })
  .describe("Which of its tools are offered, and under which names.");

export type ToolChoice = z.output<typeof toolsSchema>;

const ms = z.int().min(1).max(600_000);

export const serverOptions = {
  disabled: z.boolean().optional().describe("It is neither offered nor contacted."),
  tools: toolsSchema.optional(),
  expose: z
    .enum(["script", "direct", "both", "auto"])
    .optional()
    .describe(
      "Where its tools are: script, the default: in scripts; direct: as tools of the gateway, server__tool; both; auto: both where its tools are few, else script.",
    ),
  direct_names: z
    .enum(["prefixed", "own"])
    .optional()
    .describe(
      "The names of tools and prompts that are exposed directly. prefixed, the default: server__tool; own: as the server names them, where no other has that name.",
    ),
  results: z
    .enum(["off", "warn", "strict"])
    .optional()
    .describe(
      "What happens to a result that breaks the tool's output schema. warn: it is passed on, the run's log says so and the call is marked; strict: it is a failure; off, the default: it is not checked.",
    ),
  timeouts: z
    .strictObject({
      connect_ms: ms.optional().describe("Longest wait for a connection; by default that for an answer."),
      call_ms: ms.optional().describe("Longest wait for one answer; default 60000."),
    })
    .optional()
    .describe("How long it is waited for."),
  max_parallel: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe("Calls in flight at once, of all runs of a principal; the others wait."),
  cache_seconds: z
    .int()
    .min(1)
    .max(86_400)
    .optional()
    .describe("Results of read-only tools are kept so long for the same arguments of the same principal."),
};

/** Options of servers that speak MCP. */
export const mcpServerOptions = {
  ...serverOptions,
  asks_client: z
    .array(z.enum(CLIENT_ABILITIES))
    .max(CLIENT_ABILITIES.length)
    .optional()
    .describe(
      "What the server may ask the client of a direct call for, where that can do it: sampling, answers of its model, at its user's expense; roots, the folders that it works in. By default neither.",
    ),
};
