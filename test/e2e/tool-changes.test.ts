/** Clients that listen hear when the tools of an upstream that is exposed directly have changed, in both protocol eras. */
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, inject, it, vi } from "vitest";
import { MAX_LISTENERS_OF_CREDENTIAL } from "../../src/limits/listen-limits.ts";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";

const INFO = { name: "listens", version: "1.0.0" };
const PATIENCE_MS = 60_000;
const gateways = new BusinessGateways(inject("bundle"));
afterAll(() => gateways.stop());

/** A gateway reads a list that changes often only every ten seconds, so what one case has changed would delay another. */
async function exposedGateway(): Promise<BusinessGateway> {
  const gateway = await gateways.start({ expose: "both" });
  await vi.waitFor(async () => {
    if (!(await gateway.client.toolNames()).includes("github__delete_repo")) throw new Error("It is not listed yet.");
  }, PATIENCE_MS);
  return gateway;
}

interface Listening extends AsyncDisposable {
  /** How often it has heard of a change. */
  readonly heard: () => number;
  readonly describes: (tool: string) => Promise<string | undefined>;
  readonly announces: boolean;
}

async function legacyListening(origin: string): Promise<Listening> {
  let heard = 0;
  const client = new ClientV1(INFO);
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void (heard += 1));
  await client.connect(new TransportV1(new URL(`${origin}/mcp`)));
  return {
    heard: () => heard,
    describes: async (tool) => (await client.listTools()).tools.find(({ name }) => name === tool)?.description,
    announces: client.getServerCapabilities()?.tools?.listChanged === true,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function modernListening(origin: string): Promise<Listening> {
  let heard = 0;
  const client = new ClientV2(INFO, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  client.setNotificationHandler("notifications/tools/list_changed", () => void (heard += 1));
  await client.connect(new TransportV2(new URL(`${origin}/mcp`)));
  const announces = client.getServerCapabilities()?.tools?.listChanged === true;
  if (announces) await client.listen({ toolsListChanged: true });
  return {
    heard: () => heard,
    describes: async (tool) => (await client.listTools()).tools.find(({ name }) => name === tool)?.description,
    announces,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

const LISTENING = [
  ["2025", legacyListening],
  ["2026-07-28", modernListening],
] as const;

it.concurrent.for(LISTENING)(
  "a client of the %s era hears of a change, and of several at once",
  { timeout: 120_000 },
  async ([_era, open], { expect }) => {
    const gateway = await exposedGateway();
    await using client = await open(gateway.origin);
    expect(client.announces).toBe(true);
    const change = (): string => {
      const description = `Deletes ${crypto.randomUUID()}`;
      gateway.upstreams.redescribe("github.delete_repo", description);
      return description;
    };
    // The list that its stream began with may already have the first change.
    await expect
      .poll(() => change() !== "" && client.heard(), { timeout: PATIENCE_MS, interval: 1_000 })
      .toBeGreaterThan(0);
    const last = change();
    await expect.poll(() => client.describes("github__delete_repo"), { timeout: PATIENCE_MS }).toBe(last);
  },
);

it.concurrent(
  "one key listens with so many requests and no more; a place is free again when its client leaves",
  { timeout: 120_000 },
  async ({ expect }) => {
    const gateway = await exposedGateway();
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: INFO };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
    const accept = "application/json, text/event-stream";
    const headers = { "content-type": "application/json", accept };
    const begun = await fetch(`${gateway.origin}/mcp`, { method: "POST", headers, body });
    const session = begun.headers.get("mcp-session-id") ?? "";
    await begun.body?.cancel();
    const listen = async () => {
      const leaving = new AbortController();
      const init = { headers: { accept, "mcp-session-id": session }, signal: leaving.signal };
      const { status } = await fetch(`${gateway.origin}/mcp`, init);
      return { status, leave: () => leaving.abort() };
    };
    const streams = await Promise.all(Array.from({ length: MAX_LISTENERS_OF_CREDENTIAL + 2 }, listen));
    const [first] = streams.filter(({ status }) => status === 200);
    expect(streams.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(2);
    expect(streams.filter(({ status }) => status === 200).length).toBeGreaterThan(40);
    first?.leave();
    await expect.poll(async () => (await listen()).status, { timeout: 90_000 }).toBe(200);
    for (const { leave } of streams) leave();
  },
);

it.concurrent.for(LISTENING)(
  "a client of the %s era is told not to listen where nothing is exposed",
  async ([_era, open], { expect }) => {
    const plain = await gateways.start({});
    await using client = await open(plain.origin);
    expect(client.announces).toBe(false);
    const stream = await fetch(`${plain.origin}/mcp`, { headers: { accept: "text/event-stream" } });
    await stream.body?.cancel();
    expect(stream.status).toBe(405);
  },
);
