/** A person who is signed in to the dashboard lets a client in without a key; nobody else does it for them. */
import { describe, expect, it } from "vitest";
import { api, createKey } from "../support/api.ts";
import { ask } from "../support/client.ts";
import { OAuthClient, REDIRECT, handleOf, pkce } from "../support/oauth.ts";

const ORIGIN = "http://localhost";
const HTML = { accept: "text/html" };

describe("a dashboard session on the consent page", () => {
  it("lets a client in with what the session's key allows", async () => {
    const browser = new OAuthClient(ORIGIN, ask);
    const { key, id } = await createKey({ name: "Ada's laptop", access: "read" });
    await signIn(browser, key);
    const { client_id } = await browser.register();
    const { verifier, challenge } = await pkce();
    const page = await (await browser.browse(browser.authorizePath({ client_id, code_challenge: challenge }))).text();
    expect(page).toContain("Allow as Ada&#39;s laptop");
    const allowed = await browser.decide({ handle: handleOf(page), decision: "session" });
    const { code = "" } = Object.fromEntries(new URL(allowed.headers.get("location") ?? "missing:").searchParams);
    const form = { grant_type: "authorization_code", client_id, code, code_verifier: verifier, redirect_uri: REDIRECT };
    const token = (await (await browser.token(form)).json()) as { access_token: string };
    const headers = { authorization: `Bearer ${token.access_token}` };
    expect((await api("/runs", { headers })).status).toBe(200);
    expect((await api("/keys", { headers })).status).toBe(403);
    expect((await api(`/keys/${id}`, { method: "DELETE" })).status).toBe(204);
    expect((await api("/runs", { headers })).status).toBe(401);
  });

  it("is not offered to somebody who is not signed in, and does nothing for them", async () => {
    const browser = new OAuthClient(ORIGIN, ask);
    const page = await consentPage(browser);
    expect(page).not.toContain('value="session"');
    const refused = await browser.decide({ handle: handleOf(page), decision: "session" });
    expect(refused.headers.get("location")).toBeNull();
    expect(await refused.text()).toContain("You are not signed in to the dashboard any more");
  });

  it("counts no more when somebody signed out of it", async () => {
    const browser = new OAuthClient(ORIGIN, ask);
    const { key } = await createKey({ name: "gone" });
    const cookie = await signIn(browser, key);
    const page = await consentPage(browser);
    expect(page).toContain("Allow as gone");
    const headers = { cookie, origin: ORIGIN };
    await ask(new Request(`${ORIGIN}/dashboard/sign-out`, { method: "POST", headers, redirect: "manual" }));
    const refused = await browser.decide({ handle: handleOf(page), decision: "session" });
    expect(refused.headers.get("location")).toBeNull();
  });

  it("does not count in a form of another site", async () => {
    const browser = new OAuthClient(ORIGIN, ask);
    const { key } = await createKey({ name: "lured" });
    await signIn(browser, key);
    const handle = handleOf(await consentPage(browser));
    const refused = await browser.decide({ handle, decision: "session" }, ["read"], {
      origin: "http://localhost:5173",
    });
    expect(refused.headers.get("location")).toBeNull();
  });

  it("is asked for once more where another site has led here, because browsers keep it back then", async () => {
    const browser = new OAuthClient(ORIGIN, ask);
    const { client_id } = await browser.register();
    const path = browser.authorizePath({ client_id, code_challenge: (await pkce()).challenge });
    const led = await browser.browse(path, { headers: { ...HTML, "sec-fetch-site": "cross-site" } });
    const page = await led.text();
    const [, again = ""] = /content="0;url=([^"]+)"/.exec(page) ?? [];
    expect(again.replaceAll("&amp;", "&")).toBe(path);
    const second = await browser.browse(path, { headers: { ...HTML, "sec-fetch-site": "same-origin" } });
    expect(await second.text()).toContain("Let a client in?");
  });
});

/** @returns the session's cookie */
async function signIn(browser: OAuthClient, key: string): Promise<string> {
  const response = await browser.browse("/dashboard/sign-in", {
    method: "POST",
    headers: { origin: ORIGIN, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ key }).toString(),
  });
  expect(response.status).toBe(303);
  return (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

async function consentPage(browser: OAuthClient): Promise<string> {
  const { client_id } = await browser.register();
  const { challenge } = await pkce();
  return (await browser.browse(browser.authorizePath({ client_id, code_challenge: challenge }))).text();
}
