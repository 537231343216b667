/**
 * What can go wrong between the link and the connected upstream, by accident or on purpose: replayed, forged, mixed-up, stolen or
 * foreign answers. After each refusal nobody is signed in and no code has been redeemed.
 */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { upstreams } from "../../support/upstreams.ts";
import { api, createKey } from "../../support/api.ts";
import { FULL_ACCESS } from "../../../src/auth/principal.ts";
import type { Env } from "../../../src/config/env.ts";
import { gatewayOf } from "../../../src/rpc/gateway-stub.ts";
import { Browser, GATEWAY, type Page } from "../../support/browser.ts";
import { Realm } from "../../support/realm.ts";
import type { Behaviour } from "../../fixtures/upstreams/protected-behaviour.ts";
import { TestPrincipal } from "./principal.ts";

const { protectedOne } = upstreams;
const realm = new Realm(protectedOne, "forge");
const byHand = new Realm(protectedOne, "by-hand");

beforeEach(() => Promise.all([realm.reset(), byHand.reset()]));

interface Begun {
  readonly principal: TestPrincipal;
  readonly browser: Browser;
  /** Where the authorization server sends the browser back to. */
  readonly back: URL;
}

async function begun(login = "alice"): Promise<Begun> {
  const principal = new TestPrincipal("forge");
  const browser = await principal.browser();
  const started = await browser.start(await principal.link());
  return { principal, browser, back: new URL(await browser.approve(started.location ?? "", login)) };
}

async function expectNobodySignedIn(principal: TestPrincipal): Promise<void> {
  expect(await principal.call("whoami")).toMatchObject({ error: { code: "UPSTREAM_AUTH_REQUIRED" } });
  expect((await realm.stats()).tokenRequests).toStrictEqual([]);
}

function changed(url: URL, change: (params: URLSearchParams) => void): string {
  const copy = new URL(url);
  change(copy.searchParams);
  return copy.href;
}

