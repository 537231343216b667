/** Signing in to the gateway's own pages with an account: who gets in, for how long, and what does not count. */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { startLyingProvider, type LyingProvider } from "../fixtures/lying-provider.ts";
import { OAuthClient } from "../support/oauth.ts";
import { openGateway, type TestGateway } from "./gateway.ts";

const KEY = "correct-horse-battery-staple";
const AUDIENCE = "audience-of-the-application";

let gateway: TestGateway;
let provider: LyingProvider;

beforeAll(async () => {
  provider = await startLyingProvider();
  gateway = await openGateway({
    bundle: inject("bundle"),
    mcpServers: { notes: { type: "local" } },
    settings: {
      auth: {
        oidc: {
          issuer: provider.origin,
          client_id: "isogate",
          client_secret: "${OIDC_SECRET}",
          allow: ["@example.com"],
          admins: ["boss@example.com"],
        },
        access: { team: provider.origin, audience: AUDIENCE },
      },
    },
    vars: { ISOGATE_OPEN: "local", ISOGATE_API_KEY: KEY, OIDC_SECRET: "s" },
  });
});

afterAll(async () => {
  await gateway.stop();
  await provider.close();
});

const person = (name: string) => ({ sub: name, email: `${name}@example.com`, email_verified: true });

function browser(): OAuthClient {
  return new OAuthClient(gateway.origin, fetch);
}

function form(fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return { method: "POST", headers: { origin: gateway.origin, ...headers }, body: new URLSearchParams(fields) };
}

/** The answer of the provider's page to whoever was sent there. */
async function atProvider(at: OAuthClient, next = ""): Promise<string> {
  const page = await (await at.browse("/oauth/sign-in", form({ via: "oidc", next }))).text();
  const link = /<a href="([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const answer = await fetch(link, { redirect: "manual" });
  return answer.headers.get("location") ?? "";
}

async function signedIn(name: string): Promise<OAuthClient> {
  const at = browser();
  provider.person = person(name);
  expect((await at.browse(await atProvider(at))).status).toBe(200);
  return at;
}

/** The cookie of a new session. */
async function sessionOf(name: string): Promise<string> {
  const at = browser();
  provider.person = person(name);
  return cookieOf(await at.browse(await atProvider(at)));
}

