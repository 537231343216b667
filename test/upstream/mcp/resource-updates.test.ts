/** What is followed on a connection to a server of 2025, and how long a server may take to agree to it. The clock is the test's. */
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MAX_FOLLOW_MS } from "../../../src/limits/upstream-limits.ts";
import { HttpTransport } from "../../../src/upstream/mcp/http-transport.ts";
import { ResourceUpdates } from "../../../src/upstream/mcp/resource-updates.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that never answers about `slow:` resources, and refuses `odd:` ones. */
async function connected(): Promise<{ client: Client; said: string[] }> {
  const said: string[] = [];
  const server = new Server({ name: "s", version: "1" }, { capabilities: { resources: { subscribe: true } } });
  server.setRequestHandler("resources/subscribe", async ({ params: { uri } }) => {
    said.push(`+${uri}`);
    if (uri.startsWith("slow:")) await new Promise(() => undefined);
    if (uri.startsWith("odd:")) throw new Error("no such thing");
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    said.push(`-${uri}`);
    return {};
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "c", version: "1" }, { versionNegotiation: { mode: "legacy" } });
  await Promise.all([server.connect(theirs as never), client.connect(ours as never)]);
  return { client, said };
}

function updates(): ResourceUpdates {
  return new ResourceUpdates({ server: "s", reasonOf: (error) => (error as Error).message });
}

it("subscribes to what is new and ends what nobody needs", async () => {
  const { client, said } = await connected();
  const following = updates();
  expect((await following.follow(client, new Set(["a:1", "a:2"]))).begun).toStrictEqual(["a:1", "a:2"]);
  expect((await following.follow(client, new Set(["a:2", "a:3"]))).begun).toStrictEqual(["a:3"]);
  expect((await following.follow(client, new Set(["a:2", "a:3"]))).begun).toStrictEqual([]);
  expect(said).toStrictEqual(["+a:1", "+a:2", "-a:1", "+a:3"]);
  // Another connection knows of nothing.
  const anew = await connected();
  expect((await following.follow(anew.client, new Set(["a:2"]))).begun).toStrictEqual(["a:2"]);
});

it("tells what is refused, and follows the others", async () => {
  const { client } = await connected();
  const { begun, refused } = await updates().follow(client, new Set(["odd:1", "a:1"]));
  expect(begun).toStrictEqual(["a:1"]);
  expect([...refused]).toStrictEqual([["odd:1", expect.stringContaining("no such thing")]]);
});

it("waits so long for all answers together, and no longer", async () => {
  const { client, said } = await connected();
  const slow = Array.from({ length: 50 }, (_, at) => `slow:${at}`);
  const followed = updates().follow(client, new Set([...slow, "a:1"]));
  await vi.advanceTimersByTimeAsync(MAX_FOLLOW_MS + 100);
  expect([...(await followed).refused.keys()]).toStrictEqual(expect.arrayContaining(slow));
  expect(said).toStrictEqual(["+slow:0"]);
});

it("does not collect requests for a server that does not answer: the latest counts", async () => {
  const { client, said } = await connected();
  const following = updates();
  const all = Array.from({ length: 100 }, (_, at) => following.follow(client, new Set(["slow:0", `a:${at}`])));
  await vi.advanceTimersByTimeAsync(1);
  all.push(following.follow(client, new Set(["a:last"])));
  await vi.advanceTimersByTimeAsync(3 * MAX_FOLLOW_MS);
  await Promise.all(all);
  expect(said).toStrictEqual(["+slow:0", "+a:last"]);
});

it("says that the connection is lost, so that it is opened again", async () => {
  const { client } = await connected();
  await client.close();
  await expect(updates().follow(client, new Set(["a:1"]))).rejects.toThrow(/closed|not connected/i);
});

it.each([
  { server: "opens its stream late", redirects: false },
  { server: "redirects, and opens its stream late", redirects: true },
])("subscribes when the server has a stream to report changes by: it $server", async ({ redirects }) => {
  vi.useRealTimers();
  const server = new Server({ name: "s", version: "1" }, { capabilities: { resources: { subscribe: true } } });
  server.setRequestHandler("resources/subscribe", () => ({}));
  const theirs = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => crypto.randomUUID() });
  await server.connect(theirs);
  const fetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    if (request.method !== "GET") return theirs.handleRequest(request);
    const isFirst = redirects && !request.url.endsWith("/");
    if (isFirst) return new Response(null, { status: 307, headers: { location: `${request.url}/` } });
    await new Promise((resolve) => setTimeout(resolve, 300));
    return theirs.handleRequest(request);
  };
  const client = new Client({ name: "c", version: "1" }, { versionNegotiation: { mode: "legacy" } });
  const heard = Promise.withResolvers<string>();
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => heard.resolve(params.uri));
  await client.connect(new HttpTransport(new URL("http://upstream.test/mcp"), { fetch }));
  await updates().follow(client, new Set(["a:1"]));
  await server.sendResourceUpdated({ uri: "a:1" });
  expect(await heard.promise).toBe("a:1");
  await client.close();
});
