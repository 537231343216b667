/**
 * Two people with keys of their own sign in to one upstream behind its own OAuth server, over the network, and the gateway is
 * stopped and started again twice: with a new encryption key beside the old one, then with the new one alone.
 */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { startProtectedUpstream } from "../fixtures/upstreams/protected-upstream.ts";
import { envelopeOf } from "../support/answer.ts";
import { Browser } from "../support/network-browser.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { openGateway, type TestGateway } from "./gateway.ts";
import { CLIENTS } from "./open-client.ts";

const OLD = "old-key-old-key-old-key-old-key-old-key-";
const NEW = "new-key-new-key-new-key-new-key-new-key-";
const SETUP = "setup-token-of-this-test";
const lasting = new AsyncDisposableStack();
let upstream: string;
let persistTo: string;

beforeAll(async () => {
  persistTo = await temporaryDirectory();
  lasting.defer(() => rm(persistTo, { recursive: true, force: true }));
  const running = await startProtectedUpstream();
  lasting.defer(() => running.close());
  upstream = running.origin;
});

afterAll(() => lasting.disposeAsync());

/** One life of the gateway. */
async function withGateway(encryptionKey: string, work: (gateway: TestGateway) => Promise<void>): Promise<void> {
  const gateway = await openGateway({
    bundle: inject("bundle"),
    persistTo,
    mcpServers: { vault: { url: `${upstream}/r/vault/mcp`, auth: "oauth" } },
    vars: {
      ISOGATE_OPEN: "local",
      ISOGATE_API_KEY: "owner-key",
      ISOGATE_SETUP_TOKEN: SETUP,
      ISOGATE_ENCRYPTION_KEY: encryptionKey,
    },
  });
  try {
    await work(gateway);
  } finally {
    await gateway.stop();
  }
}

async function post<T>({ origin }: TestGateway, path: string, key: string, body: object = {}): Promise<T> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<T>;
}

async function whoami({ url }: TestGateway, key: string): Promise<unknown> {
  const client = await CLIENTS["v2 client, 2026-07-28"](url, { authorization: `Bearer ${key}` });
  const envelope = envelopeOf(await client.call("execute_code", { code: "await vault.whoami({})" }));
  await client.close();
  return envelope.ok ? envelope.value : envelope.error?.code;
}

async function signIn(gateway: TestGateway, key: string, login: string): Promise<void> {
  const { url } = await post<{ url: string }>(gateway, "/upstreams/vault/connect", key);
  const browser = new Browser();
  await browser.submit(`${gateway.origin}/dashboard/sign-in`, new URLSearchParams({ key }));
  const page = await browser.open(url);
  const ticket = /name="ticket" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const authorize = await browser.submit(url.replace(/\?.*/, ""), new URLSearchParams({ ticket }), upstream);
  const back = await browser.open(`${authorize.url}&login=${login}`);
  expect(back.text).toContain("vault is connected");
}

it("people stay signed in through restarts and a change of keys", async () => {
  const keys: string[] = [];
  await withGateway(OLD, async (gateway) => {
    for (const name of ["alice", "bob"])
      keys.push((await post<{ key: string }>(gateway, "/keys", "owner-key", { name })).key);
    expect(await whoami(gateway, keys[0] ?? "")).toBe("UPSTREAM_AUTH_REQUIRED");
    await Promise.all([signIn(gateway, keys[0] ?? "", "alice"), signIn(gateway, keys[1] ?? "", "bob")]);
    expect(await Promise.all(keys.map((key) => whoami(gateway, key)))).toStrictEqual(["alice", "bob"]);
  });
  await withGateway(`${NEW},${OLD}`, async (gateway) => {
    expect(await whoami(gateway, keys[0] ?? "")).toBe("alice");
  });
  await withGateway(NEW, async (gateway) => {
    // Who was not there while both keys were is asked to sign in again; nothing else has happened to them.
    expect(await Promise.all(keys.map((key) => whoami(gateway, key)))).toStrictEqual([
      "alice",
      "UPSTREAM_AUTH_REQUIRED",
    ]);
    await signIn(gateway, keys[1] ?? "", "bob");
    expect(await whoami(gateway, keys[1] ?? "")).toBe("bob");
  });
}, 120_000);
