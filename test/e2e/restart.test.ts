/** A gateway that starts again while everything behind it is gone: its catalog is in storage. */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { startEverything } from "../../scripts/stack.mjs";
import { startToolsUpstream } from "../fixtures/upstreams/tools-upstream.ts";
import { envelopeOf, textOf } from "../support/answer.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { openGateway, type GatewayOptions } from "./gateway.ts";
import { CLIENTS, type OpenClient } from "./open-client.ts";

const openClient = CLIENTS["v2 client, 2026-07-28"];
/** What lives as long as the tests. */
const lasting = new AsyncDisposableStack();
let client: OpenClient;

beforeAll(async () => {
  const persistTo = await temporaryDirectory();
  lasting.defer(() => rm(persistTo, { recursive: true, force: true }));
  const options = await fillStorage(persistTo);
  const gateway = await openGateway(options);
  lasting.defer(() => gateway.stop());
  client = await openClient(gateway.url);
  lasting.defer(() => client.close());
});

afterAll(() => lasting.disposeAsync());

/** One life of the gateway, with upstreams that end with it. */
async function fillStorage(persistTo: string): Promise<GatewayOptions> {
  await using life = new AsyncDisposableStack();
  const everything = await startEverything({ port: 9760 });
  life.defer(() => everything.stop());
  const modern = await startToolsUpstream("modern");
  life.defer(() => modern.close());
  const legacy = await startToolsUpstream("legacy");
  life.defer(() => legacy.close());
  const options = {
    bundle: inject("bundle"),
    persistTo,
    vars: { ISOGATE_OPEN: "local" },
    mcpServers: {
      everything: { type: "http", url: everything.url },
      modern: { type: "http", url: `${modern.origin}/mcp` },
      legacy: { type: "http", url: `${legacy.origin}/mcp` },
    },
  };
  const gateway = await openGateway(options);
  life.defer(() => gateway.stop());
  const first = await openClient(gateway.url);
  life.defer(() => first.close());
  const all = /everything\.[^]*legacy\.[^]*modern\./;
  await vi.waitUntil(async () => all.test(await search(first, { detail: "names" })), { timeout: 10_000 });
  return options;
}

it("answers its first search from storage, without waiting for anybody", async () => {
  const started = performance.now();
  const text = await search(client, { query: "add two numbers" });
  // The first listing of upstreams that were never listed waits 1,500 ms; this one waits for nothing.
  expect(performance.now() - started).toBeLessThan(1_300);
  expect(text).toContain("modern.add(");
  expect(text).toContain("legacy.add(");
});

it("finds the tools of every upstream that is gone, and says that it is down", async () => {
  for (const server of ["everything", "modern", "legacy"]) {
    await expect
      .poll(() => search(client, { query: "echo", server }))
      .toMatch(new RegExp(`// ${server} is down: .*127\\.0\\.0\\.1`));
    expect(await search(client, { query: "echo", server })).toMatch(new RegExp(`^${server}\\.echo\\(`, "m"));
  }
});

it("tells a script which upstream is down", async () => {
  const envelope = envelopeOf(await client.call("execute_code", { code: "await modern.add({ a: 1, b: 2 })" }));
  expect(envelope).toMatchObject({ error: { code: "UPSTREAM_ERROR", message: expect.stringContaining("modern") } });
});

async function search(of: OpenClient, args: Record<string, unknown>): Promise<string> {
  return textOf(await of.call("search_tools", args));
}
