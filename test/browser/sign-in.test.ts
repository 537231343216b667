/** Coming in with a key, what a key allows, and being locked out with it. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { OAuthClient, REDIRECT, pkce } from "../support/oauth.ts";
import { DESKTOP, PHONE, noBrowser, closed, expectNoSidewaysScroll, key, open, useBrowser, visitor } from "./browse.ts";

describe.skipIf(noBrowser)("signing in", () => {
  useBrowser();

  it.each([
    { device: "a desktop", size: DESKTOP },
    { device: "a phone", size: PHONE },
  ])("takes a person at $device to the page they wanted, and out again", async ({ size }) => {
    const { page, complaints } = await visitor({ origin: closed, size });
    await page.goto("/dashboard/tools?query=list");
    expect(new URL(page.url()).pathname).toBe("/dashboard/sign-in");
    await expectNoSidewaysScroll(page);
    await signIn(page, key);
    await page.getByRole("heading", { level: 1, name: "Tools" }).waitFor();
    expect(new URL(page.url()).search).toBe("?query=list");
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/" });
    expect(cookie?.value).not.toContain(key);
    expect(complaints).toStrictEqual([]);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    expect(await page.context().cookies()).toStrictEqual([]);
    await page.goto("/dashboard");
    expect(new URL(page.url()).pathname).toBe("/dashboard/sign-in");
  });

  it("takes a person with an account by way of the identity provider to the page they wanted", async () => {
    const { page } = await visitor({ origin: closed });
    await page.goto("/dashboard/scripts");
    await page.getByRole("button", { name: "Continue with Acme" }).click();
    await page.getByRole("heading", { level: 1, name: "Scripts" }).waitFor();
    const [session, ...others] = await page.context().cookies();
    expect(session).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/" });
    expect(others).toStrictEqual([]);
    await page.goto("/dashboard/playground");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Continue with Acme" }).waitFor();
    expect(await page.context().cookies()).toStrictEqual([]);
  });

  it("counts when a client asks to be let in, although another site led there", async () => {
    const { page } = await visitor({ origin: closed });
    await page.goto("/dashboard");
    await signIn(page, key);
    await page.getByRole("heading", { level: 1, name: "Runs" }).waitFor();
    // Browsers keep the session's cookie back on the way from another site, which this is: sites are told apart by host, not by port.
    await page.goto(`${open.replace("127.0.0.1", "localhost")}/dashboard/nowhere`);
    const consent = new URL(await consentPath(), closed).href;
    await page.evaluate((url) => location.assign(url), consent);
    await page.getByRole("button", { name: "Allow as ISOGATE_API_KEY" }).waitFor();
    expect(page.url()).toBe(consent);
  });

  it.each(["127.0.0.1", "[::1]"])("goes on to where the callback of a client at %s leads", async (host) => {
    const end = await listening(host, (response) => response.end("The client has the code."));
    const callback = await listening(host, (response) => response.writeHead(302, { location: end }).end());
    const { page, complaints } = await visitor({ origin: closed });
    await page.goto(await consentPath(callback));
    await page.getByLabel("Key of this gateway").fill(key);
    await page.getByRole("button", { name: "Allow with this key" }).click();
    await page.getByText("The client has the code.").waitFor();
    expect(complaints.filter((text) => text.includes("Content Security Policy"))).toStrictEqual([]);
  });

  it("takes a key that was typed on the consent page for what is meant, not the session", async () => {
    const { page } = await visitor({ origin: closed });
    await page.goto("/dashboard");
    await signIn(page, key);
    await page.getByRole("heading", { level: 1, name: "Runs" }).waitFor();
    await page.goto(await consentPath());
    await page.getByLabel("Key of this gateway").fill("wrong");
    await page.keyboard.press("Enter");
    expect(await page.getByRole("alert").textContent()).toBe("That key is not valid for this gateway.");
  });

  it("says what is wrong with a key", async () => {
    const { page } = await visitor({ origin: closed });
    await page.goto("/");
    await signIn(page, "wrong");
    expect(await page.getByRole("alert").textContent()).toBe("That key is not valid for this gateway, or was revoked.");
  });

  it("makes a key, shows it once, lets its holder in, and out when it is revoked", async () => {
    const admin = await visitor({ origin: closed });
    await admin.page.goto("/dashboard/keys");
    await signIn(admin.page, key);
    await admin.page.getByRole("button", { name: "Create key" }).click();
    const dialog = admin.page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Ada's laptop");
    await dialog.getByLabel("Access").selectOption("read");
    await dialog.getByRole("button", { name: "Create key" }).click();
    const made = (await dialog.locator(".command code").textContent()) ?? "";
    expect(made).toMatch(/^isogate_/);
    await admin.page.keyboard.press("Escape");
    const row = admin.page.getByRole("row").filter({ hasText: "Ada's laptop" });
    await row.getByText("read-only tools").waitFor();
    // The page is drawn again after the dialog has closed.
    await expect.poll(() => admin.page.content()).not.toContain(made);

    const member = await visitor({ origin: closed });
    await member.page.goto("/dashboard");
    await signIn(member.page, made);
    await member.page.getByRole("heading", { name: "No runs yet" }).waitFor();
    expect(await member.page.getByRole("link", { name: "Keys" }).count()).toBe(0);
    // They may come by an address, such as a bookmark.
    for (const path of ["keys", "policy"]) {
      await member.page.goto(`/dashboard/${path}`);
      await member.page.getByText("Only an admin may do this").first().waitFor();
      await expect.poll(() => member.page.locator(".skeleton").count()).toBe(0);
      expect(await member.page.getByText("Only an admin may do this").count()).toBe(1);
      expect(await member.page.getByRole("button", { name: "Create key" }).count()).toBe(0);
    }

    await row.getByRole("button", { name: "Revoke Ada's laptop" }).click();
    await admin.page.getByRole("button", { name: "Revoke key" }).click();
    await row.waitFor({ state: "detached" });
    await member.page.getByRole("link", { name: "Tools" }).click();
    await member.page.getByRole("button", { name: "Sign in" }).waitFor();
    expect(admin.complaints).toStrictEqual([]);
  });
});

async function consentPath(redirect = REDIRECT): Promise<string> {
  const client = new OAuthClient(closed, (request) => fetch(request));
  const { client_id } = await client.register({ redirect_uris: [redirect] });
  return client.authorizePath({ client_id, redirect_uri: redirect, code_challenge: (await pkce()).challenge });
}

/** @returns the address of a server on this machine */
async function listening(host: string, answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => answer(response));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, host.replaceAll(/[[\]]/g, "")), "listening");
  return `http://${host}:${(server.address() as AddressInfo).port}/`;
}

async function signIn(page: Page, secret: string): Promise<void> {
  await page.getByLabel("Key of this gateway").fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
}
