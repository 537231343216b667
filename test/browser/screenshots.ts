/** `npm run screenshots`: the pictures of the README, of a gateway on which something happened. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { root, startEverything } from "../../scripts/stack.mjs";
import { startToolsUpstream } from "../fixtures/upstreams/tools-upstream.ts";
import { findChromium } from "../support/find-chromium.ts";
import { openWranglerGateway } from "../support/wrangler-gateway.ts";

const SUMMARY = `// Notes of the ops team, one line each
const { notes: tagged } = await notes.list_notes({ tag: "ops" });
console.log("found", tagged.length);
const lines = await Promise.all(tagged.map(({ id }) => notes.summarize({ id })));
({ count: tagged.length, lines })`;

const LONG = `// Three builds, then everything that waits for them
const { notes: all } = await notes.list_notes();
for (const { id } of all) await builds.slow({ ms: 90 * id });
const deploys = [builds.slow({ ms: 420 }), everything.get_sum({ a: 20, b: 22 }), builds.slow({ ms: 260 })];
const [, sum] = await Promise.all(deploys);
const report = await builds.fail({}).catch((error) => error.message);
console.log("report:", report);
({ sum, report, notes: all.map(({ title }) => title) })`;

const SCRIPTS: readonly { readonly code: string; readonly options?: object }[] = [
  { code: "// Sums for the weekly table\nawait Promise.all([1, 2, 3].map((a) => everything.get_sum({ a, b: 10 })))" },
  { code: "const { notes: all } = await notes.list_notes();\nall.filter(({ words }) => words > 100)" },
  {
    code: "// Waits for a build that never ends\nwhile (true) await builds.slow({ ms: 50 })",
    options: { timeout_ms: 700 },
  },
  { code: SUMMARY },
  { code: "const titles = notes.list_notes().then(({ notes }) => notes.map(({ title }) => title);" },
  { code: "// Nightly report\nawait builds.fail({});" },
  { code: "await tools.search('summarize a note')" },
  { code: LONG },
];

const executablePath = findChromium();
if (executablePath === undefined)
  throw new Error("There is no Chromium on the PATH (Debian: apt-get install chromium).");

await using stack = new AsyncDisposableStack();
const everything = await startEverything({ port: 9850 });
stack.defer(() => everything.stop());
const builds = await startToolsUpstream("modern");
stack.defer(() => builds.close());
const gateway = await openWranglerGateway({
  port: 9860,
  vars: { ISOGATE_OPEN: "local" },
  mcpServers: {
    notes: { type: "local" },
    builds: { type: "http", url: `${builds.origin}/mcp` },
    everything: { type: "http", url: everything.url },
  },
});
stack.defer(() => gateway.stop());
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
stack.defer(() => browser.close());

const images = join(root, "docs/images");
await mkdir(images, { recursive: true });
let long = "";
for (const script of SCRIPTS) long = await run(script.code, script.options);

await picture("run", "dark", `/dashboard/runs/${long}`, async (page) => {
  await page.locator(".call").nth(5).waitFor();
});
const slow = run("// Follows a rollout, step by step\nfor (let i = 0; i < 60; i++) await builds.slow({ ms: 100 });");
await picture("runs", "light", "/dashboard", async (page) => {
  await page.locator(".run.running").first().waitFor();
});
await picture("playground", "light", "/dashboard/playground", async (page) => {
  await page.getByRole("textbox", { name: /^Script/ }).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(SUMMARY);
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByRole("region", { name: "Value" }).waitFor();
  await page.keyboard.press("End");
  await page.keyboard.insertText(";\nawait ");
  await page.keyboard.type("notes.");
  await page.getByRole("option", { name: /summarize/ }).waitFor();
});
await slow;

async function run(code: string, options: object = {}): Promise<string> {
  const response = await fetch(`${gateway.origin}/api/v1/code/exec`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "claude-code/2.1" },
    body: JSON.stringify({ code, options }),
  });
  return ((await response.json()) as { run: string }).run;
}

type Page = Awaited<ReturnType<typeof browser.newPage>>;

async function picture(
  name: string,
  colorScheme: "light" | "dark",
  path: string,
  ready: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await browser.newPage({ baseURL: gateway.origin, viewport: { width: 1200, height: 720 }, colorScheme });
  await page.goto(path);
  await ready(page);
  await page.screenshot({ path: join(images, `${name}.png`) });
  await page.close();
}