describe("the link", () => {
  it("is of a page that does nothing until the button is pressed", async () => {
    const principal = new TestPrincipal("forge");
    const link = await principal.link();
    const browser = await principal.browser();
    for (let preview = 0; preview < 3; preview += 1) expect((await browser.open(link)).status).toBe(200);
    expect((await realm.stats()).registrations).toBe(0);
    expect((await browser.start(link)).status).toBe(303);
  });

  it("works once", async () => {
    const principal = new TestPrincipal("forge");
    const link = await principal.link();
    expect((await (await principal.browser()).start(link)).status).toBe(303);
    const again = await (await principal.browser()).start(link);
    expect(again).toMatchObject({ status: 400, text: expect.stringContaining("used already") });
  });

  it("pressed twice at once leads on once", async () => {
    const principal = new TestPrincipal("forge");
    const link = await principal.link();
    const browsers = await Promise.all([principal.browser(), principal.browser(), principal.browser()]);
    const pages = await Promise.all(browsers.map((browser) => press(browser, link)));
    expect(pages.map(({ status }) => status).sort((a, b) => a - b)).toStrictEqual([303, 400, 400]);
  });

  it("is told to no other site, kept in no cache and shown in no frame", async () => {
    const { headers } = await new Browser().open(await new TestPrincipal("forge").link());
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  it.each([
    { given: "of another upstream", change: (link: string) => link.replace("/forge/", "/by-hand/") },
    { given: "of an upstream without sign-in", change: (link: string) => link.replace("/forge/", "/modern/") },
    { given: "of no upstream", change: (link: string) => link.replace("/forge/", "/nothing/") },
    { given: "without a ticket", change: (link: string) => link.replace(/\?.*/, "") },
    { given: "with another ticket", change: (link: string) => `${link.slice(0, -4)}AAAA` },
    {
      given: "of no Gateway",
      change: (link: string) => link.replace(/ticket=isogate_[0-9a-f]{64}/, `ticket=isogate_${"0".repeat(64)}`),
    },
    {
      given: "of another Gateway",
      change: (link: string) =>
        link.replace(
          /ticket=isogate_[0-9a-f]{64}/,
          `ticket=isogate_${env.GATEWAY.idFromName("somebody else").toString()}`,
        ),
    },
  ])("$given leads nowhere", async ({ change }) => {
    const principal = new TestPrincipal("forge");
    const page = await (await principal.browser()).start(change(await principal.link()));
    expect(page.status).toBe(400);
    expect((await realm.stats()).registrations).toBe(0);
  });

  it.each(["https://evil.example", "http://localhost:5173", "http://127.0.0.1", "no origin"])(
    "cannot be pressed from a page of %s, although the browser is signed in",
    async (origin) => {
      const principal = new TestPrincipal("forge");
      const page = await press(await principal.browser(), await principal.link(), origin);
      expect(page.status).toBe(403);
      expect((await realm.stats()).registrations).toBe(0);
    },
  );

  it("is of no use to a browser that is signed in as somebody else, or as nobody", async () => {
    const [attacker, victim] = [new TestPrincipal("forge"), new TestPrincipal("forge")];
    const link = await attacker.link();
    const other = await (await victim.browser()).start(link);
    expect(other).toMatchObject({ status: 403, text: expect.stringContaining("another account") });
    const nobody = await new Browser().start(link);
    expect(nobody).toMatchObject({ status: 401, text: expect.stringContaining("not signed in") });
    expect((await realm.stats()).registrations).toBe(0);
    // Nor does the attempt use it up.
    expect((await (await attacker.browser()).start(link)).status).toBe(303);
  });

  it.each([
    { given: "another principal's key", want: 403 },
    { given: "a wrong key", want: 401 },
    { given: "a key of the principal that may not use the upstream", want: 403 },
    { given: "a key of the principal", want: 303 },
  ])("pressed by a program with $given is answered with $want", async ({ given, want }) => {
    const { key: own, principal } = await createKey({});
    const keys: Record<string, string> = {
      "another principal's key": (await createKey({})).key,
      "a wrong key": "wrong",
      "a key of the principal that may not use the upstream": (await createKey({ principal, servers: ["notes"] })).key,
      "a key of the principal": own,
    };
    const link = (await gatewayOf(env as Env, principal).connectUpstream("forge", GATEWAY, FULL_ACCESS)) ?? "";
    const page = await press(new Browser(), link, GATEWAY, { authorization: `Bearer ${keys[given]}` });
    expect(page.status, page.text).toBe(want);
  });

  it("leads through a sign-in to the gateway and back to itself", async () => {
    const { key, principal } = await createKey({});
    const link = (await gatewayOf(env as Env, principal).connectUpstream("forge", GATEWAY, FULL_ACCESS)) ?? "";
    const browser = new Browser();
    const refused = await browser.start(link);
    const path = /href="(\/dashboard\/sign-in[^"]+)"/.exec(refused.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const form = await browser.open(`${GATEWAY}${path}`);
    expect(form.status).toBe(200);
    const next = /name="next" value="([^"]+)"/.exec(form.text)?.[1] ?? "";
    const body = new URLSearchParams({ key, next });
    const signedIn = await browser.open(`${GATEWAY}/dashboard/sign-in`, {
      method: "POST",
      headers: { origin: GATEWAY },
      body,
    });
    expect(signedIn).toMatchObject({ status: 303, location: link.replace(GATEWAY, "") });
    expect((await browser.start(`${GATEWAY}${signedIn.location}`)).status).toBe(303);
  });
});

describe("the cookie that binds a sign-in to its browser", () => {
  it("is a new one each time, whatever the browser had, and each upstream has its own", async () => {
    const principal = new TestPrincipal("forge");
    const planted = "ab".repeat(32);
    const browser = await principal.browser();
    const names: string[] = [];
    for (const server of ["forge", "by-hand"]) {
      const link = (await principal.gateway.connectUpstream(server, GATEWAY, FULL_ACCESS)) ?? "";
      const page = await press(browser, link, GATEWAY, {}, `isogate-upstream-${server}-80=${planted}`);
      const [, name = "", value] =
        /^([^=]+)=([^;]+); Path=\/; HttpOnly; SameSite=Lax/.exec(page.headers.get("set-cookie") ?? "") ?? [];
      expect(value).toMatch(/^[0-9a-f]{64}$/);
      expect(value).not.toBe(planted);
      names.push(name);
    }
    expect(new Set([...names, "isogate-80", "isogate-sign-in-80"]).size).toBe(4);
  });
});

