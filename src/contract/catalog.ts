/** Schemas of tools, as search and the catalog return them. */
import * as z from "zod";

const toolSchema = z.object({
  path: z.string().describe("path in scripts: `server.tool`"),
  server: z.string(),
  tool: z.string(),
  name: z.string().describe("the server's own name of the tool"),
  title: z.string().optional(),
  description: z.string(),
  signature: z.string(),
  types: z
    .string()
    .optional()
    .describe("the signature with the server's notes on each argument; only with the schemas"),
  read_only: z.boolean().optional(),
  destructive: z.boolean().optional(),
  input_schema: z.unknown().optional(),
  output_schema: z.unknown().optional(),
});

export const toolListSchema = z.object({ tools: z.array(toolSchema) });
export const foundToolsSchema = toolListSchema.extend({
  total: z.int(),
  held: z
    .array(z.string())
    .optional()
    .describe("paths of tools that the query names and that are held until an admin accepts them (GET /pins)"),
});

export type Tool = z.output<typeof toolSchema>;
export type ToolList = z.output<typeof toolListSchema>;
export type FoundTools = z.output<typeof foundToolsSchema>;
