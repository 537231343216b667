/**
 * Two people sign in to an upstream behind an OAuth server of its own, each for their own Gateway: tokens expire, rotate, are
 * revoked in the middle, and the Gateway crashes. Everything is real but the person.
 */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { upstreams } from "../../support/upstreams.ts";
import { eraseGateway } from "../../../src/rpc/gateway-stub.ts";
import { api } from "../../support/api.ts";
import { GATEWAY } from "../../support/browser.ts";
import { Realm } from "../../support/realm.ts";
import { TestPrincipal } from "./principal.ts";

const realm = new Realm(upstreams.protectedOne, "vault");

beforeEach(() => realm.reset());

async function signedIn(login: string): Promise<TestPrincipal> {
  const principal = new TestPrincipal("vault");
  const page = await (await principal.browser()).signIn(await principal.link(), login);
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining("vault is connected") });
  return principal;
}

describe("before anybody signed in", () => {
  it("a call fails with a link, and the upstream was not asked", async () => {
    const principal = new TestPrincipal("vault");
    const reply = await principal.call("whoami");
    expect(reply).toMatchObject({ ok: false, error: { code: "UPSTREAM_AUTH_REQUIRED", server: "vault" } });
    const error = reply.ok ? undefined : reply.error;
    expect(error?.message).toMatch(
      /^vault needs you to sign in\. Open http:\/\/localhost\/oauth\/upstream\/vault\/start\?ticket=\S+ in a browser/,
    );
    expect(error?.message).toContain(error?.url);
    expect((await realm.stats()).mcpRequests).toBe(0);
  });

  it("the report says so, with the same link", async () => {
    const principal = new TestPrincipal("vault");
    const url = await principal.link();
    expect(await principal.report()).toMatchObject({
      status: { state: "down", needsSignIn: true, signInUrl: url },
      tools: 0,
      credential: { state: "sign_in_required", message: "vault needs you to sign in." },
    });
  });
});

describe("two people", () => {
  it("use the upstream as themselves and see their own tools", async () => {
    const [alice, bob] = await Promise.all([signedIn("alice"), signedIn("bob")]);
    expect(await Promise.all([alice.call("whoami"), bob.call("whoami")])).toStrictEqual([
      { ok: true, value: '"alice"' },
      { ok: true, value: '"bob"' },
    ]);
    await expect.poll(() => alice.tools(), { timeout: 5_000 }).toContain("of_alice");
    await expect.poll(() => bob.tools(), { timeout: 5_000 }).toContain("of_bob");
    expect(await alice.tools()).not.toContain("of_bob");
    expect(await bob.report()).toMatchObject({
      status: { state: "ready" },
      tools: 3,
      credential: { state: "ok", scope: "read", expires_at: expect.stringMatching(/Z$/) },
    });
  });

  it("leave nothing in clear where they are stored", async () => {
    const alice = await signedIn("alice");
    await alice.call("whoami");
    const stored = await alice.stored();
    expect(stored).toContain("of_alice");
    expect(stored).not.toMatch(/at-alice|rt-alice|c-[0-9a-f]{8}-|accessToken|code_verifier/);
  });

  it("one signs out; the other does not notice", async () => {
    const [alice, bob] = await Promise.all([signedIn("alice"), signedIn("bob")]);
    expect(await alice.gateway.disconnectUpstream("vault")).toBe(true);
    const { revoked } = await realm.stats();
    expect(revoked.map((token) => token.slice(0, 8))).toStrictEqual(["rt-alice", "at-alice"]);
    expect(await alice.call("whoami")).toMatchObject({ ok: false, error: { code: "UPSTREAM_AUTH_REQUIRED" } });
    expect(await alice.report()).toMatchObject({ credential: { state: "sign_in_required" } });
    expect(await bob.call("whoami")).toStrictEqual({ ok: true, value: '"bob"' });
  });

  it("who was sent the link in use before signing out cannot use it after", async () => {
    const alice = await signedIn("alice");
    const link = await alice.link();
    await alice.gateway.disconnectUpstream("vault");
    expect(await (await alice.browser()).start(link)).toMatchObject({ status: 400 });
  });

  it("narrowed credentials that got a link while nobody was signed in take nobody's place with it later", async () => {
    const alice = new TestPrincipal("vault");
    const link = (): Promise<string | undefined> =>
      alice.gateway.connectUpstream("vault", GATEWAY, { servers: ["vault"], level: "read" });
    const begun = await alice.browser();
    const { location = "" } = await begun.start((await link()) ?? "");
    const back = await begun.approve(location, "bob");
    const other = await alice.browser();
    const opened = await other.open((await link()) ?? "");
    expect(opened.status).toBe(200);
    const later = (await link()) ?? "";
    // In the Gateway's memory one link is shown to all; after a restart there are two.
    await alice.restart();
    expect((await (await alice.browser()).signIn(await alice.link(), "alice")).status).toBe(200);
    expect(await link()).toBeUndefined();
    expect((await begun.open(back)).status).toBe(400);
    expect((await other.start(later)).status).toBe(400);
    expect(await alice.call("whoami")).toStrictEqual({ ok: true, value: '"alice"' });
  });
});