/** The button of the page, without opening the page. */
function press(
  browser: Browser,
  link: string,
  origin = GATEWAY,
  more: Readonly<Record<string, string>> = {},
  cookie?: string,
): Promise<Page> {
  const { pathname, searchParams } = new URL(link);
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    ...(origin !== "no origin" && { origin }),
    ...(cookie !== undefined && { cookie }),
    ...more,
  };
  const body = new URLSearchParams({ ticket: searchParams.get("ticket") ?? "" }).toString();
  return browser.open(`${GATEWAY}${pathname}`, { method: "POST", headers, body });
}

describe("the answer of the authorization server", () => {
  it("counts once", async () => {
    const { browser, back, principal } = await begun();
    expect((await browser.open(back.href)).status).toBe(200);
    const replayed = await browser.open(back.href);
    expect(replayed).toMatchObject({ status: 400, text: expect.stringContaining("finished already") });
    expect(await principal.call("whoami")).toMatchObject({ ok: true });
  });

  it("that comes twice at once counts once", async () => {
    const { browser, back } = await begun();
    const pages = await Promise.all([browser.open(back.href), browser.open(back.href)]);
    expect(pages.map(({ status }) => status).sort((a, b) => a - b)).toStrictEqual([200, 400]);
    expect((await realm.stats()).tokenRequests).toStrictEqual(["authorization_code"]);
  });

  it("in another browser is refused, and is used up by that", async () => {
    const { browser, back, principal } = await begun();
    const other = await new Browser().open(back.href);
    expect(other).toMatchObject({ status: 400, text: expect.stringContaining("another browser") });
    expect((await browser.open(back.href)).status).toBe(400);
    await expectNobodySignedIn(principal);
  });

  it("with the code of somebody else's sign-in is refused", async () => {
    const [mine, theirs] = [await begun("alice"), await begun("mallory")];
    const code = theirs.back.searchParams.get("code") ?? "";
    const page = await mine.browser.open(changed(mine.back, (params) => params.set("code", code)));
    expect(page.status).toBe(400);
    expect(await mine.principal.call("whoami")).toMatchObject({ error: { code: "UPSTREAM_AUTH_REQUIRED" } });
  });

  it.each<{ given: string; change: (params: URLSearchParams) => void; want: RegExp }>([
    { given: "without a state", change: (params) => params.delete("state"), want: /used already/ },
    {
      given: "with another state",
      change: (params) => params.set("state", `${(params.get("state") ?? "").slice(0, -4)}AAAA`),
      want: /not known here/,
    },
    { given: "with two states", change: (params) => params.append("state", "x"), want: /not known here/ },
    {
      given: "of another issuer",
      change: (params) => params.set("iss", "https://evil.example"),
      want: /does not come from/,
    },
    {
      given: "of nearly the same issuer",
      change: (params) => params.set("iss", `${params.get("iss")}/`),
      want: /does not come from/,
    },
    {
      given: "without the issuer it always names",
      change: (params) => params.delete("iss"),
      want: /does not come from/,
    },
    {
      given: "with two issuers",
      change: (params) => params.append("iss", "https://evil.example"),
      want: /does not come from/,
    },
    { given: "without a code", change: (params) => params.delete("code"), want: /answered without a code/ },
    { given: "with two codes", change: (params) => params.append("code", "x"), want: /answered without a code/ },
    {
      given: "that access was denied",
      change: (params) => params.set("error", "access_denied"),
      want: /access was denied/,
    },
    {
      given: "with an error that is a page",
      change: (params) => params.set("error", "<script>alert(1)</script>"),
      want: /answered &lt;script&gt;/,
    },
    {
      given: "with an error that is no text",
      change: (params) => params.set("error", "a\nb"),
      want: /an unknown error/,
    },
  ])("$given is refused", async ({ change, want }) => {
    const { browser, back, principal } = await begun();
    const page: Page = await browser.open(changed(back, change));
    expect(page).toMatchObject({ status: 400, text: expect.stringMatching(want) });
    expect(page.text).not.toContain("<script>");
    await expectNobodySignedIn(principal);
  });

  it("after the key of whoever began it was revoked is refused", async () => {
    const principal = new TestPrincipal("forge");
    const browser = await principal.browser();
    const { location = "" } = await browser.start(await principal.link());
    const back = await browser.approve(location, "mallory");
    await principal.gateway.forgetKey("any key of the principal");
    expect((await browser.open(back)).status).not.toBe(200);
    await expectNobodySignedIn(principal);
  });

  it("after a key was revoked is refused, also where the upstream was switched off meanwhile", async () => {
    const principal = new TestPrincipal("forge");
    const browser = await principal.browser();
    const { location = "" } = await browser.start(await principal.link());
    const back = await browser.approve(location, "mallory");
    const change = async (action: "disable" | "enable"): Promise<void> => {
      expect((await api(`/upstreams/forge/${action}`, { method: "POST", body: {} })).status).toBe(200);
      await principal.gateway.upstreamsChanged();
      await principal.call("whoami");
    };
    await change("disable");
    await principal.gateway.forgetKey("any key of the principal");
    await change("enable");
    expect((await browser.open(back)).status).not.toBe(200);
    await expectNobodySignedIn(principal);
  });

  it("that was denied leaves the way open for another try", async () => {
    const principal = new TestPrincipal("forge");
    const browser = await principal.browser();
    const { location = "" } = await browser.start(await principal.link());
    const denied = await browser.open(location);
    expect(await browser.open(denied.location ?? "")).toMatchObject({ status: 400 });
    expect(await browser.signIn(await principal.link(), "alice")).toMatchObject({ status: 200 });
  });
});

