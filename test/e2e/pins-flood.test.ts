/** A server that gives its tools other names at each listing, through a tunnel that a key opens which may do nothing else. */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { RawWorker } from "../support/workerd/serve.ts";
import { startWorkerd } from "../support/workerd/gateway.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const SETTINGS = { mcpServers: { laptop: { type: "tunnel" } }, pins: "baseline" };
const LISTINGS = 4;
const PAGES = 4;
const TOOLS_PER_PAGE = 90;
const DESCRIPTION = "x".repeat(12_000);

let directory: string;
let gateway: RawWorker;
let origin: string;

beforeAll(async () => {
  directory = await temporaryDirectory();
  await start();
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await rm(directory, { recursive: true, force: true });
});

async function start(): Promise<void> {
  gateway = await startWorkerd({ bundle: inject("bundle"), directory, ...SETTINGS });
  origin = `http://127.0.0.1:${gateway.port}`;
}

async function api(path: string, key: string | undefined, body?: object): Promise<{ status: number; json: unknown }> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", ...(key !== undefined && { "x-api-key": key }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json() };
}

interface Frame {
  readonly server: string;
  readonly session: string;
  readonly message: { readonly id?: number; readonly method: string; readonly params?: { readonly cursor?: string } };
}

interface Pin {
  readonly server: string;
  readonly tool: string;
  readonly hash: string;
}

interface Ran {
  readonly result?: unknown;
  readonly error?: { readonly code: string };
}

/** Node's `WebSocket` accepts headers; the browsers' one, which the types describe, does not. */
type WebSocketWithHeaders = new (url: string, options: { headers: Record<string, string> }) => WebSocket;

/** Lists its tools once under the names of this listing, and goes. */
async function listOnce(listing: number, key: string): Promise<void> {
  const address = `${origin.replace("http", "ws")}/tunnel?id=${crypto.randomUUID()}&servers=laptop`;
  const socket = new (WebSocket as unknown as WebSocketWithHeaders)(address, { headers: { "x-api-key": key } });
  socket.addEventListener("message", ({ data }) => {
    const { server, session, message } = JSON.parse(String(data)) as Frame;
    const { id, method, params } = message;
    if (id === undefined) return;
    const result =
      method === "initialize"
        ? { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "flood", version: "1" } }
        : method === "tools/list"
          ? page(listing, Number(params?.cursor ?? 0))
          : { content: [] };
    socket.send(JSON.stringify({ server, session, message: { jsonrpc: "2.0", id, result } }));
  });
  const code = `await laptop.t${listing}_0_0({}); "called"`;
  const called = async (): Promise<unknown> => {
    const { result, error } = (await api("/code/exec", key, { code })).json as Ran;
    return result ?? error?.code;
  };
  await expect.poll(called, { timeout: 15_000 }).toBe(listing === 0 ? "called" : "QUARANTINED");
  socket.close();
}

function page(listing: number, at: number): object {
  const tools = Array.from({ length: TOOLS_PER_PAGE }, (_, n) => ({
    name: `t${listing}_${at}_${n}`,
    description: DESCRIPTION,
    inputSchema: { type: "object" },
  }));
  return { tools, ...(at + 1 < PAGES && { nextCursor: String(at + 1) }) };
}

it(
  "fills neither the storage of the deployment nor the list that an admin decides by",
  { timeout: 120_000 },
  async () => {
    const made = await api("/keys", undefined, { name: "flood", role: "member", servers: ["laptop"] });
    const { key } = made.json as { readonly key: string };
    for (let listing = 0; listing < LISTINGS; listing += 1) {
      // A gateway reads a list only three times in a row; one that has just started does not know of that.
      if (listing === LISTINGS - 1) {
        await gateway.stop();
        await start();
      }
      await listOnce(listing, key);
    }
    const listed = await api("/pins?state=held", undefined);
    expect(listed.status).toBe(200);
    const { pins } = listed.json as { readonly pins: readonly Pin[] };
    const tools = new Set(pins.map(({ tool }) => tool));
    const perListing = PAGES * TOOLS_PER_PAGE;
    expect(tools.size).toBeLessThan(perListing * (LISTINGS - 1));
    expect(tools.has(`t${LISTINGS - 1}_0_0`)).toBe(true);
    expect(tools.has(`t1_${PAGES - 1}_${TOOLS_PER_PAGE - 1}`)).toBe(false);
    // A tool of the present list can be accepted.
    const { server, tool, hash } = pins.find((pin) => pin.tool === `t${LISTINGS - 1}_0_0`) as Pin;
    expect(server).toMatch(/^laptop@./);
    const accept = (by: object) =>
      api(`/pins/${encodeURIComponent(server)}/${tool}`, undefined, { decision: "accept", ...by });
    // Another definition may have been forgotten, so it has to be named.
    expect(await accept({})).toMatchObject({ status: 409 });
    expect(await accept({ hash: hash.slice(0, 31) })).toMatchObject({ status: 409 });
    expect(await accept({ hash: hash.slice(0, 32) })).toMatchObject({ status: 200, json: { state: "accepted" } });
  },
);
