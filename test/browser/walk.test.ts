/** What a person does with runs: write one, watch it live, look at what went wrong, do it again. On a desktop and on a phone. */
import { describe, expect, it } from "vitest";
import {
  DESKTOP,
  PHONE,
  noBrowser,
  expectNoSidewaysScroll,
  heading,
  open,
  runNow,
  useBrowser,
  visitor,
  write,
} from "./browse.ts";

describe.skipIf(noBrowser)("a person", () => {
  useBrowser();

  describe.each([
    { device: "a desktop", size: DESKTOP },
    { device: "a phone", size: PHONE },
  ])("at $device", ({ size }) => {
    it("runs a script from the keyboard and opens its run", async () => {
      const { page, complaints } = await visitor({ size });
      await page.goto("/dashboard/playground");
      await write(page, 'console.log("hello from here"); (await notes.list_notes()).notes.length');
      await page.keyboard.press("ControlOrMeta+Enter");
      const outcome = page.getByRole("region", { name: "Outcome" });
      await outcome.getByText("hello from here").waitFor();
      expect(await outcome.getByRole("region", { name: "Value" }).textContent()).toBe("3");
      await outcome.getByRole("link", { name: "Look at the run" }).click();
      await page.getByRole("heading", { name: "Calls" }).waitFor();
      await page.getByRole("button", { name: /notes\.list_notes/ }).click();
      await page.getByText("Deploy checklist").first().waitFor();
      await expectNoSidewaysScroll(page);
      expect(complaints).toStrictEqual([]);
    });

    it("sees the failing line, in the editor and on the run's page", async () => {
      const { page, complaints } = await visitor({ size });
      await page.goto("/dashboard/playground");
      await write(page, "const before = 1;\nawait modern.fail({});\nbefore");
      await page.getByRole("button", { name: /^Run/ }).click();
      await page.getByText("TOOL_ERROR").waitFor();
      expect(await page.locator(".cm-failing").textContent()).toBe("await modern.fail({});");
      expect(await page.locator(".cm-failing-message").textContent()).toBe("modern.fail: the disk is full");
      await page.getByRole("link", { name: "Look at the run" }).click();
      await page.locator("li.marked").waitFor();
      expect(await page.locator("li.marked").textContent()).toContain("await modern.fail({});");
      await expectNoSidewaysScroll(page);
      expect(complaints).toStrictEqual([]);
    });

    it("watches a run that somebody else started, and its page, until it ends", async () => {
      const { page } = await visitor({ size });
      await page.goto("/dashboard");
      await page
        .getByRole("status")
        .filter({ hasText: /^live$/ })
        .waitFor();
      const marker = `watched_${size.width}`;
      const ended = runNow(
        `// ${marker}\nfor (let i = 0; i < 40; i++) { console.log("step " + i); await modern.slow({ ms: 100 }); }`,
      );
      const row = page.getByRole("row").filter({ hasText: marker });
      await row.getByText("running").waitFor();
      await row.getByRole("link").click();
      await page.getByRole("button", { name: "Cancel run" }).waitFor();
      const calls = page.getByRole("button", { name: /modern\.slow/ });
      const first = await calls.count();
      await expect.poll(() => calls.count(), { timeout: 10_000 }).toBeGreaterThan(first + 2);
      await page.getByRole("region", { name: "Logs" }).getByText("step 1", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Cancel run" }).click();
      await page.getByRole("button", { name: "Replay" }).waitFor();
      expect(await page.locator("dd").first().textContent()).toBe("cancelled");
      await ended;
    });

    it("replays a run", async () => {
      const id = await runNow("input.names.join()", { input: { names: ["ada", "grace"] } });
      const { page, complaints } = await visitor({ size });
      await page.goto(`/dashboard/runs/${id}`);
      await page.getByRole("button", { name: "Replay" }).click();
      await page.getByRole("link", { name: "the run before" }).waitFor();
      expect(page.url()).not.toContain(id);
      expect(await page.getByRole("region", { name: "Value" }).textContent()).toBe("ada,grace");
      expect(complaints).toStrictEqual([]);
    });

    it("finds a run by outcome and text, and can send the link", async () => {
      const marker = `sought_${size.width}`;
      await runNow(`// ${marker}\nthrow new Error("sought and failed")`);
      await runNow(`// ${marker}\n1`);
      const { page } = await visitor({ size });
      await page.goto("/dashboard");
      await page.getByRole("searchbox").fill(marker);
      await page.getByRole("combobox", { name: "Outcome" }).selectOption("failed");
      const rows = page.locator("tbody tr");
      await expect.poll(() => rows.count()).toBe(1);
      await page.goto(page.url());
      await page.getByText("sought and failed").waitFor();
      expect(await rows.count()).toBe(1);
    });

    it("keeps a choice that is made at the moment when the typed text takes effect", async () => {
      const { page } = await visitor({ size });
      await page.goto("/dashboard");
      const outcome = page.getByRole("combobox", { name: "Outcome" });
      await outcome.waitFor();
      await page.evaluate(async () => {
        const field = document.querySelector<HTMLInputElement>("input[type=search]")!;
        const select = document.querySelector("select")!;
        field.value = "typed";
        field.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve, 200));
        select.value = "failed";
        select.dispatchEvent(new Event("change", { bubbles: true }));
        const busyUntil = performance.now() + 150;
        while (performance.now() < busyUntil);
      });
      await page.waitForURL(/text=typed/);
      expect(await outcome.inputValue()).toBe("failed");
      expect(page.url()).toContain("outcome=failed");
    });

    it("finds a tool by purpose and tries it", async () => {
      const { page, complaints } = await visitor({ size });
      await page.goto("/dashboard/tools");
      await page.getByText(/^\d+ tools/).waitFor();
      await page.getByRole("searchbox").fill("sum of two numbers");
      await page.getByText("best first").waitFor();
      await page.getByRole("button", { name: "modern.add" }).click();
      await page.getByRole("region", { name: "Input schema" }).waitFor();
      await page.getByRole("link", { name: "Try modern.add" }).click();
      await page
        .getByRole("textbox", { name: /^Script/ })
        .getByText("await modern.add({ a: 0, b: 0 })")
        .waitFor();
      await expectNoSidewaysScroll(page);
      expect(complaints).toStrictEqual([]);
    });

    it("reaches every tool of a long list, and of a search that finds many", async () => {
      const { page } = await visitor({ size });
      for (const query of ["server=library", "server=library&query=books"]) {
        await page.goto(`/dashboard/tools?${query}`);
        await page.getByText("; the first 100 are shown").waitFor();
        await page.getByRole("button", { name: "Show 100 more" }).click();
        await page.getByRole("button", { name: "Show 30 more" }).click();
        await expect.poll(() => page.locator(".tool").count()).toBe(230);
        expect(await page.getByRole("button", { name: /^Show/ }).count()).toBe(0);
      }
    });

    it("sees which upstreams work, and why one does not", async () => {
      const { page } = await visitor({ size });
      await page.goto("/dashboard/upstreams");
      const files = page.getByRole("listitem").filter({ hasText: "home-files" });
      await files.getByText("down").waitFor();
      expect(await files.textContent()).toMatch(/cannot run at the edge.*isogate tunnel.*bridge it/);
      expect(await files.getByRole("button").count()).toBe(0);
      const misspelled = page.getByRole("listitem").filter({ hasText: "misspelled" });
      expect(await misspelled.textContent()).toMatch(
        /down.*Did you mean "headers"\?.*Correct or remove the entry in gateway\.json/,
      );
      expect(await misspelled.textContent()).not.toContain("credential");
      const resting = page.getByRole("listitem").filter({ hasText: "resting" });
      expect(await resting.textContent()).toContain("off");
      expect(await page.getByRole("alert").textContent()).toContain('Did you mean "hosts"?');
      const badges = await page.locator(".upstream .badge").allTextContents();
      const order = badges.map((badge) => ["down", "connecting", "ready", "off"].indexOf(badge));
      expect(order).toStrictEqual(order.toSorted((one, other) => one - other));
      await expectNoSidewaysScroll(page);
    });

    it("adds an upstream, switches it off and on, and removes it", async () => {
      const { page } = await visitor({ size });
      await page.goto("/dashboard/upstreams");
      await page.getByRole("button", { name: "Add an upstream" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("laptop");
      await dialog.getByLabel(/^Address/).fill("http://10.0.0.1/mcp");
      await dialog.getByRole("button", { name: "Add upstream" }).click();
      await dialog.getByText("laptop is not added").waitFor();
      await dialog.getByLabel(/^Address/).fill('{ "type": "tunnel" }');
      await dialog.getByRole("button", { name: "Add upstream" }).click();
      const laptop = page.getByRole("listitem").filter({ hasText: "tunnel, added by an admin" });
      await laptop.getByText("isogate tunnel FILE").first().waitFor();
      await page.getByRole("button", { name: "Switch off laptop" }).click();
      await page.getByRole("button", { name: "Switch on laptop" }).click();
      await page.getByRole("button", { name: "Switch off laptop" }).waitFor();
      await expectNoSidewaysScroll(page);
      await page.getByRole("button", { name: "Remove laptop" }).click();
      await page.getByRole("button", { name: "Remove upstream" }).click();
      await expect.poll(() => laptop.count()).toBe(0);
    });

    it("signs in to an upstream, and out of it", async () => {
      const { page } = await visitor({ size });
      await page.goto("/dashboard/upstreams");
      await page.getByRole("button", { name: "Sign in to vault" }).click();
      await page.getByRole("heading", { name: "Connect vault" }).waitFor();
      await page.getByRole("button", { name: "Sign in to vault" }).click();
      await page.getByRole("heading", { name: "vault is connected" }).waitFor();
      await page.goto("/dashboard/upstreams");
      const vault = page.getByRole("listitem").filter({ hasText: "vault" });
      await vault.getByText("signed in").waitFor();
      await page.getByRole("button", { name: "Sign out of vault" }).click();
      await page.getByRole("button", { name: "Sign in to vault" }).waitFor();
      expect(await vault.textContent()).toContain("needs you to sign in");
      await expectNoSidewaysScroll(page);
    });

    it("sees what was done today, as a plot and as figures", async () => {
      await runNow("1");
      const { page } = await visitor({ size });
      await page.goto("/dashboard/usage");
      await page.getByRole("img", { name: /^Runs by day: \d+ in all/ }).waitFor();
      await page.getByText("Figures of Runs").click();
      const today = new Date().toISOString().slice(0, 10);
      const rows = page.getByRole("row", { name: new RegExp(`^${today} \\d+`) });
      await expect.poll(() => rows.count()).toBe(1);
      await expectNoSidewaysScroll(page);
    });
  });

  it("goes from page to page with the keyboard, and the focus follows", async () => {
    const { page } = await visitor();
    await page.goto("/dashboard");
    await page.getByRole("heading", { level: 1, name: "Runs" }).waitFor();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("Skip to content");
    await page.getByRole("link", { name: "Tools" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Tools" }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await expect.poll(() => page.title()).toBe("Tools · Isogate");
    await page.goBack();
    await expect.poll(() => heading(page)).toBe("Runs");
  });

  it.each([
    { client: "Claude Code", want: `claude mcp add --transport http isogate ${open}/mcp` },
    { client: "Cursor", want: { mcpServers: { isogate: { url: `${open}/mcp` } } } },
    { client: "VS Code", want: { servers: { isogate: { type: "http", url: `${open}/mcp` } } } },
    { client: "Windsurf", want: { mcpServers: { isogate: { serverUrl: `${open}/mcp` } } } },
    { client: "Codex", want: `[mcp_servers.isogate]\nurl = "${open}/mcp"` },
    { client: "another client", want: `${open}/mcp` },
  ])("is told how $client is connected", async ({ client, want }) => {
    const { page } = await visitor();
    await page.goto("/dashboard");
    await page.getByRole("button", { name: "Connect a client" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Client" }).selectOption(client);
    const text = (await dialog.locator(".command code").textContent()) ?? "";
    expect(typeof want === "string" ? text : JSON.parse(text)).toStrictEqual(want);
  });

  it("is offered the gateway's tools and their arguments while writing", async () => {
    const { page, complaints } = await visitor();
    await page.goto("/dashboard/playground");
    await write(page, "");
    await page.keyboard.type("await modern.");
    await page.getByRole("option", { name: /^add/ }).waitFor();
    const panel = page.locator(".cm-completionInfo");
    await panel.getByText("modern.add(a:{a:number,b:number})").waitFor();
    expect(await panel.evaluate(isInFront)).toBe(true);
    await page.keyboard.type("add");
    await page.keyboard.press("Enter");
    await page.keyboard.type("({ ");
    await page.keyboard.press("Control+Space");
    await page.getByRole("option", { name: /^a ?number/ }).waitFor();
    expect(complaints).toStrictEqual([]);
  });

  it.each([
    { written: "await tools.", offered: ["search", "describe", "list"] },
    { written: "await files.", offered: ["write", "read", "list", "delete"] },
    { written: "await store.", offered: ["get", "put", "delete", "keys"] },
    { written: "await runs.", offered: ["list", "get"] },
    { written: "await scripts.", offered: ["list", "save"] },
    { written: "await results.", offered: ["read"] },
    { written: "sche", offered: ["schedule"] },
  ])("is offered what scripts find besides tools: $written", async ({ written, offered }) => {
    const { page, complaints } = await visitor();
    await page.goto("/dashboard/playground");
    await write(page, "");
    await page.keyboard.type(written);
    for (const name of offered) await page.getByRole("option", { name: new RegExp(`^${name}`) }).waitFor();
    expect(complaints).toStrictEqual([]);
  });

  it("is told what to do when there is no such page and no such run", async () => {
    const { page } = await visitor();
    await page.goto("/dashboard/nowhere");
    await page.getByRole("link", { name: "Go to the runs" }).waitFor();
    await page.goto("/dashboard/runs/r_nothing");
    expect(await page.getByRole("alert").textContent()).toContain('There is no run "r_nothing"');
  });
});

/** Whether what is seen at its corners is the element: nothing clips or covers it. */
function isInFront(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const root = element.getRootNode() as Document | ShadowRoot;
  return [
    [left + 8, top + 8],
    [right - 8, top + 8],
    [left + 8, bottom - 8],
    [right - 8, bottom - 8],
  ].every(([x = 0, y = 0]) => element.contains(root.elementFromPoint(x, y)));
}
