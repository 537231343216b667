/** Tokens of upstreams that are bound to a key of the gateway (RFC 9449), against a server that checks every proof. */
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { upstreams } from "../../support/upstreams.ts";
import { Realm } from "../../support/realm.ts";
import { TestPrincipal } from "./principal.ts";

const realm = new Realm(upstreams.protectedOne, "bound");
const ALICE = { ok: true, value: '"alice"' };

beforeEach(() => realm.reset());

async function signedIn(): Promise<TestPrincipal> {
  const principal = new TestPrincipal("bound");
  const page = await (await principal.browser()).signIn(await principal.link(), "alice");
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining("bound is connected") });
  return principal;
}

describe("an authorization server that binds tokens to keys", () => {
  it("gets a proof with every request for a token, and the upstream one with every call", async () => {
    await realm.control({ dpop: "on" });
    const alice = await signedIn();
    expect(await alice.call("whoami")).toStrictEqual(ALICE);
    const { proofs, mcpRequests, refused, tokenRequests } = await realm.stats();
    // The request that found the authorization server had no token yet.
    expect(refused).toBe(1);
    expect(mcpRequests).toBeGreaterThan(1);
    expect(proofs).toHaveLength(mcpRequests - refused + tokenRequests.length);
  });

  it("gets the same key when the token is renewed, also after a restart", async () => {
    await realm.control({ dpop: "on", expiresIn: 1 });
    const alice = await signedIn();
    await alice.restart();
    await realm.control({ expiresIn: 3_600 });
    await realm.revokeAll();
    expect(await alice.call("whoami")).toStrictEqual(ALICE);
    expect((await realm.stats()).tokenRequests).toContain("refresh_token");
  });

  it("and wants nonces is answered with them, each time that they change", async () => {
    await realm.control({ dpop: "nonces" });
    const alice = await signedIn();
    expect(await alice.call("whoami")).toStrictEqual(ALICE);
    await realm.changeNonce();
    expect(await alice.call("whoami")).toStrictEqual(ALICE);
  });

  it("leaves no key in clear where it is stored", async () => {
    await realm.control({ dpop: "on" });
    const alice = await signedIn();
    await alice.call("whoami");
    expect(await alice.stored()).not.toMatch(/publicJwk|thumbprint|P-256/);
  });

  it("is obeyed when it issues a bearer token all the same", async () => {
    await realm.control({ metadata: { dpop_signing_alg_values_supported: ["ES256"] } });
    const alice = await signedIn();
    expect(await alice.call("whoami")).toStrictEqual(ALICE);
    expect((await realm.stats()).proofs).toHaveLength(0);
  });

  it("with algorithms that the gateway does not have gets no proofs", async () => {
    await realm.control({ metadata: { dpop_signing_alg_values_supported: ["ES512"] } });
    expect(await (await signedIn()).call("whoami")).toStrictEqual(ALICE);
  });
});

describe("a token that the gateway asks for as itself", () => {
  const own = new Realm(upstreams.protectedOne, "machine");
  const MACHINE = { ok: true, value: '"machine"' };
  beforeEach(() => own.reset());
  // Other files list this upstream.
  afterAll(() => own.reset());

  it.each(["on", "nonces"] as const)("is bound to a key that every request proves (%s)", async (dpop) => {
    await own.control({ dpop });
    const principal = new TestPrincipal("machine");
    expect(await principal.call("whoami")).toStrictEqual(MACHINE);
    await own.changeNonce();
    expect(await principal.call("whoami")).toStrictEqual(MACHINE);
    const { proofs, tokenRequests } = await own.stats();
    expect(new Set(tokenRequests)).toStrictEqual(new Set(["client_credentials"]));
    expect(proofs.length).toBeGreaterThan(2);
  });

  it("keeps its key through a restart, sealed", async () => {
    await own.control({ dpop: "on" });
    const principal = new TestPrincipal("machine");
    await principal.call("whoami");
    // The other principals ask this server for tokens, too; a token that was asked for again is sealed anew.
    const sealed = await principal.credentials();
    expect(sealed.length).toBeGreaterThan(0);
    await principal.restart();
    expect(await principal.call("whoami")).toStrictEqual(MACHINE);
    expect(await principal.credentials()).toStrictEqual(sealed);
    expect(await principal.stored()).not.toMatch(/publicJwk|thumbprint|P-256/);
  });

  it("is not used where it is bound to a key that was not offered", async () => {
    await own.control({ tokenType: "DPoP" });
    const answer = await new TestPrincipal("machine").call("whoami");
    expect(JSON.stringify(answer)).toContain("It binds tokens to a key, and does not say so in its metadata.");
  });

  // It stands here because files run at the same time and this one controls the server.
  it("is asked for at no other authorization server that the upstream names later", async () => {
    const principal = new TestPrincipal("machine");
    expect(await principal.call("whoami")).toStrictEqual(MACHINE);
    await own.control({ authorizationServer: realm.url });
    await own.revokeAll();
    const message = expect.stringContaining("set auth.issuer of mcpServers.machine") as unknown;
    for (const caller of [principal, new TestPrincipal("machine")]) {
      expect(await caller.call("whoami")).toMatchObject({ error: { code: "UPSTREAM_AUTH_REQUIRED", message } });
    }
    expect((await realm.stats()).tokenRequests).toStrictEqual([]);
  });
});

it("a token of the type DPoP where no keys were offered is not used", async () => {
  await realm.control({ tokenType: "DPoP" });
  const principal = new TestPrincipal("bound");
  const page = await (await principal.browser()).signIn(await principal.link(), "alice");
  expect(page.text).toContain("It issues no bearer tokens.");
});
