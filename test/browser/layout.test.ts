/** Every page, open and signed in with a key, at the widths of phones and screens, light and dark: nothing is cut, hidden or unstyled. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { OAuthClient, pkce } from "../support/oauth.ts";
import { closed, key, lastingVisitor, noBrowser, open, useBrowser, visitor } from "./browse.ts";
import { layoutProblems, styleProblems } from "./layout-problems.ts";

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const;
const SCHEMES = ["light", "dark"] as const;
/** As long as a name may be, and without a blank at which it could be broken. */
const KEY_NAME = `Tablet_${"x".repeat(93)}`;

/** 121 calls, one of them failed: a figure and a note in one cell. */
const MANY_CALLS = `for (let i = 0; i < 120; i++) await modern.add({ a: i, b: 1 });
await modern.fail({}).catch(() => 0);
console.log("a log line that is long enough to be wider than the window of a phone, and then some more of it");
({ text: "x".repeat(300), list: [1, 2, 3] })`;

interface Shown {
  readonly name: string;
  readonly path: string | (() => string);
  readonly ready: string;
  /** What is clicked before the page is looked at again. */
  readonly opens?: string;
  readonly opened?: string;
}

const DASHBOARD: readonly Shown[] = [
  { name: "runs", path: "/dashboard", ready: "tbody tr", opens: ".who > button", opened: "dialog" },
  {
    name: "run",
    path: () => `/dashboard/runs/${run}`,
    ready: ".call",
    opens: ".call-row",
    opened: ".call-details .code",
  },
  { name: "run with a value over the budget", path: () => `/dashboard/runs/${large}`, ready: "text=isogate://runs" },
  { name: "failed run", path: () => `/dashboard/runs/${failed}`, ready: ".error-box" },
  { name: "playground", path: "/dashboard/playground", ready: ".cm-content" },
  {
    name: "tools",
    path: "/dashboard/tools?server=modern",
    ready: ".tool",
    opens: ".tool h2 button",
    opened: ".schemas .code",
  },
  { name: "upstreams", path: "/dashboard/upstreams", ready: ".upstream" },
  { name: "approvals", path: "/dashboard/approvals", ready: ".empty" },
  { name: "policy", path: "/dashboard/policy", ready: "#policy-text" },
  { name: "scripts", path: "/dashboard/scripts", ready: ".tool" },
  {
    name: "script",
    path: "/dashboard/scripts/laid_out",
    ready: ".code",
    opens: ".page-head .primary",
    opened: "dialog",
  },
  {
    name: "schedules",
    path: "/dashboard/schedules",
    ready: "tbody tr",
    opens: ".page-head .primary",
    opened: "dialog",
  },
  { name: "usage", path: "/dashboard/usage", ready: ".chart svg", opens: ".chart summary", opened: ".chart table" },
  { name: "keys", path: "/dashboard/keys", ready: "h1", opens: ".page-head .primary", opened: "dialog" },
  { name: "no such page", path: "/dashboard/nowhere", ready: ".empty" },
];

const OUTSIDE: readonly Shown[] = [
  { name: "sign-in", path: "/dashboard/sign-in?again=1", ready: "form" },
  { name: "consent", path: () => consent, ready: "fieldset" },
  { name: "refused consent", path: "/oauth/authorize?client_id=nobody&redirect_uri=x", ready: "h1" },
  { name: "failed sign-in", path: "/oauth/callback?state=browser.gone", ready: "h1" },
  { name: "upstream sign-in", path: () => connect, ready: "form" },
  { name: "refused upstream sign-in", path: "/oauth/upstream/vault/start?ticket=gone", ready: "h1" },
  { name: "connected upstream", path: () => connect, ready: "form", opens: "form button", opened: "text=is connected" },
  { name: "nothing at an address", path: "/nowhere", ready: "h1" },
  { name: "MCP endpoint", path: "/mcp", ready: "h1" },
  { name: "another host", path: () => closed.replace("127.0.0.1", "isogate.localhost"), ready: "h1" },
];

let run: string;
let failed: string;
let large: string;
let consent: string;
let connect: string;

