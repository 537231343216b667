/** Servers that report changes of their resources in hostile ways: what they cost the gateway, its clients and each other. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, inject, it, vi, onTestFinished } from "vitest";
import { resourceOf, startReportingUpstream } from "../fixtures/upstreams/reporting-upstream.ts";
import type { ReportingUpstream } from "../fixtures/upstreams/reporting-upstream.ts";
import { openGateway, type TestGateway } from "./gateway.ts";

const PATIENCE_MS = 60_000;
const SERVERS = ["honest", "mute", "ends"];

let upstream: ReportingUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  upstream = await startReportingUpstream();
  const entries = SERVERS.map((name) => [name, { url: `${upstream.origin}/${name}`, expose: "both" }] as const);
  gateway = await openGateway({
    bundle: inject("bundle"),
    mcpServers: Object.fromEntries(entries),
    vars: { ISOGATE_OPEN: "local" },
  });
  const client = await connected();
  await vi.waitFor(async () => {
    const { resources } = await client.listResources();
    if (resources.filter(({ uri }) => uri.startsWith("reports:")).length < SERVERS.length)
      throw new Error("Some are not listed yet.");
  }, PATIENCE_MS);
  await client.close();
}, PATIENCE_MS);
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

async function connected(): Promise<Client> {
  const mode = { pin: "2026-07-28" };
  const client = new Client({ name: "listens", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(gateway.url)));
  return client;
}

/** @returns the URIs that a client that listens for these has heard of */
async function listening(...uris: readonly string[]): Promise<readonly string[]> {
  const client = await connected();
  onTestFinished(() => client.close());
  const heard: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
  await client.listen({ resourceSubscriptions: [...uris] });
  return heard;
}

it("a server whose stream ends at once is not asked without a pause, and clients are not told of changes all the time", async () => {
  const heard = await Promise.all(Array.from({ length: 4 }, () => listening(resourceOf("ends"))));
  const before = upstream.asked("ends", "subscriptions/listen");
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  expect(upstream.asked("ends", "subscriptions/listen") - before).toBeLessThan(3);
  for (const uris of heard) expect(uris.length).toBeLessThan(3);
});

it("a server that does not answer holds up no other", { timeout: PATIENCE_MS }, async () => {
  const heard = await listening(resourceOf("honest"), resourceOf("mute"));
  upstream.touch("honest", resourceOf("honest"));
  await expect.poll(() => heard, { timeout: 5_000 }).toStrictEqual([resourceOf("honest")]);
});