describe("a crash", () => {
  it("loses no sign-in", async () => {
    const alice = await signedIn("alice");
    await alice.restart();
    await realm.reset();
    expect(await alice.call("whoami")).toStrictEqual({ ok: true, value: '"alice"' });
    expect((await realm.stats()).tokenRequests).toStrictEqual([]);
  });

  it("between leaving for the authorization server and coming back loses nothing either", async () => {
    const alice = new TestPrincipal("vault");
    const browser = await alice.browser();
    const { location = "" } = await browser.start(await alice.link());
    const back = await browser.approve(location, "alice");
    await alice.restart();
    expect(await browser.open(back)).toMatchObject({ status: 200 });
    expect(await alice.call("whoami")).toStrictEqual({ ok: true, value: '"alice"' });
  });

  it("does not make the gateway register itself again", async () => {
    const alice = await signedIn("alice");
    await alice.restart();
    await (await alice.browser()).signIn(await alice.link(), "alice");
    expect((await realm.stats()).registrations).toBe(1);
  });
});

describe("tokens", () => {
  it("that expire are renewed ahead, once for twenty calls at once", async () => {
    await realm.control({ expiresIn: 0, checksExpiry: false });
    const alice = await signedIn("alice");
    // The list that is read after a sign-in needs a token, too.
    await expect.poll(() => alice.stored()).toContain("of_alice");
    await realm.reset();
    await realm.control({ refreshMs: 50 });
    const replies = await Promise.all(Array.from({ length: 20 }, () => alice.call("whoami")));
    expect(new Set(replies.map((reply) => JSON.stringify(reply)))).toStrictEqual(
      new Set(['{"ok":true,"value":"\\"alice\\""}']),
    );
    const stats = await realm.stats();
    expect(stats.tokenRequests).toStrictEqual(["refresh_token"]);
    expect(stats.refused).toBe(0);
  });

  it("that another instance of the upstream renews at the same moment stay", async () => {
    const alice = await signedIn("alice");
    await realm.control({ refreshMs: 4_000 });
    await realm.revokeAll();
    const first = alice.call("whoami");
    await expect.poll(async () => (await realm.stats()).tokenRequests.length, { timeout: 5_000 }).toBe(2);
    for (const action of ["disable", "enable"]) {
      expect((await api(`/upstreams/vault/${action}`, { method: "POST", body: {} })).status).toBe(200);
      await alice.gateway.upstreamsChanged();
      await alice.call("whoami");
    }
    await first;
    expect((await realm.stats()).tokenRequests).toHaveLength(2);
    expect(await alice.call("whoami")).toStrictEqual({ ok: true, value: '"alice"' });
    expect(await alice.report()).toMatchObject({ credential: { state: "ok" } });
  });

  it("that are refused are renewed once for twenty calls at once, and each call is made again", async () => {
    const alice = await signedIn("alice");
    await alice.call("whoami");
    await realm.revokeAll();
    await realm.reset();
    await realm.control({ refreshMs: 50 });
    const replies = await Promise.all(Array.from({ length: 20 }, () => alice.call("whoami")));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(20);
    expect((await realm.stats()).tokenRequests).toStrictEqual(["refresh_token"]);
  });

  it("rotate again and again, also across a crash", async () => {
    const alice = await signedIn("alice");
    for (let round = 0; round < 3; round += 1) {
      await realm.revokeAll();
      expect(await alice.call("whoami")).toStrictEqual({ ok: true, value: '"alice"' });
      await alice.restart();
    }
    expect((await realm.stats()).tokenRequests).toStrictEqual([
      "authorization_code",
      ...Array<string>(3).fill("refresh_token"),
    ]);
  });

  it("that nothing is said about live until they are refused", async () => {
    await realm.control({ expiresIn: null });
    const alice = await signedIn("alice");
    expect(await alice.report()).toMatchObject({ credential: { state: "ok", scope: "read" } });
    expect((await alice.report()).credential).not.toHaveProperty("expires_at");
  });

  it("whose refresh token is void need a new sign-in", async () => {
    const alice = await signedIn("alice");
    await alice.call("whoami");
    await realm.revokeAll(true);
    expect(await alice.call("whoami")).toMatchObject({
      error: {
        code: "UPSTREAM_AUTH_REQUIRED",
        message: expect.stringMatching(/not valid any more \(invalid_grant\)\)\. Open /),
      },
    });
    expect(await alice.report()).toMatchObject({
      status: { needsSignIn: true },
      credential: { state: "sign_in_required" },
    });
    await (await alice.browser()).signIn(await alice.link(), "alice");
    expect(await alice.call("whoami")).toStrictEqual({ ok: true, value: '"alice"' });
  });

  it("of a client that the authorization server has forgotten need a new sign-in, by a new client", async () => {
    const alice = await signedIn("alice");
    await alice.call("whoami");
    await realm.forgetClients();
    await realm.revokeAll();
    expect(await alice.call("whoami")).toMatchObject({ error: { message: expect.stringContaining("invalid_client") } });
    await (await alice.browser()).signIn(await alice.link(), "alice");
    expect(await alice.call("whoami")).toStrictEqual({ ok: true, value: '"alice"' });
    expect((await realm.stats()).registrations).toBe(2);
  });

  it("without a refresh token need a new sign-in when they are refused", async () => {
    await realm.control({ refreshable: false });
    const alice = await signedIn("alice");
    await alice.call("whoami");
    await realm.revokeAll();
    expect(await alice.call("whoami")).toMatchObject({ error: { code: "UPSTREAM_AUTH_REQUIRED" } });
  });

  it("stay in use while the authorization server is away and they are good", async () => {
    await realm.control({ expiresIn: 1, checksExpiry: false });
    const alice = await signedIn("alice");
    await realm.control({ tokenFailure: { status: 503, error: "temporarily_unavailable" } });
    // Due at once or not, expired or not: what the authorization server does is no reason to forget the sign-in.
    await alice.call("whoami");
    await realm.control({ tokenFailure: null });
    expect(await alice.call("whoami")).toStrictEqual({ ok: true, value: '"alice"' });
  });

  it("are in no message, although the authorization server repeats them", async () => {
    const alice = await signedIn("alice");
    await alice.call("whoami");
    await realm.revokeAll();
    await realm.control({ tokenFailure: { status: 400, error: "server_error" } });
    const reply = await alice.call("whoami");
    expect(reply).toMatchObject({ ok: false, error: { message: expect.stringContaining("[refresh token]") } });
    expect(JSON.stringify([reply, await alice.report()])).not.toMatch(/rt-alice|at-alice/);
  });

  it("just issued and refused again are not asked for without end", async () => {
    const alice = await signedIn("alice");
    await alice.call("whoami");
    await realm.reset();
    await realm.control({ refusesAll: true });
    expect(await alice.call("whoami")).toMatchObject({
      error: {
        code: "UPSTREAM_AUTH_REQUIRED",
        message: expect.stringContaining("refuses a token that was just issued"),
      },
    });
    expect((await realm.stats()).tokenRequests).toStrictEqual(["refresh_token"]);
    expect(await alice.report()).toMatchObject({ credential: { state: "error" } });
    await realm.control({ refusesAll: false });
    expect(await alice.call("whoami")).toStrictEqual({ ok: true, value: '"alice"' });
    expect(await alice.report()).toMatchObject({ credential: { state: "ok" } });
  });
});

