/** Which features of MCP servers pass through the gateway, by era: each is tried, and the table of docs/upstreams.md says the same. */
import { LOG_LEVEL_META_KEY, type Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import * as z from "zod";
import { textOf } from "../support/answer.ts";
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

function rest(path: string, body?: object): Request {
  const headers = { "content-type": "application/json" };
  const init = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
  return new Request(`http://localhost/api/v1${path}`, init);
}

async function waitingForms(): Promise<readonly { readonly id: string; readonly server: string }[]> {
  const listed = z.object({
    approvals: z.array(z.looseObject({ id: z.string(), server: z.string(), kind: z.string() })),
  });
  const { approvals } = listed.parse(await (await ask(rest("/approvals?state=waiting"))).json());
  return approvals.filter(({ kind, server }) => kind === "input" && server.startsWith("passing_"));
}

const TRIED: Readonly<Record<string, (server: string, era: Era) => Promise<boolean>>> = {
  Tools: async (server) => (await valueOf(`await ${server}.chatty()`)) === "done",
  "Changed tools": async (server, era) => {
    const grown = z.string().parse(await (await fetch(`${features[era]}/for-passing/grow`)).json());
    // New tools are held there until an admin accepts them.
    const used = async (): Promise<unknown> => {
      await ask(rest(`/pins/${server}/${grown}`, { decision: "accept" }));
      return valueOf(`await ${server}.${grown}()`);
    };
    await expect.poll(used, { timeout: 20_000 }).toBe("new");
    return true;
  },
  "Structured content": async (server) => (await valueOf(`(await ${server}.media()).dots`)) === 1,
  "Images, audio, embedded resources, links": async (server) => {
    const types = await valueOf(`(await ${server}.media.raw()).content.map(({ type }) => type).join()`);
    return types === "text,image,audio,resource,resource_link";
  },
  "Resources and templates": async (server) => {
    const code = `[await ${server}.$resources.list(), await ${server}.$resources.templates()].map((l) => l.length).join()`;
    return (await valueOf(code)) === "2,1";
  },
  Prompts: async (server) => (await valueOf(`(await ${server}.$prompts.list()).length`)) === 3,
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
  Logging: async (server) => {
    const heard: unknown[] = [];
    client.setNotificationHandler(
      "notifications/message",
      ({ params }) => void heard.push([params.logger, params.data]),
    );
    const call = { name: "execute_code", arguments: { code: `await ${server}.chatty()` } };
    await client.callTool({ ...call, _meta: { [LOG_LEVEL_META_KEY]: "error" } });
    return heard.some((message) => JSON.stringify(message) === JSON.stringify([server, "half way"]));
  },
  Completion: async (server) => {
    const code = `(await ${server}.$prompts.complete("spell", "letter", "be")).values.join()`;
    return (await valueOf(code)) === "beta";
  },
  Elicitation: async (server) => {
    const answered = valueOf(`(await ${server}.ask()).content.sure`);
    await expect.poll(waitingForms, { timeout: 4_000 }).toMatchObject([{ server, tool: "ask" }]);
    const [asked] = await waitingForms();
    const decided = await ask(rest(`/approvals/${asked?.id}`, { decision: "approve", content: { sure: true } }));
    expect(decided.status).toBe(200);
    return (await answered) === true;
  },
  "Sampling and roots": async (_, era) => {
    const answering = await connect("legacy", {}, { sampling: {}, roots: {} });
    const thought = { role: "assistant", content: { type: "text", text: "May" }, model: "small" } as const;
    const roots = [{ uri: "file:///home/ada" }];
    answering.setRequestHandler("sampling/createMessage", () => thought);
    answering.setRequestHandler("roots/list", () => ({ roots }));
    const said = async (tool: string): Promise<unknown> => {
      const name = era === "modern" ? tool : `shown_legacy__${tool}`;
      return JSON.parse(textOf(await answering.callTool({ name, arguments: {} })));
    };
    expect(await said("think")).toStrictEqual(thought);
    expect(await said("where")).toStrictEqual({ roots });
    await answering.close();
    return true;
  },
  "Resource subscriptions": async (_, era) => {
    const subscribed = await connect("legacy");
    const updated = Promise.withResolvers<string>();
    subscribed.setNotificationHandler("notifications/resources/updated", ({ params }) => updated.resolve(params.uri));
    const uri = `watched://${era}/notes`;
    await expect.poll(async () => JSON.stringify(await subscribed.listResources()), { timeout: 20_000 }).toContain(uri);
    await subscribed.subscribeResource({ uri });
    await fetch(`${features[era]}/for-watching/touch?uri=${uri}`);
    expect(await updated.promise).toBe(uri);
    await subscribed.close();
    return true;
  },
};

it("has a row for everything that is tried", () => {
  expect(documentedFeatures.map(({ feature }) => feature)).toStrictEqual(Object.keys(TRIED));
});

it.each(documentedFeatures)("$feature", { timeout: 60_000 }, async ({ feature, modern, legacy }) => {
  const tried = TRIED[feature];
  expect(await tried?.("passing_modern", "modern"), "2026-07-28").toBe(modern);
  expect(await tried?.("passing_legacy", "legacy"), "2025").toBe(legacy);
});