describe("mix-up", () => {
  it("an answer at the callback of another upstream is refused", async () => {
    const { browser, back, principal } = await begun();
    expect((await browser.open(back.href.replace("/forge/", "/by-hand/"))).status).toBe(400);
    await expectNobodySignedIn(principal);
  });

  it("each upstream has a callback of its own", async () => {
    await begun();
    expect((await realm.stats()).redirectUris).toStrictEqual([`${GATEWAY}/oauth/upstream/forge/callback`]);
  });

  it("a server that never names itself is believed at the callback of its upstream", async () => {
    await realm.control({ announcesIss: false, iss: "omitted" });
    const { browser, back } = await begun();
    expect((await browser.open(back.href)).status).toBe(200);
  });

  it("a server that names itself wrongly is not believed, although it did not announce to", async () => {
    await realm.control({ announcesIss: false, iss: "https://evil.example" });
    const { browser, back, principal } = await begun();
    expect((await browser.open(back.href)).status).toBe(400);
    await expectNobodySignedIn(principal);
  });

  it("a client in gateway.json proves itself where its tokens are revoked", async () => {
    const principal = new TestPrincipal("by-hand");
    expect(await (await principal.browser()).signIn(await principal.link(), "alice")).toMatchObject({ status: 200 });
    expect(await principal.gateway.disconnectUpstream("by-hand")).toBe(true);
    const { revoked } = await byHand.stats();
    expect(revoked.map((token) => token.slice(0, 8))).toStrictEqual(["rt-alice", "at-alice"]);
  });

  it.each(["invalid_client", "unauthorized_client"])(
    "a sign-in outlasts that the client in gateway.json is refused for a while (%s)",
    async (error) => {
      const principal = new TestPrincipal("by-hand");
      await (await principal.browser()).signIn(await principal.link(), "alice");
      expect(await principal.call("whoami")).toStrictEqual({ ok: true, value: '"alice"' });
      await byHand.revokeAll();
      await byHand.control({ tokenFailure: { status: 401, error } });
      const refused = await principal.call("whoami");
      expect(refused).toMatchObject({ ok: false, error: { code: "UPSTREAM_ERROR" } });
      expect(JSON.stringify(refused)).toContain("mcpServers.by-hand.auth.clientSecret in gateway.json");
      await byHand.control({ tokenFailure: null });
      expect(await principal.call("whoami")).toStrictEqual({ ok: true, value: '"alice"' });
    },
  );

  it("a client in gateway.json is not handed on to another authorization server", async () => {
    const principal = new TestPrincipal("by-hand");
    expect(await (await principal.browser()).signIn(await principal.link(), "alice")).toMatchObject({ status: 200 });
    await byHand.control({ authorizationServer: realm.url });
    const page = await (await principal.browser()).start(await principal.link());
    expect(page).toMatchObject({ status: 400, text: expect.stringContaining("instead of") });
    expect((await realm.stats()).tokenRequests).toStrictEqual([]);
    // Neither a principal that has disconnected nor a new one sends the secret there.
    await principal.gateway.disconnectUpstream("by-hand");
    for (const person of [principal, new TestPrincipal("by-hand")]) {
      expect((await (await person.browser()).start(await person.link())).status).toBe(400);
    }
    await byHand.control({ authorizationServer: null });
    expect((await (await principal.browser()).start(await principal.link())).status).toBe(303);
  });
});

