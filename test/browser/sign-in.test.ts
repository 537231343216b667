/** Coming in with a key, what a key allows, and being locked out with it. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { DESKTOP, PHONE, noBrowser, closed, expectNoSidewaysScroll, key, useBrowser, visitor } from "./browse.ts";

describe.skipIf(noBrowser)("signing in", () => {
  useBrowser();

  it.each([
    { device: "a desk", size: DESKTOP },
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
    expect(await admin.page.content()).not.toContain(made);

    const member = await visitor({ origin: closed });
    await member.page.goto("/dashboard");
    await signIn(member.page, made);
    await member.page.getByRole("heading", { name: "No runs yet" }).waitFor();
    expect(await member.page.getByRole("link", { name: "Keys" }).count()).toBe(0);

    await row.getByRole("button", { name: "Revoke Ada's laptop" }).click();
    await admin.page.getByRole("button", { name: "Revoke key" }).click();
    await row.waitFor({ state: "detached" });
    await member.page.getByRole("link", { name: "Tools" }).click();
    await member.page.getByRole("button", { name: "Sign in" }).waitFor();
    expect(admin.complaints).toStrictEqual([]);
  });
});

async function signIn(page: Page, secret: string): Promise<void> {
  await page.getByLabel("Key of this gateway").fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
}