function cookieOf(response: Response): string {
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

async function whoIs(at: OAuthClient): Promise<{ principal?: string; role?: string }> {
  return (await at.browse("/dashboard/session")).json();
}

async function run(at: OAuthClient, code: string): Promise<Response> {
  const headers = { origin: gateway.origin, "content-type": "application/json" };
  return at.browse("/api/v1/code/exec", { method: "POST", headers, body: JSON.stringify({ code }) });
}

describe("with an identity provider", () => {
  it("the sign-in page offers it", async () => {
    const page = await (await browser().browse("/dashboard/sign-in?next=/dashboard/tools")).text();
    expect(page).toContain(`Continue with ${new URL(provider.origin).host}`);
    expect(page).not.toContain("Cloudflare Access");
  });

  it("an account comes in as itself, and goes on to the page it wanted by a page of the gateway", async () => {
    const at = browser();
    provider.person = person("ada");
    const back = await at.browse(await atProvider(at, "/dashboard/tools?query=a"));
    expect(back.status).toBe(200);
    expect(back.headers.get("location")).toBeNull();
    expect(await back.text()).toContain('href="/dashboard/tools?query=a"');
    expect(await whoIs(at)).toMatchObject({ principal: expect.stringMatching(/^u[0-9a-f]{40}$/), role: "member" });
    expect((await run(at, "40 + 2")).status).toBe(200);
    expect((await whoIs(await signedIn("boss"))).role).toBe("admin");
  });

  it("two accounts see nothing of each other", async () => {
    const [ada, bob] = [await signedIn("ada"), await signedIn("bob")];
    const { run: id } = (await (await run(ada, "'of ada'")).json()) as { run: string };
    expect((await ada.browse(`/api/v1/runs/${id}`)).status).toBe(200);
    expect((await bob.browse(`/api/v1/runs/${id}`)).status).toBe(404);
    expect((await whoIs(ada)).principal).not.toBe((await whoIs(bob)).principal);
  });

  it("an admin who removes a principal ends its sessions; signing in anew begins with nothing", async () => {
    const eve = await signedIn("eve");
    const { principal } = await whoIs(eve);
    const { run: id } = (await (await run(eve, "1")).json()) as { run: string };
    const boss = await signedIn("boss");
    const headers = { origin: gateway.origin };
    expect((await boss.browse(`/api/v1/principals/${principal}`, { method: "DELETE", headers })).status).toBe(204);
    expect((await eve.browse(`/api/v1/runs/${id}`)).status).toBe(401);
    const again = await signedIn("eve");
    expect((await whoIs(again)).principal).toBe(principal);
    expect((await again.browse(`/api/v1/runs/${id}`)).status).toBe(404);
    expect((await eve.browse("/api/v1/runs")).status).toBe(401);
  });

  it("nothing that a removed principal had comes back when its person signs in again", async () => {
    const cookie = await sessionOf("boss");
    const signedOut = await sessionOf("boss");
    await fetch(`${gateway.origin}/dashboard/sign-out`, form({}, { cookie: signedOut }));
    const { principal } = await whoIs(await signedIn("boss"));
    const json = { origin: gateway.origin, "content-type": "application/json" };
    const made = await fetch(`${gateway.origin}/api/v1/keys`, {
      method: "POST",
      headers: { ...json, cookie },
      body: JSON.stringify({ name: "own", principal }),
    });
    const { key } = (await made.json()) as { key: string };
    const tokens = await browser().signIn(key);

    const owner = { authorization: `Bearer ${KEY}` };
    const removal = { method: "DELETE", headers: owner };
    expect((await fetch(`${gateway.origin}/api/v1/principals/${principal}`, removal)).status).toBe(204);
    const again = await signedIn("boss");
    expect((await whoIs(again)).principal).toBe(principal);
    for (const headers of [{ cookie }, { cookie: signedOut }]) {
      expect((await fetch(`${gateway.origin}/api/v1/runs`, { headers })).status).toBe(401);
    }
    for (const credential of [key, tokens.access_token]) {
      const headers = { authorization: `Bearer ${credential}` };
      expect((await fetch(`${gateway.origin}/api/v1/runs`, { headers })).status).toBe(401);
    }
    expect((await browser().refresh(tokens.clientId, tokens.refresh_token)).status).toBe(400);
  });

  it("sessions that were begun with ISOGATE_API_KEY end when its principal is removed", async () => {
    const signIn = await fetch(`${gateway.origin}/dashboard/sign-in`, { ...form({ key: KEY }), redirect: "manual" });
    const cookie = cookieOf(signIn);
    const asOwner = () => fetch(`${gateway.origin}/api/v1/runs`, { headers: { cookie } });
    expect((await asOwner()).status).toBe(200);
    const boss = await signedIn("boss");
    const removal = { method: "DELETE", headers: { origin: gateway.origin } };
    for (let round = 0; round < 2; round += 1) {
      expect((await boss.browse("/api/v1/principals/owner", removal)).status).toBe(204);
      expect((await asOwner()).status).toBe(401);
      const headers = { authorization: `Bearer ${KEY}` };
      expect((await fetch(`${gateway.origin}/api/v1/runs`, { headers })).status).toBe(200);
      await expect.poll(async () => (await boss.browse("/api/v1/principals")).text()).toContain('"owner"');
    }
  });

  it("a schedule of an account runs", async () => {
    const at = await signedIn("carol");
    const headers = { origin: gateway.origin, "content-type": "application/json" };
    const body = JSON.stringify({ name: "mine", schedule: "every day", code: "1" });
    expect((await at.browse("/api/v1/schedules", { method: "POST", headers, body })).status).toBe(201);
    expect((await at.browse("/api/v1/schedules/mine/run", { method: "POST", headers, body: "{}" })).status).toBe(202);
  });

  it.each<[string, object]>([
    ["of another domain", { email: "ada@evil.example" }],
    ["whose address is not verified", { email_verified: false }],
    ["with two addresses in one text", { email: "mallory@evil.example@example.com" }],
    ["with two addresses in two lines", { email: "mallory@evil.example\n@example.com" }],
  ])("an account %s does not come in", async (_name, lie) => {
    const at = browser();
    provider.person = { ...person("mallory"), ...lie };
    const back = await at.browse(await atProvider(at));
    expect(back.status).toBe(403);
    expect((await at.browse("/api/v1/runs")).status).toBe(401);
  });

  it.each<[string, unknown]>([
    ["a number", 5],
    ["an object", { of: "mallory" }],
    ["longer than a subject may be", "x".repeat(256)],
  ])("an account whose subject is %s does not come in", async (_name, sub) => {
    const at = browser();
    provider.person = { ...person("mallory"), sub: sub as string };
    expect((await at.browse(await atProvider(at))).status).toBe(502);
    expect((await at.browse("/api/v1/runs")).status).toBe(401);
  });

  it.each<[string, (url: URL) => void, number]>([
    ["with another state", (url) => url.searchParams.set("state", `browser.${"x".repeat(43)}`), 400],
    ["with its state cut", (url) => url.searchParams.set("state", "browser."), 400],
    ["with a client's kind of state", (url) => url.searchParams.set("state", "x".repeat(43)), 400],
    ["from another issuer", (url) => url.searchParams.set("iss", "https://other.example"), 502],
    ["without an issuer", (url) => url.searchParams.delete("iss"), 502],
    ["without a code", (url) => url.searchParams.delete("code"), 502],
    ["that somebody declined", (url) => url.searchParams.set("error", "access_denied"), 403],
  ])("an answer %s is refused", async (_name, change, status) => {
    const at = browser();
    provider.person = person("ada");
    const url = new URL(await atProvider(at));
    change(url);
    expect((await at.browse(url.pathname + url.search)).status).toBe(status);
    expect((await at.browse("/api/v1/runs")).status).toBe(401);
  });

  it("an answer counts in no other browser, and not twice in its own", async () => {
    const at = browser();
    provider.person = person("ada");
    const answer = await atProvider(at);
    expect((await browser().browse(answer)).status).toBe(400);
    expect((await at.browse(answer)).status).toBe(200);
    expect((await at.browse(answer)).status).toBe(400);
    const other = browser();
    await atProvider(other);
    expect((await other.browse(answer)).status).toBe(400);
  });

  it("a token of another sign-in does not come in", async () => {
    const at = browser();
    provider.person = person("ada");
    const answer = await atProvider(at);
    await atProvider(browser());
    expect((await at.browse(answer)).status).toBe(502);
  });

  it("what was sealed for a sign-in is no session", async () => {
    const begun = await fetch(`${gateway.origin}/oauth/sign-in`, form({ via: "oidc" }));
    const [name, value] = /^([^=]+)=([^;]+)/.exec(begun.headers.getSetCookie()[0] ?? "")?.slice(1) ?? [];
    expect(name).toMatch(/^isogate-sign-in-\d+$/);
    const cookie = `${name?.replace("-sign-in", "")}=${value}`;
    expect((await fetch(`${gateway.origin}/api/v1/runs`, { headers: { cookie } })).status).toBe(401);
  });

  it("begins from the gateway's own page only, and leads to its pages only", async () => {
    for (const origin of ["https://evil.example", "null", `${gateway.origin}.evil.example`]) {
      expect((await browser().browse("/oauth/sign-in", form({ via: "oidc" }, { origin }))).status).toBe(403);
    }
    const at = browser();
    provider.person = person("ada");
    const page = await (await at.browse(await atProvider(at, "https://evil.example/dashboard"))).text();
    expect(page).not.toContain("evil.example");
    expect((await browser().browse("/oauth/sign-in", form({ via: "magic" }))).status).toBe(400);
  });

  it("keeps no more than a browser does, however long the page's address is", async () => {
    const next = (length: number) => `/dashboard/runs?text=${"x".repeat(length)}`;
    for (const length of [1_900, 2_700, 7_000]) {
      const begun = await fetch(`${gateway.origin}/oauth/sign-in`, form({ via: "oidc", next: next(length) }));
      const [cookie = ""] = begun.headers.getSetCookie();
      expect(cookie).toMatch(/^isogate-sign-in-\d+=[\w-]+;/);
      expect(cookie.length).toBeLessThan(4_096);
    }
    const at = browser();
    provider.person = person("ada");
    expect(await (await at.browse(await atProvider(at, next(1_900)))).text()).toContain(next(1_900));
  });
});

describe("behind Cloudflare Access", () => {
  const good = () => ({ ...person("ada"), iss: provider.origin, aud: [AUDIENCE] });

  it("whom it names comes in", async () => {
    const at = browser();
    const headers = { "cf-access-jwt-assertion": await provider.sign(good()) };
    expect(await (await at.browse("/dashboard/sign-in", { headers })).text()).toContain("with Cloudflare Access");
    expect((await at.browse("/oauth/sign-in", form({ via: "access" }, headers))).status).toBe(200);
    expect((await at.browse("/api/v1/runs")).status).toBe(200);
  });

  it.each<[string, () => Promise<string> | string]>([
    ["another team's", () => provider.sign({ ...good(), iss: "https://other.example" })],
    ["another application's", () => provider.sign({ ...good(), aud: ["another"] })],
    ["an expired", () => provider.sign(good(), { expires: "-5m" })],
    ["an unsigned", () => provider.unsigned(good())],
  ])("%s assertion is refused", async (_name, token) => {
    const at = browser();
    const headers = { "cf-access-jwt-assertion": await token() };
    expect((await at.browse("/oauth/sign-in", form({ via: "access" }, headers))).status).toBe(403);
    expect((await at.browse("/api/v1/runs")).status).toBe(401);
  });
});

it("one sign-in does not ask the identity provider about any number of codes", async () => {
  const begun = await fetch(`${gateway.origin}/oauth/sign-in`, form({ via: "oidc" }));
  const cookie = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const state = /state=(browser\.[\w-]+)/.exec(await begun.text())?.[1] ?? "";
  const iss = encodeURIComponent(provider.origin);
  const twice = `/oauth/callback?state=${state}&iss=${iss}&iss=${iss}&code=guess`;
  const refused = await fetch(gateway.origin + twice, { headers: { cookie } });
  expect(await refused.text()).toContain("has a parameter twice");
  const statuses: number[] = [];
  for (let count = 0; count < 121; count += 1) {
    const path = `/oauth/callback?state=${state}&iss=${iss}&code=guess-${count}`;
    statuses.push((await fetch(gateway.origin + path, { headers: { cookie } })).status);
  }
  expect(statuses[0]).toBe(502);
  expect(statuses.at(-1)).toBe(429);
});
