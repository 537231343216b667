/** Keeping a good run, changing it, running it by name, and letting it run by itself. On a desktop and on a phone. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { DESKTOP, PHONE, expectNoSidewaysScroll, noBrowser, runNow, useBrowser, visitor, write } from "./browse.ts";

describe.skipIf(noBrowser).each([
  { device: "a desktop", size: DESKTOP },
  { device: "a phone", size: PHONE },
])("a person at $device", ({ size }) => {
  useBrowser();
  const name = `kept_${size.width}`;

  it("saves a run as a script and runs it with another input", async () => {
    const id = await runNow("`hello ${input.who}`", { input: { who: "Ada" } });
    const { page, complaints } = await visitor({ size });
    await page.goto(`/dashboard/runs/${id}`);
    await page.getByRole("button", { name: "Save as script" }).click();
    await fillIn(page, { Name: name, Description: "Greets somebody." });
    await page.getByLabel("MCP clients see it as").selectOption("prompt");
    await page.getByRole("button", { name: "Save script" }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByText("Greets somebody.").waitFor();
    await expectNoSidewaysScroll(page);

    await page.getByRole("button", { name: "Run", exact: true }).click();
    await fillIn(page, { "Input (JSON)": "{ not json" });
    await page.getByRole("dialog").getByRole("button", { name: "Run" }).click();
    expect(await page.getByRole("alert").textContent()).toContain("The input is not JSON");
    await fillIn(page, { "Input (JSON)": '{ "who": "Grace" }' });
    await page.getByRole("dialog").getByRole("button", { name: "Run" }).click();
    await expect.poll(() => page.getByRole("region", { name: "Value" }).textContent()).toBe("hello Grace");
    await page.getByRole("link", { name: `${name}, version 1` }).waitFor();
    expect(complaints).toStrictEqual([]);
  });

  it("changes the script in the playground: a new version", async () => {
    const { page } = await visitor({ size });
    await page.goto(`/dashboard/scripts/${name}`);
    await page.getByRole("link", { name: "Edit" }).click();
    await page
      .getByRole("textbox", { name: /^Script/ })
      .getByText("hello")
      .waitFor();
    await write(page, "`good day ${input.who}`");
    await page.getByRole("button", { name: "Save as script" }).click();
    expect(await page.getByRole("dialog").getByLabel("Name", { exact: true }).inputValue()).toBe(name);
    expect(await page.getByLabel("MCP clients see it as").inputValue()).toBe("prompt");
    await page.getByRole("button", { name: "Save script" }).click();
    await page.getByRole("region", { name: "Script" }).getByText("good day").waitFor();
    await page.getByLabel("Version").selectOption("1");
    await page.getByRole("region", { name: "Script" }).getByText("hello").waitFor();
  });

  it("schedules it, runs it now, pauses it and removes it", async () => {
    const { page, complaints } = await visitor({ size });
    await page.goto(`/dashboard/scripts/${name}`);
    await page.getByRole("button", { name: "Schedule" }).click();
    await fillIn(page, { When: "whenever", "Input (JSON)": '{ "who": "everybody" }' });
    await page.getByRole("button", { name: "Create schedule" }).click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    await fillIn(page, { When: "0 9 * * 1-5", "Time zone": "Europe/Berlin" });
    await page.getByRole("button", { name: "Create schedule" }).click();
    const row = page.getByRole("row").filter({ hasText: name });
    await row.getByText("Europe/Berlin").waitFor();
    expect(await row.textContent()).toContain("never");
    await row.getByRole("button", { name: `Run now ${name}` }).click();
    await row.getByText("ok", { exact: true }).waitFor();
    await row.getByRole("button", { name: `Pause ${name}` }).click();
    await row.getByText("paused").waitFor();
    await expectNoSidewaysScroll(page);
    await row.getByRole("button", { name: `Remove ${name}` }).click();
    await page.getByRole("button", { name: "Remove schedule" }).click();
    await row.waitFor({ state: "detached" });
    // The refused schedule is a complaint of the browser's: a request was answered with 400.
    expect(complaints.filter((one) => !one.includes("400"))).toStrictEqual([]);
  });

  it("deletes it, after being asked", async () => {
    const { page } = await visitor({ size });
    await page.goto(`/dashboard/scripts/${name}`);
    const schedule = { name: `still_${name}`, schedule: "0 9 * * 1-5", script: `${name}@1` };
    await page.request.post("/api/v1/schedules", { data: schedule });
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByText(`The schedule ${schedule.name} runs it`).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.request.delete(`/api/v1/schedules/${schedule.name}`);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByText("No schedule runs it.").waitFor();
    await page.getByRole("button", { name: "Delete script" }).click();
    await page.getByRole("heading", { level: 1, name: "Scripts" }).waitFor();
    await expect.poll(() => page.getByRole("link", { name }).count()).toBe(0);
  });
});

/** The fields of the dialog that is open, by label. */
async function fillIn(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  const dialog = page.getByRole("dialog");
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(text);
}
