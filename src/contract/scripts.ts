/** Schemas of saved scripts: requests and answers. */
import * as z from "zod";
import { languageSchema } from "./runs.ts";

const inputSchema = z.record(z.string(), z.unknown()).describe("JSON Schema that the input is checked with");
const expose = z
  .enum(["none", "prompt", "tool"])
  .describe("how MCP clients see the script in addition to execute_code {script}");

export const scriptChanges = {
  code: z.string().min(1).max(262_144).optional(),
  run: z.string().max(100).optional().describe("save the script of this run"),
  language: languageSchema.optional(),
  description: z.string().max(2_000).optional(),
  input_schema: inputSchema.nullable().optional().describe("JSON Schema of the input; null: any input"),
  expose: expose.optional(),
};

export const scriptSummarySchema = z.object({
  name: z.string(),
  version: z.int(),
  description: z.string(),
  expose,
  input_schema: inputSchema.optional(),
});

export const scriptSchema = scriptSummarySchema.extend({
  code: z.string(),
  language: languageSchema.optional(),
  tools: z.array(z.object({ server: z.string(), tool: z.string(), hash: z.string() })),
  other_tools: z.boolean().describe("true if the script may call further tools, which its text does not show"),
  changed_tools: z.array(z.string()).describe("tools that have changed since this version was saved"),
  created_at: z.iso.datetime(),
  from_run: z.string().optional(),
});

const scriptVersionSchema = z.object({ version: z.int(), created_at: z.iso.datetime() });

export const scriptDetailsSchema = scriptSchema.extend({ versions: z.array(scriptVersionSchema) });

export const removedScriptSchema = z.object({
  name: z.string(),
  removed: z.literal(true),
  schedules: z.array(z.string()).describe("schedules that run the script; each of their runs fails from now on"),
});

export type RemovedScript = z.output<typeof removedScriptSchema>;
/** Changes to a script; absent fields stay as they are. */
export type ScriptChanges = z.output<z.ZodObject<typeof scriptChanges>>;
export type ScriptSummary = z.output<typeof scriptSummarySchema>;
export type SavedScript = z.output<typeof scriptSchema>;
export type ScriptDetails = z.output<typeof scriptDetailsSchema>;
