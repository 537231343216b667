/** Clients subscribe to resources of servers that are exposed, and hear of changes: in both eras, of servers of both eras. */
import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import * as z from "zod";
import { MAX_RESOURCES_OF_LISTENER } from "../../src/limits/listen-limits.ts";
import { ask, connect } from "../support/client.ts";

const { features } = inject("kinds");
type Era = "modern" | "legacy";
const ERAS = ["modern", "legacy"] as const;
const PAIRS = ERAS.flatMap((client) => ERAS.map((upstream) => ({ client, upstream })));

const notes = (era: Era): string => `watched://${era}/notes`;

async function touch(era: Era, uri: string): Promise<void> {
  const said = await fetch(`${features[era]}/for-watching/touch?uri=${encodeURIComponent(uri)}`);
  expect(await said.json()).toBe("told");
}

async function requestsOf(era: Era): Promise<Readonly<Record<string, number>>> {
  const stats = await fetch(`${features[era]}/for-watching/stats`);
  return z.record(z.string(), z.number()).parse(await stats.json());
}

interface Subscriber {
  readonly client: Client;
  /** URIs that it has heard of. */
  readonly heard: readonly string[];
  /** @returns the URIs of which it is told that it hears */
  readonly subscribe: (...uris: readonly string[]) => Promise<readonly string[]>;
}

async function subscriber(era: Era): Promise<Subscriber> {
  const client = await connect(era);
  onTestFinished(() => client.close());
  const heard: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
  const subscribe = async (...uris: readonly string[]): Promise<readonly string[]> => {
    if (era === "modern") {
      const { honoredFilter } = await client.listen({ resourceSubscriptions: [...uris] });
      return honoredFilter.resourceSubscriptions ?? [];
    }
    for (const uri of uris) await client.subscribeResource({ uri });
    return uris;
  };
  return { client, heard, subscribe };
}

/** Servers are listed when somebody asks for the first time. */
async function untilListed(client: Client, uri: string): Promise<void> {
  await vi.waitFor(async () => {
    const { resources } = await client.listResources();
    if (!resources.some((resource) => resource.uri === uri)) throw new Error(`${uri} is not listed yet.`);
  }, 20_000);
}

describe.each(PAIRS)("a client of the $client era, a server of the $upstream era", { timeout: 60_000 }, (eras) => {
  const uri = notes(eras.upstream);

  it("hears at once that a resource has changed", async () => {
    const { client, heard, subscribe } = await subscriber(eras.client);
    await untilListed(client, uri);
    expect(await subscribe(uri)).toStrictEqual([uri]);
    await touch(eras.upstream, "watched://other");
    await touch(eras.upstream, uri);
    await expect.poll(() => heard, { timeout: 5_000 }).toStrictEqual([uri]);
    // A part of it, which a server of the SDK tells in the 2025 era alone.
    if (eras.upstream === "modern") return;
    await touch(eras.upstream, `${uri}/first`);
    await expect.poll(() => heard, { timeout: 5_000 }).toStrictEqual([uri, uri]);
  });

  it("hears of many changes together", async () => {
    const { client, heard, subscribe } = await subscriber(eras.client);
    await untilListed(client, uri);
    await subscribe(uri);
    for (let times = 0; times < 50; times += 1) await touch(eras.upstream, uri);
    await expect.poll(() => heard.length, { timeout: 5_000 }).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(heard.length).toBeLessThan(10);
  });
});

it.each(ERAS)("what cache_seconds keeps of a server of the %s era ends with a change", async (era) => {
  const uri = notes(era);
  const { client, heard, subscribe } = await subscriber("modern");
  await untilListed(client, uri);
  await subscribe(uri);
  const reads = async (): Promise<number> => {
    const before = (await requestsOf(era))["resources/read"] ?? 0;
    await client.readResource({ uri });
    return ((await requestsOf(era))["resources/read"] ?? 0) - before;
  };
  await reads();
  expect(await reads()).toBe(0);
  await touch(era, uri);
  await expect.poll(() => heard, { timeout: 5_000 }).toStrictEqual([uri]);
  expect(await reads()).toBe(1);
});

describe("a client of 2025", { timeout: 60_000 }, () => {
  it("has no stream any more when it has ended its session", async () => {
    const { client } = await subscriber("legacy");
    await untilListed(client, notes("legacy"));
    const { sessionId = "" } = client.transport ?? {};
    const headers = { "mcp-session-id": sessionId, accept: "text/event-stream" };
    const stream = await ask(new Request("http://localhost/mcp", { headers }));
    expect(stream.status).toBe(200);
    const ended = stream.text();
    const end = await ask(new Request("http://localhost/mcp", { method: "DELETE", headers }));
    expect(end.status).toBe(200);
    expect(await ended).not.toContain("error");
  });

  it("hears nothing more after it has unsubscribed, and the server is told", async () => {
    const uri = notes("legacy");
    const { client, heard, subscribe } = await subscriber("legacy");
    await untilListed(client, uri);
    await subscribe(uri);
    await touch("legacy", uri);
    await expect.poll(() => heard.length, { timeout: 5_000 }).toBe(1);
    await client.unsubscribeResource({ uri });
    await touch("legacy", uri);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(heard).toStrictEqual([uri]);
  });

  it.each([
    { why: "the server refuses", uri: "watched://legacy/notes/fixed", said: /watched_legacy: .*It never changes/ },
    { why: "nobody has it", uri: "nowhere://here", said: /no server has this resource/ },
    { why: "its server has no subscriptions", uri: "doc://readme", said: /shown_modern does not offer subscriptions/ },
    { why: "it is the gateway's own", uri: "isogate://runs", said: /no server has this resource/ },
    { why: "its URI is long", uri: `doc://${"x".repeat(3_000)}`, said: /at most 2000 characters; this has 3006/ },
  ])("is refused where $why", async ({ uri, said }) => {
    const { client } = await subscriber("legacy");
    await untilListed(client, notes("legacy"));
    await expect(client.subscribeResource({ uri })).rejects.toThrow(said);
  });
});

describe("a client of 2026-07-28", { timeout: 60_000 }, () => {
  it("is told of which resources it does not hear", async () => {
    const { client, subscribe } = await subscriber("modern");
    await untilListed(client, notes("modern"));
    const wanted = [notes("modern"), "watched://legacy/notes/fixed", "nowhere://here", "doc://readme"];
    expect(await subscribe(...wanted)).toStrictEqual([notes("modern")]);
  });

  it("listens for so many resources and no more", async () => {
    const { client } = await subscriber("modern");
    const resourceSubscriptions = Array.from({ length: MAX_RESOURCES_OF_LISTENER + 1 }, (_, at) => `doc://${at}`);
    await expect(client.listen({ resourceSubscriptions })).rejects.toThrow(/at most 50 resources/);
  });
});

it(
  "reads what a client subscribes to in a recorded run, and subscribes at the server",
  { timeout: 60_000 },
  async () => {
    const uri = notes("legacy");
    const { client, subscribe } = await subscriber("modern");
    await untilListed(client, uri);
    const before = await requestsOf("legacy");
    await subscribe(uri);
    const after = await requestsOf("legacy");
    expect(after["resources/read"]).toBe((before["resources/read"] ?? 0) + 1);
    const { contents } = await client.readResource({ uri: "isogate://runs" });
    expect(JSON.stringify(contents)).toContain("$resources.read before a client subscribes to changes");
  },
);
