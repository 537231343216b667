/** axe-core finds nothing serious on any page, in light and dark, on a desktop and on a phone. */
import axe from "axe-core";
import type { RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { OAuthClient, pkce } from "../support/oauth.ts";
import { DESKTOP, PHONE, noBrowser, closed, lastingVisitor, runNow, send, useBrowser } from "./browse.ts";

describe.skipIf(noBrowser)("every page", () => {
  useBrowser();
  let failed: string;
  let consent: string;
  let page: Page;
  beforeAll(async () => {
    const client = new OAuthClient(closed, (request) => fetch(request));
    const { client_id } = await client.register();
    consent = closed + client.authorizePath({ client_id, code_challenge: (await pkce()).challenge });
    await runNow("await Promise.all([notes.list_notes(), modern.add({ a: 1, b: 2 })])");
    failed = await runNow("console.log('before');\nawait modern.fail({});", { input: { a: 1 } });
    await send("scripts", { name: "looked_at", code: "1", expose: "tool", input_schema: { type: "object" } });
    await send("schedules", { name: "Now and then", schedule: "0 9 * * 1-5", script: "looked_at" });
    ({ page } = await lastingVisitor({}));
  });

  const PAGES = [
    { name: "runs", path: () => "/dashboard", ready: "tbody tr" },
    { name: "run", path: () => `/dashboard/runs/${failed}`, ready: ".call", open: ".call-row" },
    { name: "playground", path: () => "/dashboard/playground", ready: ".cm-content" },
    { name: "tools", path: () => "/dashboard/tools?server=modern", ready: ".tool", open: ".tool h2 button" },
    { name: "upstreams", path: () => "/dashboard/upstreams", ready: ".upstream" },
    { name: "scripts", path: () => "/dashboard/scripts", ready: ".tool" },
    { name: "script", path: () => "/dashboard/scripts/looked_at", ready: ".code", open: ".page-head .primary" },
    { name: "schedules", path: () => "/dashboard/schedules", ready: "tbody tr", open: ".page-head .primary" },
    { name: "policy", path: () => "/dashboard/policy", ready: "#policy-text" },
    { name: "usage", path: () => "/dashboard/usage", ready: ".chart" },
    { name: "keys", path: () => "/dashboard/keys", ready: "h1", open: ".page-head .primary" },
    { name: "sign-in", path: () => `${closed}/dashboard/sign-in`, ready: "form" },
    { name: "consent", path: () => consent, ready: "fieldset" },
    { name: "failed sign-in", path: () => `${closed}/oauth/callback?state=browser.gone`, ready: "h1" },
    { name: "MCP endpoint", path: () => "/mcp", ready: "pre" },
  ] as const;

  it.each(PAGES)("$name", async ({ path, ready, ...more }) => {
    await page.goto(path());
    await page.locator(ready).first().waitFor();
    await page.evaluate(axe.source);
    expect(await seriousProblems(page)).toStrictEqual([]);
    if (!("open" in more)) return;
    await page.locator(more.open).first().click();
    await page.locator("dialog, .call-details .code, .schemas .code").first().waitFor();
    expect(await seriousProblems(page)).toStrictEqual([]);
  });
});

/** The dark page differs from the light one in its colors only. */
async function seriousProblems(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [device, size] of [
    ["desktop", DESKTOP],
    ["phone", PHONE],
  ] as const) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await problems(page, { runOnly: ["color-contrast"] });
    await page.emulateMedia({ colorScheme: "light" });
    const light = await problems(page, {});
    found.push(...dark.map((one) => `${device}, dark: ${one}`), ...light.map((one) => `${device}: ${one}`));
  }
  return found;
}

async function problems(page: Page, options: RunOptions): Promise<string[]> {
  const { violations } = await page.evaluate(
    (given) => (globalThis as unknown as { axe: typeof axe }).axe.run(given),
    // A selector for each element that passes a rule is most of the work otherwise.
    { ...options, resultTypes: ["violations"] } satisfies RunOptions,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
    );
}