describe("a principal that is removed", () => {
  it("leaves no token that works", async () => {
    const alice = await signedIn("alice");
    await eraseGateway(env, alice.name);
    const { revoked } = await realm.stats();
    expect(revoked.map((token) => token.slice(0, 8))).toStrictEqual(["rt-alice", "at-alice"]);
    expect(await alice.call("whoami")).toMatchObject({ error: { code: "UPSTREAM_AUTH_REQUIRED" } });
  });
});

describe("a scope that turns out to be needed", () => {
  it("fails that call with a link, harms no other, and is asked for at the next sign-in", async () => {
    const alice = await signedIn("alice");
    expect(await alice.call("write")).toMatchObject({
      error: {
        code: "UPSTREAM_AUTH_REQUIRED",
        message: expect.stringMatching(/vault wants the scope "write" .* Open http/),
      },
    });
    const narrowed = await alice.call("write", { servers: ["vault"], level: "destructive" });
    expect(narrowed).toMatchObject({ error: { message: expect.stringContaining("restricted") } });
    expect(JSON.stringify(narrowed)).not.toContain("http");
    expect(await alice.call("whoami")).toStrictEqual({ ok: true, value: '"alice"' });
    expect(await alice.report()).toMatchObject({ status: { state: "ready" } });
    await alice.restart();
    const browser = await alice.browser();
    const { location = "" } = await browser.start(await alice.link());
    expect(new URL(location).searchParams.get("scope")).toBe("read write");
    await browser.open(await browser.approve(location, "alice"));
    expect(await alice.call("write")).toStrictEqual({ ok: true, value: '"written"' });
  });
});
