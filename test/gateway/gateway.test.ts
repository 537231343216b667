/**
 * The Gateway Durable Object over its life: what survives an eviction, what an upstream is asked and when, and how
 * changes of an upstream reach the catalog. Every test has a Gateway of its own; the upstreams are real and shared.
 */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { upstreams } from "../support/upstreams.ts";
import { FULL_ACCESS } from "../../src/auth/principal.ts";
import type { UpstreamStats } from "../fixtures/upstreams/stats.ts";
import { testControl, testOpening } from "../support/run-opening.ts";
import type { GatewayStub } from "../../src/rpc/gateway-stub.ts";

const { modern, legacy } = upstreams;
const SCOPE = { access: FULL_ACCESS, allowedServers: [], wallMs: 60_000 };
let names = 0;

type Stub = GatewayStub & { readonly id: DurableObjectId };

function gateway(): Stub {
  names += 1;
  return stubOf(env.GATEWAY.idFromName(`gateway-test-${names}`));
}

function stubOf(id: DurableObjectId): Stub {
  const stub: unknown = env.GATEWAY.get(id);
  return stub as Stub;
}

/** Ends the object as a crash would: what is in memory is gone, open connections with it. A stub made before is dead. */
async function restarted(stub: Stub): Promise<Stub> {
  const doomed = env.GATEWAY.get(stub.id);
  await runInDurableObject(doomed, (_gateway, state) => state.abort("restarted by a test")).catch(() => undefined);
  return stubOf(stub.id);
}

async function stats(origin: string): Promise<UpstreamStats> {
  return (await fetch(`${origin}/stats`)).json();
}

async function call(stub: Stub, server: string, tool: string, args: object) {
  using host = await stub.openRun(SCOPE, testOpening(), testControl());
  return await host.call({ server, tool, args: JSON.stringify(args), raw: false });
}

async function toolNames(stub: Stub, server: string): Promise<readonly string[]> {
  const { servers, lists } = await stub.snapshot([], FULL_ACCESS);
  const hash = servers.find(({ name }) => name === server)?.hash;
  return hash === undefined ? [] : (lists[hash] ?? []).map(({ name }) => name);
}