describe.skipIf(noBrowser)("every page", () => {
  useBrowser();

  describe("of a gateway that is open", () => {
    let page: Page;
    beforeAll(async () => {
      await fill(open, {});
      ({ page } = await lastingVisitor({}));
    });
    it.each(DASHBOARD)("$name", async (shown) => expect(await look(page, shown)).toStrictEqual([]));
  });

  describe("to a person who is signed in with a key", () => {
    let page: Page;
    beforeAll(async () => {
      const admin = { authorization: `Bearer ${key}` };
      const made = await ask<{ key: string }>(closed, "keys", admin, { name: KEY_NAME, role: "admin" });
      const own = { authorization: `Bearer ${made.key}` };
      await fill(closed, own);
      connect = (await ask<{ url: string }>(closed, "upstreams/vault/connect", own, {})).url;
      consent = await consentPath();
      ({ page } = await lastingVisitor({ origin: closed }));
      await page.goto("/dashboard");
      await page.getByLabel("Key of this gateway").fill(made.key);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.locator("tbody tr").first().waitFor();
    });
    it.each([...DASHBOARD, ...OUTSIDE])("$name", async (shown) => expect(await look(page, shown)).toStrictEqual([]));

    it("says by which key they are signed in", async () => {
      await page.setViewportSize(SIZES[1]);
      await page.goto("/dashboard");
      await expect.poll(() => page.locator(".signed-in > p").textContent()).toBe(KEY_NAME);
    });
  });

  describe("to a stranger", () => {
    beforeAll(async () => {
      const owner = { authorization: `Bearer ${key}` };
      connect = (await ask<{ url: string }>(closed, "upstreams/vault/connect", owner, {})).url;
    });
    it.each(OUTSIDE.filter(({ name }) => name !== "connected upstream"))("$name", async (shown) => {
      const { page } = await visitor({ origin: closed });
      expect(await look(page, shown)).toStrictEqual([]);
    });
  });
});

/** @returns what is wrong at one of the widths or in one of the schemes */
async function look(page: Page, { path, ready, opens, opened }: Shown): Promise<string[]> {
  await page.goto(typeof path === "string" ? path : path());
  await page.locator(ready).first().waitFor({ timeout: 8_000 });
  const problems = await measure(page);
  if (opens === undefined || opened === undefined) return problems;
  await page.locator(opens).first().click();
  await page.locator(opened).first().waitFor();
  return [...problems, ...(await measure(page))];
}

/** Layout does not depend on the scheme, nor colours on the width. */
async function measure(page: Page): Promise<string[]> {
  const problems: string[] = [];
  const add = (place: string, found: readonly string[]): void =>
    void problems.push(...found.map((problem) => `${place}: ${problem}`));
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // Charts are drawn anew in the frame after the one that sees another width.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    add(`${size.width} px`, await page.evaluate(layoutProblems));
  }
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    add(colorScheme, await page.evaluate(styleProblems, colorScheme));
  }
  return problems;
}

/** Something to look at on each page. */
async function fill(origin: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const runNow = async (code: string): Promise<string> =>
    (await ask<{ run: string }>(origin, "code/exec", headers, { code })).run;
  run = await runNow(MANY_CALLS);
  failed = await runNow("const before = 1;\nawait modern.fail({});");
  large = await runNow('"long ".repeat(100_000)');
  await cancelledRun(origin, headers);
  await ask(origin, "scripts", headers, { name: "laid_out", code: "1", expose: "tool", description: "Says one." });
  await ask(origin, "schedules", headers, { name: "Laid out", schedule: "0 9 * * 1-5", script: "laid_out" });
}

/** The longest outcome but one that a run can end with on purpose. */
async function cancelledRun(origin: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const code = "await modern.add({ a: 0, b: 0 }); await sleep(60_000)";
  const ended = ask<{ ok: boolean }>(origin, "code/exec", headers, { code });
  const running = async (): Promise<string | undefined> => {
    const answer = await fetch(`${origin}/api/v1/runs?outcome=running&text=60_000`, { headers });
    return ((await answer.json()) as { runs: { id: string }[] }).runs[0]?.id;
  };
  const id = await vi.waitUntil(running, { timeout: 10_000 });
  await ask(origin, `runs/${id}/cancel`, headers, {});
  expect((await ended).ok).toBe(false);
}

async function ask<T>(origin: string, path: string, given: Readonly<Record<string, string>>, body: object): Promise<T> {
  const headers = { ...given, "content-type": "application/json" };
  const response = await fetch(`${origin}/api/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  expect(response.ok, `${path}: ${await response.clone().text()}`).toBe(true);
  return (await response.json()) as T;
}

async function consentPath(): Promise<string> {
  const client = new OAuthClient(closed, (request) => fetch(request));
  const { client_id } = await client.register({ client_name: "A client with quite a long name, as clients have" });
  return client.authorizePath({ client_id, code_challenge: (await pkce()).challenge });
}
