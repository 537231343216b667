/** Deciding on calls that wait, trying a policy and reading decisions, in the dashboard of a gateway with a policy. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWranglerGateway, type WranglerGateway } from "../support/wrangler-gateway.ts";
import { startBusinessUpstreams, type BusinessUpstreams } from "../fixtures/upstreams/business-upstreams.ts";
import { DESKTOP, PHONE, expectNoSidewaysScroll, noBrowser, useBrowser, visitor, write } from "./browse.ts";

const POLICY = {
  version: "1",
  default: "allow",
  tools: {
    "github.delete_*": { require_approval: true, reason: "Deleting takes a person." },
    "shell.run": { action: "deny", reason: "No shell." },
  },
  approvals: { wait_ms: 50 },
};
const SCRIPT = `const gone = await Promise.allSettled([1, 2].map((n) => github.delete_repo({ name: "r" + n })));
gone.map(({ status }) => status)`;

describe.skipIf(noBrowser)("a person who looks after a gateway with a policy", () => {
  useBrowser();
  let upstreams: BusinessUpstreams;
  let gateway: WranglerGateway;
  beforeAll(async () => {
    upstreams = await startBusinessUpstreams();
    const { mcpServers } = upstreams;
    gateway = await openWranglerGateway({
      port: 9840,
      mcpServers,
      settings: { policy: POLICY },
      vars: { ISOGATE_OPEN: "local" },
    });
  });
  afterAll(async () => {
    await gateway.stop();
    await upstreams.close();
  });

  interface Ran {
    readonly run: string;
    readonly error?: { readonly code: string };
  }

  async function run(code: string): Promise<Ran> {
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify({ code }) };
    return (await (await fetch(`${gateway.origin}/api/v1/code/exec`, init)).json()) as Ran;
  }

  const callsOf = (path: string): number => upstreams.calls.filter((call) => call === path).length;

  it.each([
    { device: "a desktop", size: DESKTOP },
    { device: "a phone", size: PHONE },
  ])("approves one call and denies another at $device", async ({ size }) => {
    const before = callsOf("github.delete_repo");
    const { error, run: id } = await run(SCRIPT);
    const message = expect.stringMatching(/approve\/\S+\. The run then continues automatically\.$/) as unknown;
    expect(error).toMatchObject({ code: "APPROVAL_REQUIRED", message });
    const { page, complaints } = await visitor({ origin: gateway.origin, size });
    await page.goto("/dashboard/approvals");
    await page.getByRole("heading", { name: "2 calls wait in" }).waitFor();
    await page.getByText("Deleting takes a person.").first().waitFor();
    await expectNoSidewaysScroll(page);
    await page.getByRole("checkbox").nth(1).uncheck();
    await page.getByRole("button", { name: "Approve 1" }).click();
    await page.getByRole("heading", { name: "1 call waits in" }).waitFor();
    await page.getByRole("checkbox").check();
    await page.getByLabel("because").fill("Keep r2.");
    await page.getByRole("button", { name: "Deny 1" }).click();
    await page.getByText("No call waits for approval").waitFor();
    await expect.poll(() => callsOf("github.delete_repo")).toBe(before + 1);

    await page.getByRole("listitem").filter({ hasText: "Keep r2." }).getByRole("link", { name: id }).click();
    await page.getByRole("heading", { level: 2, name: "Approvals" }).waitFor();
    const decided = page.getByRole("listitem").filter({ hasText: "(rest)" });
    await expect.poll(() => decided.count()).toBe(2);
    await page.getByText("Keep r2.").first().waitFor();
    await expect.poll(() => page.getByRole("region", { name: "Value" }).textContent()).toContain("rejected");
    await expectNoSidewaysScroll(page);
    expect(complaints).toStrictEqual([]);
  });

  it("leaves a call unticked that they have unticked, when another one is decided", async () => {
    await run(`await Promise.allSettled([1, 2, 3].map((n) => github.delete_repo({ name: "r" + n })))`);
    const { page, complaints } = await visitor({ origin: gateway.origin });
    await page.goto("/dashboard/approvals");
    await page.getByRole("heading", { name: "3 calls wait in" }).waitFor();
    await page.getByRole("checkbox").nth(1).uncheck();
    await page.getByRole("checkbox").nth(2).uncheck();
    await page.getByRole("button", { name: "Approve 1" }).click();
    await page.getByRole("heading", { name: "2 calls wait in" }).waitFor();
    expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(0);
    for (const box of await page.getByRole("checkbox").all()) await box.check();
    await page.getByRole("button", { name: "Deny 2" }).click();
    await page.getByText("No call waits for approval").waitFor();
    expect(complaints).toStrictEqual([]);
  });

  it("approves no call that came while they read, unless they tick it", async () => {
    const before = callsOf("github.delete_repo");
    const { run: id } = await run(`const seen = github.delete_repo({ name: "seen" });
      await sleep(6_000);
      await Promise.allSettled([seen, github.delete_repo({ name: "late" })])`);
    const { page, complaints } = await visitor({ origin: gateway.origin });
    await page.goto("/dashboard/approvals");
    await page.getByRole("heading", { name: `1 call waits in ${id}` }).waitFor();
    await page.getByRole("heading", { name: `2 calls wait in ${id}` }).waitFor();
    expect(await page.getByRole("checkbox").nth(1).isChecked()).toBe(false);
    await page.getByRole("button", { name: "Approve 1" }).click();
    await page.getByRole("heading", { name: `1 call waits in ${id}` }).waitFor();
    expect(callsOf("github.delete_repo") - before).toBeLessThanOrEqual(1);
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Approve 1" }).click();
    await page.getByText("No call waits for approval").waitFor();
    await expect.poll(() => callsOf("github.delete_repo")).toBe(before + 2);
    expect(complaints).toStrictEqual([]);
  });

  it.each([
    { device: "a desktop", size: DESKTOP },
    { device: "a phone", size: PHONE },
  ])("approves a tool for minutes and withdraws that at $device", async ({ size }) => {
    const code = `await github.delete_repo({ name: "for a time" })`;
    await run(code);
    const { page, complaints } = await visitor({ origin: gateway.origin, size });
    await page.goto("/dashboard/approvals");
    await page.getByRole("combobox").selectOption("the tool, 15 minutes");
    await page.getByRole("button", { name: "Approve 1" }).click();
    await page.getByRole("heading", { name: "Approved for a time" }).waitFor();
    await expectNoSidewaysScroll(page);
    expect((await run(code)).error).toBeUndefined();
    await page.getByRole("button", { name: "Withdraw" }).click();
    await page.getByRole("heading", { name: "Approved for a time" }).waitFor({ state: "detached" });
    const { error } = await run(code);
    expect(error).toMatchObject({ code: "APPROVAL_REQUIRED" });
    await page.getByRole("button", { name: "Deny 1" }).click();
    await page.getByText("No call waits for approval").waitFor();
    expect(complaints).toStrictEqual([]);
  });

  it("follows a run of the playground that waits for an approval, until it ends", async () => {
    const { page, complaints } = await visitor({ origin: gateway.origin });
    await page.goto("/dashboard/playground");
    await write(page, 'await github.delete_repo({ name: "played" }); "all done"');
    await page.getByRole("button", { name: /^Run/ }).click();
    const outcome = page.getByRole("region", { name: "Outcome" });
    await outcome.getByText("waiting", { exact: true }).waitFor();
    expect(await outcome.textContent()).not.toMatch(/failed|APPROVAL_REQUIRED|execute_code/);
    expect(await outcome.getByRole("link", { name: "decide here" }).getAttribute("href")).toContain("/approve/");
    const { page: other } = await visitor({ origin: gateway.origin });
    const link = outcome.getByRole("link", { name: "Approvals" });
    await other.goto((await link.getAttribute("href")) ?? "");
    await other.getByRole("button", { name: "Approve 1" }).click();
    await outcome.getByText("ok", { exact: true }).waitFor();
    await outcome.getByRole("region", { name: "Value" }).getByText("all done").waitFor();
    expect(complaints).toStrictEqual([]);
  });

  it("sees on the page of a run that waits how it ends", async () => {
    const { run: id } = await run('await github.delete_repo({ name: "watched" })');
    const { page, complaints } = await visitor({ origin: gateway.origin });
    await page.goto(`/dashboard/runs/${id}`);
    const outcome = page.locator("dd").first();
    await outcome.getByText("waiting").waitFor();
    const { page: other } = await visitor({ origin: gateway.origin });
    await other.goto("/dashboard/approvals");
    await other.getByRole("button", { name: "Approve 1" }).click();
    await outcome.getByText("ok").waitFor();
    expect(complaints).toStrictEqual([]);
  });

  it("sees how a run ends that went on after its Worker was lost", async () => {
    const { run: id } = await run('await github.delete_repo({ name: "interrupted" })');
    const { page, complaints } = await visitor({ origin: gateway.origin });
    const lost = { run: id, state: "interrupted", at: 0, calls: 1, failed_calls: 0, unknown_calls: 0 };
    // The stream of a run whose Worker is lost ends as this one does. The browser opens another one after `retry` milliseconds.
    const body = `retry: 100\nevent: run_ended\ndata: ${JSON.stringify(lost)}\n\n`;
    const stream = `${gateway.origin}/api/v1/runs/${id}/stream`;
    await page.route(stream, (route) => route.fulfill({ contentType: "text/event-stream", body }), { times: 1 });
    const isLost = page.waitForResponse(stream);
    await page.goto(`/dashboard/runs/${id}`);
    await isLost;
    const outcome = page.locator("dd").first();
    await outcome.getByText("waiting").waitFor();
    const { page: other } = await visitor({ origin: gateway.origin });
    await other.goto("/dashboard/approvals");
    await other.getByRole("button", { name: "Approve 1" }).click();
    await outcome.getByText("ok").waitFor();
    expect(complaints).toStrictEqual([]);
  });

  it("reads at a call which rule of the policy decided", async () => {
    const { run: id } = await run("await shell.run({})");
    const { page, complaints } = await visitor({ origin: gateway.origin });
    await page.goto(`/dashboard/runs/${id}`);
    await page.getByRole("button", { name: /shell\.\s*run/ }).click();
    await page.getByText("Policy: deny by /tools/shell.run/action").waitFor();
    expect(complaints).toStrictEqual([]);
  });

  it("drafts a policy from what was called, and replays it", async () => {
    await run("await mail.search({})");
    const { page, complaints } = await visitor({ origin: gateway.origin });
    await page.goto("/dashboard/policy");
    await page.getByRole("button", { name: "Draft from the calls of 30 days" }).click();
    const text = page.getByRole("textbox", { name: "Policy (JSON)" });
    await expect.poll(() => text.inputValue()).toContain('"mail.search": {}');
    const drafted = JSON.parse(await text.inputValue()) as unknown;
    expect(drafted).toMatchObject({ default: "deny", tools: { "github.delete_repo": { require_approval: true } } });
    await page.getByText("0 would be decided differently").waitFor();
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("The policy is valid.").waitFor();
    expect(complaints).toStrictEqual([]);
  });
});
