/** Tools that are exposed directly, as clients see them. */
import type { Tool } from "@modelcontextprotocol/server";
import type { DirectTool } from "../catalog/direct-tools.ts";

/** Some clients cut there. */
const MAX_DESCRIPTION_CHARS = 1_990;

/** Instructions for clients of a gateway that publishes direct tools. */
export const DIRECT_INSTRUCTIONS =
  "Tools named server__tool are those of a server: use one for a single call. For more than one call, write a script for execute_code; only its value comes back.";

export function directToolViews(tools: readonly DirectTool[]): readonly Tool[] {
  return tools.map(({ name, definition, isMcp }) => {
    const { title, description, inputSchema, outputSchema, annotations } = definition;
    return {
      name,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description: cut(description) }),
      inputSchema: { ...asObject(inputSchema), type: "object" as const },
      // A client refuses a result without structured content, which other upstreams than MCP servers do not have.
      ...(isMcp && isObjectSchema(outputSchema) && { outputSchema }),
      ...(annotations && { annotations: { ...annotations } }),
    };
  });
}

function isObjectSchema(schema: unknown): schema is NonNullable<Tool["outputSchema"]> {
  return isRecord(schema) && schema["type"] === "object";
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function cut(text: string): string {
  return text.length <= MAX_DESCRIPTION_CHARS ? text : `${text.slice(0, MAX_DESCRIPTION_CHARS - 1)}…`;
}
