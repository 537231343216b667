/** What the other end of a tunnel makes the gateway do without being asked: frames that it must read, and lists that it reads again. */
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { startWorkerd } from "../support/workerd/gateway.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const MEBIBYTE = 1_048_576;
let gateway: { readonly port: number; stop(): Promise<void> };
let directory: string;

beforeAll(async () => {
  directory = await temporaryDirectory();
  gateway = await startWorkerd({ bundle: inject("bundle"), directory, mcpServers: { laptop: { type: "tunnel" } } });
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await rm(directory, { recursive: true, force: true });
});

interface Frame {
  readonly server: string;
  readonly session: string;
  readonly message: { readonly id?: number; readonly method: string };
}

/** A tunnel whose server has one tool. @returns with how often its tools were listed */
async function open(): Promise<{ readonly socket: WebSocket; readonly lists: () => number }> {
  const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/tunnel?id=${crypto.randomUUID()}&servers=laptop`);
  let lists = 0;
  socket.addEventListener("message", ({ data }) => {
    const { server, session, message } = JSON.parse(String(data)) as Frame;
    if (message.id === undefined) return;
    if (message.method === "tools/list") lists += 1;
    const result =
      message.method === "initialize"
        ? { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "laptop", version: "1" } }
        : message.method === "tools/list"
          ? { tools: [{ name: "echo", inputSchema: { type: "object" } }] }
          : { content: [{ type: "text", text: "answered" }] };
    socket.send(JSON.stringify({ server, session, message: { jsonrpc: "2.0", id: message.id, result } }));
  });
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  return { socket, lists: () => lists };
}

async function echo(): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${gateway.port}/api/v1/code/exec`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: "await laptop.echo({})" }),
  });
  return response.json();
}

it("frames that nobody asked for end the tunnel once they are many, and another one is as good as any", async () => {
  const { socket } = await open();
  await expect.poll(echo, { timeout: 15_000 }).toMatchObject({ result: "answered" });
  const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener("close", resolve));
  const params = { data: "x".repeat(MEBIBYTE), level: "info" };
  const message = { jsonrpc: "2.0", method: "notifications/message", params };
  const frame = JSON.stringify({ server: "laptop", session: "none", message });
  // What was asked for above allows for some more than the burst.
  for (let sent = 0; sent < 70 && socket.readyState === WebSocket.OPEN; sent += 1) {
    socket.send(frame);
    await sleep(5);
  }
  expect(await closed).toMatchObject({ code: 1_008, reason: "it sends more than it is asked for" });
  const next = await open();
  await expect.poll(echo, { timeout: 15_000 }).toMatchObject({ result: "answered" });
  next.socket.close();
});

it("a tunnel that is opened again and again is listed as seldom as one that announces changes", async () => {
  let lists = 0;
  for (let round = 0; round < 8; round += 1) {
    const tunnel = await open();
    await sleep(300);
    lists += tunnel.lists();
    tunnel.socket.close();
    await sleep(50);
  }
  expect(lists).toBeLessThanOrEqual(4);
});
