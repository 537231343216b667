/** Tools that are exposed directly, as clients see them. */
import { shorten } from "../lib/shorten.ts";
import type { Tool } from "@modelcontextprotocol/server";
import type { DirectTool } from "../catalog/direct-tools.ts";
import { readableInput, readableOutput } from "./readable-schema.ts";

/** Some clients truncate longer descriptions. */
const MAX_DESCRIPTION_CHARS = 1_990;

/** Instructions for clients of a gateway that publishes direct tools. */
export const DIRECT_INSTRUCTIONS =
  "Tools named server__tool belong to a server: use them for single calls. For more than one call, write a script for execute_code; only its value comes back.";

export function directToolViews(tools: readonly DirectTool[]): readonly Tool[] {
  return tools.map(({ name, definition, keepsOutput }) => {
    const { title, description, inputSchema, outputSchema, annotations } = definition;
    // A client refuses a result without structured content, or with one of another form.
    const output = keepsOutput ? readableOutput(outputSchema) : undefined;
    return {
      name,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description: shorten(description, MAX_DESCRIPTION_CHARS - 1) }),
      inputSchema: readableInput(inputSchema),
      ...(output && { outputSchema: output }),
      ...(annotations && { annotations: { ...annotations } }),
    };
  });
}