describe("an authorization server is not used", () => {
  const CASES: readonly { readonly given: string; readonly behaviour: Partial<Behaviour>; readonly want: RegExp }[] = [
    { given: "without PKCE", behaviour: { pkce: false }, want: /does not announce PKCE with S256/ },
    {
      given: "that registers nobody",
      behaviour: { registers: false },
      want: /register one there with the redirect URI .*forge\/callback/,
    },
    {
      given: "whose metadata names another issuer",
      behaviour: { metadataIssuer: "https://evil.example" },
      want: /cannot be used/,
    },
    {
      given: "for another resource",
      behaviour: { resource: "https://evil.example/mcp" },
      want: /cannot be used|does not match/,
    },
    {
      given: "inside the network",
      behaviour: { authorizationServer: "https://10.0.0.1" },
      want: /not on the public internet/,
    },
    { given: "at a metadata service", behaviour: { authorizationServer: "http://169.254.169.254" }, want: /uses http/ },
    {
      given: "whose metadata has values of other types",
      behaviour: { metadata: { token_endpoint: 5, response_types_supported: "code" } },
      want: /answer cannot be used: token_endpoint: [^{}[\]]+; response_types_supported: [^{}[\]]+\./,
    },
    {
      given: "whose metadata is elsewhere",
      behaviour: { resourceMetadataUrl: "http://169.254.169.254/latest" },
      want: /uses http: instead of https/,
    },
    {
      given: "that would run a script in the browser",
      behaviour: { metadata: { authorization_endpoint: "javascript:alert(document.cookie)" } },
      want: /authorization_endpoint|cannot be used/,
    },
    {
      given: "that takes tokens inside the network",
      behaviour: { metadata: { token_endpoint: "https://192.168.0.1/token" } },
      want: /token_endpoint of .* is not on the public internet/,
    },
    {
      given: "that registers inside the network",
      behaviour: { metadata: { registration_endpoint: "https://localhost.localdomain/" } },
      want: /registration_endpoint of/,
    },
    {
      given: "that revokes inside the network",
      behaviour: { metadata: { revocation_endpoint: "http://10.1.1.1/" } },
      want: /revocation_endpoint of/,
    },
  ];

  it.each(CASES)("$given", async ({ behaviour, want }) => {
    await realm.control(behaviour);
    const principal = new TestPrincipal("forge");
    const page = await (await principal.browser()).start(await principal.link());
    expect(page).toMatchObject({ status: 400, text: expect.stringMatching(want) });
    await expectNobodySignedIn(principal);
  });

  it("whose tokens are of another kind", async () => {
    await realm.control({ tokenType: "DPoP" });
    const { browser, back, principal } = await begun();
    expect(await browser.open(back.href)).toMatchObject({
      status: 400,
      text: expect.stringContaining("no bearer tokens"),
    });
    expect(await principal.call("whoami")).toMatchObject({ error: { code: "UPSTREAM_AUTH_REQUIRED" } });
  });

  it("and what it repeats of the request is not shown", async () => {
    const { browser, back } = await begun();
    await realm.control({ tokenFailure: { status: 400, error: "invalid_grant" } });
    const page = await browser.open(back.href);
    expect(page).toMatchObject({ status: 400, text: expect.stringContaining("invalid_grant") });
    expect(page.text).not.toMatch(new RegExp(back.searchParams.get("code") ?? "nothing"));
    expect(page.text).not.toMatch(/code_verifier=[^[]/);
  });
});

describe("the gateway's own metadata document", () => {
  it("describes it to authorization servers that read one", async () => {
    const page = await new Browser().open(`${GATEWAY}/oauth/upstream/forge/client.json`);
    expect(JSON.parse(page.text)).toMatchObject({
      client_id: `${GATEWAY}/oauth/upstream/forge/client.json`,
      redirect_uris: [`${GATEWAY}/oauth/upstream/forge/callback`],
      token_endpoint_auth_method: "none",
    });
  });

  it.each(["modern", "notes", "filesystem", "nothing"])("does not exist for %s", async (name) => {
    expect((await new Browser().open(`${GATEWAY}/oauth/upstream/${name}/client.json`)).status).toBe(404);
  });
});
