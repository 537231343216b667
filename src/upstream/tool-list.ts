/**
 * Reads `tools/list` answers tool by tool: one odd entry costs that entry, never the list. (Both SDKs reject a whole
 * list of 1,223 tools because 29 of them have no root `type: "object"`.)
 */
import * as z from "zod";
import type { ToolDefinition } from "./connector.ts";

/** Bounds against an upstream whose pages never end. */
export const MAX_PAGES = 200;
export const MAX_TOOLS = 20_000;

export const listPage = z.looseObject({
  tools: z.array(z.unknown()),
  nextCursor: z.string().optional().catch(undefined),
});

const hint = z.boolean().optional().catch(undefined);

const tool = z.object({
  name: z.string().min(1).max(512),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.unknown().optional(),
  outputSchema: z.unknown().optional(),
  annotations: z
    .object({ title: z.string().optional().catch(undefined), readOnlyHint: hint, destructiveHint: hint })
    .optional()
    .catch(undefined),
});

export interface ReadTools {
  readonly tools: ToolDefinition[];
  readonly unreadable: string[];
}

export function readTools(entries: readonly unknown[]): ReadTools {
  const tools = new Map<string, ToolDefinition>();
  const unreadable: string[] = [];
  entries.forEach((entry, index) => {
    const parsed = tool.safeParse(entry);
    if (!parsed.success) unreadable.push(`tools[${index}] has no usable name`);
    else if (tools.has(parsed.data.name)) unreadable.push(`tools[${index}] repeats the name ${parsed.data.name}`);
    else tools.set(parsed.data.name, withoutUndefined(parsed.data));
  });
  return { tools: [...tools.values()], unreadable };
}

function withoutUndefined(value: z.output<typeof tool>): ToolDefinition {
  return JSON.parse(JSON.stringify(value)) as ToolDefinition;
}
