/** Ways to the network, to the environment and to modules of the runtime, without importing: none is in scope. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { attack } from "../support/attack.ts";
import { connect } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

const GLOBALS = `
  WebSocket WebSocketPair EventSource connect caches CacheStorage Cache navigator process
  Buffer require module exports env __dirname global Deno Bun ReadableStream WritableStream TransformStream
  CompressionStream HTMLRewriter MessageChannel BroadcastChannel Worker SharedWorker importScripts
  XMLHttpRequest location origin SharedArrayBuffer Atomics FinalizationRegistry WebAssembly eval scheduler
  setImmediate reportError addEventListener dispatchEvent onmessage postMessage close WorkerGlobalScope
  ServiceWorkerGlobalScope ExecutionContext FetchEvent Cloudflare gc v8 D8 print load
`
  .trim()
  .split(/\s+/);

describe("is not there", () => {
  it.each(GLOBALS)("%s", async (name) => {
    const code = `[typeof ${name}, typeof globalThis[${JSON.stringify(name)}], typeof self.${name}]`;
    expect(await attack(client, code)).toMatchObject({ ok: true, value: ["undefined", "undefined", "undefined"] });
  });

  it.each([
    "Blob.prototype.stream",
    "File.prototype.stream",
    "crypto.DigestStream",
    "AbortSignal.prototype.constructor.WebSocket",
    "Object.getPrototypeOf(globalThis)?.fetch",
    "fetch.constructor.prototype.fetch",
    "console.log.env",
    "notes.list_notes.env",
    "Error.prepareStackTrace",
    "RegExp.$1",
    "RegExp.input",
    "Function.prototype.host",
  ])("%s", async (path) => {
    expect(await attack(client, `typeof (${path})`)).toMatchObject({ ok: true, value: "undefined" });
  });
});

describe("fetch says that there is no network", () => {
  it.each([
    "await fetch('https://example.com')",
    "await fetch('http://localhost.example.com:3001/')",
    "await fetch('https://127.0.0.1/')",
    "await fetch('data:text/plain,x')",
    "await fetch('file:///etc/passwd')",
    "await fetch({ toString() { return 'https://example.com' } })",
    "await globalThis.fetch('https://example.com')",
    "await self.fetch('https://example.com')",
    "await Reflect.apply(fetch, undefined, ['https://example.com'])",
    "await fetch.call(globalThis, 'https://example.com')",
  ])("%s", async (code) => {
    const ended = await attack(client, code);
    expect(ended).toMatchObject({ ok: false, error: { message: expect.stringContaining("no network") } });
  });
});