/** From now on no time passes for the gateway, so what waits for the end of a period waits for ever. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

beforeEach(async () => {
  await Promise.all([fetch(`${modern}/reset`), fetch(`${legacy}/reset`)]);
});

describe("a known 2026-07-28 upstream", () => {
  it("costs one request per call, also the first after an eviction", async () => {
    let stub = gateway();
    await call(stub, "modern", "add", { a: 1, b: 2 });
    stub = await restarted(stub);
    await fetch(`${modern}/reset`);
    expect(await call(stub, "modern", "add", { a: 1, b: 2 })).toStrictEqual({ ok: true, value: '{"sum":3}' });
    expect(await call(stub, "modern", "add", { a: 2, b: 2 })).toStrictEqual({ ok: true, value: '{"sum":4}' });
    expect((await stats(modern)).methods).toStrictEqual(["tools/call", "tools/call"]);
  });

  it("gets the configured header with the secret in it", async () => {
    await call(gateway(), "modern", "echo", { text: "x" });
    expect((await stats(modern)).authorization).toBe("Bearer t0ken-secret");
  });
});

describe("after an eviction", () => {
  it("the catalog is answered from storage before any upstream has answered", async () => {
    let stub = gateway();
    await stub.snapshot([], FULL_ACCESS);
    stub = await restarted(stub);
    // The silent upstream never answers and was never listed; only the first look of a Gateway gives it a moment.
    stopTime();
    const { lists } = await stub.snapshot([], FULL_ACCESS);
    expect(
      Object.values(lists)
        .flat()
        .map(({ name }) => name),
    ).toContain("echo");
  });

  it("lists travel only when the asker does not have them", async () => {
    const stub = gateway();
    const { servers } = await stub.snapshot([], FULL_ACCESS);
    const hashes = servers.flatMap(({ hash }) => (hash === undefined ? [] : [hash]));
    expect(hashes.length).toBeGreaterThan(3);
    const again = await stub.snapshot(hashes, FULL_ACCESS);
    expect(again.lists).toStrictEqual({});
  });
});

describe.each([
  ["modern", "modern", modern],
  ["legacy", "legacy-tools", legacy],
] as const)("a %s upstream", (_era, server, origin) => {
  it("whose tools change is listed again without being asked", async () => {
    const stub = gateway();
    const before = await toolNames(stub, server);
    const grown = await (await fetch(`${origin}/grow`)).text();
    expect(before).not.toContain(grown);
    await expect.poll(() => toolNames(stub, server), { timeout: 5_000 }).toContain(grown);
    expect(await call(stub, server, grown, {})).toStrictEqual({ ok: true, value: JSON.stringify(grown) });
  });

  it("is told when the run of a call in flight has ended", async () => {
    const stub = gateway();
    await toolNames(stub, server);
    const host = await stub.openRun(SCOPE, testOpening(), testControl());
    const pending = host.call({ server, tool: "slow", args: '{"ms":30000}', raw: false });
    await expect.poll(() => stats(origin).then(({ slowStarted }) => slowStarted)).toBe(1);
    await host.close({ outcome: { ok: true }, logs: [], endedAt: Date.now(), prepareMs: 0 });
    await expect.poll(() => stats(origin).then(({ slowCancelled }) => slowCancelled)).toBe(1);
    expect(await pending).toMatchObject({ ok: false });
    expect(await host.call({ server, tool: "echo", args: '{"text":"late"}', raw: false })).toMatchObject({
      ok: false,
      error: { code: "CANCELLED" },
    });
    host[Symbol.dispose]();
  });

  it("is told when nobody closes the run after its wall clock", async () => {
    const stub = gateway();
    const host = await stub.openRun({ ...SCOPE, wallMs: 3_000 }, testOpening(), testControl());
    const pending = host.call({ server, tool: "slow", args: '{"ms":30000}', raw: false });
    await expect.poll(() => stats(origin).then(({ slowCancelled }) => slowCancelled), { timeout: 15_000 }).toBe(1);
    expect(await pending).toMatchObject({ ok: false });
    host[Symbol.dispose]();
  });
});

describe("a 2025-era upstream", () => {
  it("that lost its sessions is asked once more on a new one", async () => {
    const stub = gateway();
    await call(stub, "legacy-tools", "echo", { text: "a" });
    await fetch(`${legacy}/forget`);
    await fetch(`${legacy}/reset`);
    expect(await call(stub, "legacy-tools", "echo", { text: "b" })).toStrictEqual({ ok: true, value: '"b"' });
    const { methods } = await stats(legacy);
    expect(methods.filter((method) => method === "initialize")).toHaveLength(1);
  });
});

describe("broken upstreams", () => {
  it("are reported by name and delay nothing else", async () => {
    const stub = gateway();
    expect(await call(stub, "notes", "summarize", { id: 1 })).toMatchObject({ ok: true });
    const { servers } = await stub.snapshot([], FULL_ACCESS);
    const status = Object.fromEntries(servers.map(({ name, status: one }) => [name, one]));
    expect(status["dead"]).toMatchObject({ state: "down", reason: expect.stringContaining("dead") });
    expect(status["filesystem"]).toMatchObject({ state: "down", reason: expect.stringContaining("bridge it") });
    expect(status["needs_secret"]).toMatchObject({ state: "down", reason: expect.stringContaining("MISSING_SECRET") });
    expect(status["silent"]).toMatchObject({ state: "connecting" });
    expect(status["modern"]).toStrictEqual({ state: "ready" });
  });

  it("do not make a second look wait", async () => {
    const stub = gateway();
    await stub.snapshot([], FULL_ACCESS);
    // The silent upstream is still not answering; only the first look gives it a moment.
    stopTime();
    const { servers } = await stub.snapshot([], FULL_ACCESS);
    expect(servers).toContainEqual(expect.objectContaining({ name: "silent", status: { state: "connecting" } }));
  });
});
