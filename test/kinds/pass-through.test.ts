/** Which features of MCP servers pass through the gateway, by era: each is tried, and the table of docs/upstreams.md says the same. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import * as z from "zod";
import { ask, connect, execute } from "../support/client.ts";

const { features, documentedFeatures } = inject("kinds");
type Era = "modern" | "legacy";

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

async function valueOf(code: string): Promise<unknown> {
  return (await execute(client, { code })).value;
}

const TRIED: Readonly<Record<string, (server: string, era: Era) => Promise<boolean>>> = {
  Tools: async (server) => (await valueOf(`await ${server}.chatty()`)) === "done",
  "Structured content": async (server) => (await valueOf(`(await ${server}.media()).dots`)) === 1,
  "Images, audio, embedded resources, links": async (server) => {
    const types = await valueOf(`(await ${server}.media.raw()).content.map(({ type }) => type).join()`);
    return types === "text,image,audio,resource,resource_link";
  },
  "Resources and templates": async (server) => {
    const code = `[await ${server}.$resources.list(), await ${server}.$resources.templates()].map((l) => l.length).join()`;
    return (await valueOf(code)) === "2,1";
  },
  Prompts: async (server) => (await valueOf(`(await ${server}.$prompts.list()).length`)) === 2,
  Cancellation: async (server, era) => {
    const cancelled = async (): Promise<number> => {
      const stats = z
        .record(z.string(), z.number())
        .parse(await (await fetch(`${features[era]}/for-passing/stats`)).json());
      return stats["cancelled"] ?? 0;
    };
    const before = await cancelled();
    await execute(client, { code: `await ${server}.wait()`, options: { timeout_ms: 500 } });
    await expect.poll(cancelled).toBeGreaterThan(before);
    return true;
  },
  Progress: async (server) => {
    const told: string[] = [];
    const onprogress = ({ message = "" }): void => void told.push(message);
    await client.callTool({ name: "execute_code", arguments: { code: `await ${server}.chatty()` } }, { onprogress });
    expect(told.join()).toContain(`${server}.chatty answered`);
    return told.some((text) => text.includes("half way"));
  },
  Logging: async (server) =>
    JSON.stringify(await execute(client, { code: `await ${server}.chatty()` })).includes("half"),
  Completion: () => Promise.resolve(client.getServerCapabilities()?.completions !== undefined),
  Elicitation: async (server) => {
    const asking = new Client(
      { name: "asking", version: "1.0.0" },
      { versionNegotiation: { mode: { pin: "2026-07-28" } }, capabilities: { elicitation: { form: {} } } },
    );
    let asked = 0;
    asking.setRequestHandler("elicitation/create", () => {
      asked += 1;
      return { action: "accept", content: { sure: true } };
    });
    const send = (url: string | URL, init?: RequestInit): Promise<Response> => ask(new Request(url, init));
    await asking.connect(new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), { fetch: send }));
    const { error } = await execute(asking, { code: `await ${server}.ask()` });
    expect(error).toMatchObject({ server, tool: "ask", message: expect.stringMatching(/elicitation/i) });
    await asking.close();
    return asked > 0;
  },
  "Resource subscriptions": () => Promise.resolve(client.getServerCapabilities()?.resources?.subscribe === true),
};

it("has a row for everything that is tried", () => {
  expect(documentedFeatures.map(({ feature }) => feature)).toStrictEqual(Object.keys(TRIED));
});

it.each(documentedFeatures)("$feature", async ({ feature, modern, legacy }) => {
  const tried = TRIED[feature];
  expect(await tried?.("passing_modern", "modern"), "2026-07-28").toBe(modern);
  expect(await tried?.("passing_legacy", "legacy"), "2025").toBe(legacy);
});
