/** What the size of an upstream's answer adds to a call; the script counts its characters, so that the client gets a number. */
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { serveEach } from "../../fixtures/upstreams/node-server.ts";
import { startWorkerd } from "../../support/workerd/gateway.ts";
import { BenchClient } from "./client.ts";
import { sample, type Measurement, type Section } from "./section.ts";

const SIZES = [
  { what: "10 characters", chars: 10 },
  { what: "100 kB", chars: 100_000 },
  { what: "1 MB", chars: 1_000_000 },
  { what: "4 MB", chars: 4_000_000 },
];
const CALLS = 30;

export const largeAnswers: Section = {
  name: "large-answers",
  async measure({ bundle, directory }) {
    const upstream = await serveEach(() => {
      const handler = createMcpHandler(createServer);
      return (request) => handler.fetch(request);
    });
    const gateway = await startWorkerd({ bundle, directory, mcpServers: { texts: { url: `${upstream.origin}/mcp` } } });
    const client = new BenchClient(gateway.port);
    const call = (chars: number) => client.execute(`(await texts.read({ chars: ${chars} })).length`);
    const measured: Measurement[] = [];
    try {
      for (const { what, chars } of SIZES) {
        await sample(5, () => call(chars));
        measured.push({ what: `one call, an answer of ${what}`, samples: await sample(CALLS, () => call(chars)) });
      }
      return measured;
    } finally {
      client.close();
      await gateway.stop();
      await upstream.close();
    }
  },
};

function createServer(): McpServer {
  const server = new McpServer({ name: "texts", version: "1.0.0" });
  server.registerTool("read", { description: "A text", inputSchema: z.object({ chars: z.number() }) }, ({ chars }) => ({
    content: [{ type: "text", text: "x".repeat(chars) }],
  }));
  return server;
}
