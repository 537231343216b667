/** `/api/v1/upstreams` at the Worker's fetch handler: the health of every credential, signing in and out. */
import { connectSchema, disconnectSchema, upstreamListSchema } from "../../src/contract/upstreams.ts";
import type { upstreamSchema } from "../../src/contract/upstreams.ts";
import { describe, expect, it } from "vitest";
import { upstreams as origins } from "../support/upstreams.ts";
import type * as z from "zod";
import { api, createKey, problemOf } from "../support/api.ts";
import { Browser } from "../support/browser.ts";
import { Realm } from "../support/realm.ts";

type Upstream = z.output<typeof upstreamSchema>;

async function upstreams(key?: string): Promise<Record<string, Upstream>> {
  const response = await api("/upstreams", key === undefined ? {} : { key });
  const list = upstreamListSchema.parse(await response.json());
  return Object.fromEntries(list.upstreams.map((upstream) => [upstream.name, upstream]));
}

async function connect(name: string, key: string): Promise<string> {
  const response = await api(`/upstreams/${name}/connect`, { method: "POST", key });
  return connectSchema.parse(await response.json()).url;
}

describe("GET /api/v1/upstreams", () => {
  it("says how each upstream and its credential is doing", async () => {
    const all = await upstreams();
    expect(all).toMatchObject({
      modern: { type: "http", status: "ready", credential: { state: "static" } },
      "legacy-tools": { credential: { state: "none" } },
      notes: { type: "local", status: "ready", credential: { state: "none" } },
      filesystem: { type: "stdio", status: "down", tools: 0, credential: { state: "error" } },
      needs_secret: {
        status: "down",
        credential: { state: "error", message: expect.stringContaining("MISSING_SECRET") },
      },
      vault: {
        status: "down",
        reason: "vault needs you to sign in.",
        credential: { state: "sign_in_required", link: expect.stringContaining("/oauth/upstream/vault/start?ticket=") },
      },
      machine: { status: "ready", tools: 3, credential: { state: "ok", scope: "read write" } },
    });
    const signsIn = ["modern", "notes", "filesystem", "needs_secret", "vault", "machine"].map((name) => [
      name,
      all[name]?.signs_in,
    ]);
    expect(Object.fromEntries(signsIn)).toStrictEqual({
      modern: false,
      notes: false,
      filesystem: false,
      needs_secret: false,
      vault: true,
      machine: false,
    });
    expect(all["modern"]?.tools).toBeGreaterThan(3);
    expect(JSON.stringify(all)).not.toMatch(/t0ken|by-hand-secret|at-machine/);
  });

  it("shows narrowed credentials what they may use", async () => {
    const { key } = await createKey({ servers: ["vault", "notes"] });
    expect(Object.keys(await upstreams(key))).toStrictEqual(["notes", "vault"]);
  });
});

describe("signing in and out", () => {
  it("is done by a person at the link, for the principal of the key", async () => {
    await new Realm(origins.protectedOne, "depot").reset();
    const { key, principal } = await createKey({ servers: ["depot"] });
    const browser = new Browser();
    await browser.signInToGateway(key);
    expect(await browser.signIn(await connect("depot", key), "carol")).toMatchObject({ status: 200 });
    await expect
      .poll(async () => (await upstreams(key))["depot"], { timeout: 5_000 })
      .toMatchObject({
        status: "ready",
        tools: 3,
        credential: { state: "ok" },
      });
    // What others of the principal use, a narrowed key neither replaces nor ends.
    for (const step of ["connect", "disconnect"]) {
      const problem = await problemOf(await api(`/upstreams/depot/${step}`, { method: "POST", key }));
      expect(problem).toMatchObject({ status: 403, detail: expect.stringContaining("restricted") });
    }
    const { key: full } = await createKey({ principal });
    expect(await connect("depot", full)).toContain("/oauth/upstream/depot/start");
    const response = await api("/upstreams/depot/disconnect", { method: "POST", key: full });
    expect(disconnectSchema.parse(await response.json())).toStrictEqual({ revoked: true });
    expect((await upstreams(key))["depot"]).toMatchObject({ credential: { state: "sign_in_required" } });
  });

  it.each(["connect", "disconnect"])("%s of what nobody signs in to is refused", async (step) => {
    const problem = await problemOf(await api(`/upstreams/modern/${step}`, { method: "POST" }));
    expect(problem).toMatchObject({ status: 409, code: "CONFLICT", detail: expect.stringContaining("modern") });
  });

  it.each([
    { given: "nothing", name: "nothing" },
    { given: "constructor", name: "constructor" },
    { given: "what the credentials may not use", name: "depot" },
  ])("of $given is refused as unknown", async ({ name }) => {
    const { key: narrowed } = await createKey({ servers: ["notes"] });
    const connecting = await api(`/upstreams/${name}/connect`, { method: "POST", key: narrowed });
    expect(await problemOf(connecting)).toMatchObject({ status: 404, code: "NOT_FOUND" });
    if (name === "depot") return;
    const { key } = await createKey({});
    const disconnecting = await api(`/upstreams/${name}/disconnect`, { method: "POST", key });
    expect(await problemOf(disconnecting)).toMatchObject({ status: 404, code: "NOT_FOUND" });
  });
});
