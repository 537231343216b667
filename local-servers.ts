/**
 * Tools defined in code. Each entry is reachable when gateway.json has a server of the same name with
 * `"type": "local"`. A server is made anew for each connection; what has to last belongs into a binding.
 */
import { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { defineTool, type LocalServers } from "./src/upstream/local-servers.ts";

/** A sample of the short way: one tool. */
const convert = defineTool({
  name: "convert_temperature",
  description: "Convert degrees Celsius to Fahrenheit.",
  input: z.object({ celsius: z.number() }),
  output: z.object({ fahrenheit: z.number() }),
  readOnly: true,
  run: ({ celsius }) => ({ fahrenheit: celsius * 1.8 + 32 }),
});

export const localServers: LocalServers = { notes, weather: [convert] };

/** A sample: a handful of notes to search and count. */
function notes(): McpServer {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  const all = [
    { id: 1, title: "Deploy checklist", tags: ["ops"], words: 120 },
    { id: 2, title: "Why one script beats ten calls", tags: ["writing", "ops"], words: 840 },
    { id: 3, title: "Team offsite ideas", tags: ["people"], words: 60 },
  ];
  const note = z.object({ id: z.number(), title: z.string(), tags: z.array(z.string()), words: z.number() });
  server.registerTool(
    "list-notes",
    {
      description: "List notes, optionally only those with a tag.",
      inputSchema: z.object({ tag: z.string().optional().describe("Only notes with this tag") }),
      outputSchema: z.object({ notes: z.array(note) }),
      annotations: { readOnlyHint: true },
    },
    ({ tag }) => {
      const found = all.filter((one) => tag === undefined || one.tags.includes(tag));
      return {
        structuredContent: { notes: found },
        content: [{ type: "text", text: JSON.stringify({ notes: found }) }],
      };
    },
  );
  server.registerTool(
    "summarize",
    {
      description: "Summarize a note in one line.",
      inputSchema: z.object({ id: z.int().describe("Id of the note"), style: z.enum(["plain", "shout"]).optional() }),
      annotations: { readOnlyHint: true },
    },
    ({ id, style }) => {
      const one = all.find((candidate) => candidate.id === id);
      if (!one) return { isError: true, content: [{ type: "text", text: `There is no note ${id}` }] };
      const line = `${one.title} (${one.words} words)`;
      return { content: [{ type: "text", text: style === "shout" ? line.toUpperCase() : line }] };
    },
  );
  return server;
}
