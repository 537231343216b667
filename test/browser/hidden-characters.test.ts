/** Characters that cannot be seen, or that change how others are seen, are spelled out wherever a page shows a text of somebody else. */
import { beforeAll, describe, expect, it } from "vitest";
import { OAuthClient, pkce } from "../support/oauth.ts";
import { closed, noBrowser, runNow, send, useBrowser, visitor } from "./browse.ts";

/** It looks like `if (access !== 'user') { // check if admin`, and is another comparison. */
const TROJAN = "if (access !== 'user\u202e \u2066// check if admin\u2069 \u2066') {}";
const NAME = "pass\u200bword \u202ecod.exe";
const SPELLED = "pass\\u200bword \\u202ecod.exe";

describe.skipIf(noBrowser)("hidden characters", () => {
  useBrowser();
  let run: string;
  let failed: string;
  beforeAll(async () => {
    const code = `const access = 1; ${TROJAN}\nconsole.log("${NAME}");\nawait modern.echo({ text: "${NAME}" })`;
    run = await runNow(code, { input: { name: NAME } });
    failed = await runNow(`// ${NAME}\nthrow new Error("${NAME}")`);
    await send("scripts", { name: "disguised", description: NAME, code });
    await send("schedules", { name: "Disguised", schedule: "0 9 * * 1-5", code: `1; // ${NAME}` });
  });

  it.each([
    { name: "runs", path: () => "/dashboard", ready: "tbody tr" },
    { name: "run", path: () => `/dashboard/runs/${run}`, ready: ".call", open: ".call-row" },
    { name: "failed run", path: () => `/dashboard/runs/${failed}`, ready: ".error-box" },
    { name: "scripts", path: () => "/dashboard/scripts", ready: ".tool" },
    { name: "script", path: () => "/dashboard/scripts/disguised", ready: ".code" },
    { name: "schedules", path: () => "/dashboard/schedules", ready: "tbody tr" },
    { name: "playground", path: () => `/dashboard/playground?run=${run}`, ready: ".cm-content" },
  ] as const)("on the page $name", async ({ path, ready, ...more }) => {
    const { page } = await visitor();
    await page.goto(path());
    await page.locator(ready).first().waitFor();
    if ("open" in more) {
      await page.locator(more.open).first().click();
      await page.locator(".call-details .code").first().waitFor();
    }
    await page.getByText(SPELLED).first().waitFor();
    expect(await page.evaluate(unspelled)).toStrictEqual([]);
  });

  it("shows a comparison as it is, and marks what was spelled out", async () => {
    const { page } = await visitor();
    await page.goto(`/dashboard/runs/${run}`);
    const line = page.getByRole("region", { name: "Script" }).locator("li").first();
    expect(await line.textContent()).toContain(
      "if (access !== 'user\\u202e \\u2066// check if admin\\u2069 \\u2066') {}",
    );
    expect(await line.locator(".hidden-character").allTextContents()).toStrictEqual([
      "\\u202e",
      "\\u2066",
      "\\u2069",
      "\\u2066",
    ]);
  });

  it("runs in the playground what is shown, unchanged", async () => {
    const { page } = await visitor();
    await page.goto(`/dashboard/playground?run=${run}`);
    await page.locator(".cm-hidden-character").first().waitFor();
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.getByRole("link", { name: "Look at the run" }).click();
    await page.getByRole("heading", { name: "Calls" }).waitFor();
    const [, again = ""] = /runs\/(r_\w+)/.exec(page.url()) ?? [];
    const { code_text } = (await (await page.request.get(`/api/v1/runs/${again}`)).json()) as { code_text: string };
    expect(code_text).toContain(TROJAN);
  });

  it("in the name of a client that asks to be let in", async () => {
    const client = new OAuthClient(closed, (request) => fetch(request));
    const { client_id } = await client.register({ client_name: NAME });
    const { page } = await visitor({ origin: closed });
    await page.goto(client.authorizePath({ client_id, code_challenge: (await pkce()).challenge }));
    await page.getByText(SPELLED).waitFor();
    expect(await page.evaluate(unspelled)).toStrictEqual([]);
  });
});

/** @returns texts, titles and labels in the page that have such characters still. Runs inside the page. */
function unspelled(): string[] {
  const hidden = /[\u200b\u202e\u2066\u2069]/;
  const found: string[] = [];
  const look = (root: Node): void => {
    if (root.nodeType === Node.TEXT_NODE && hidden.test(root.textContent ?? "")) found.push(root.textContent ?? "");
    if (root instanceof Element) {
      for (const { name, value } of root.attributes) if (name !== "value" && hidden.test(value)) found.push(value);
      if (root.shadowRoot) look(root.shadowRoot);
    }
    for (const child of root.childNodes) look(child);
  };
  look(document);
  if (hidden.test(document.title)) found.push(document.title);
  return found;
}
