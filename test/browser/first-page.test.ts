/** What the first page costs, and that nothing of it comes from, or could go, elsewhere. */
import { describe, expect, it } from "vitest";
import { noBrowser, open, runNow, useBrowser, visitor } from "./browse.ts";

const MAX_BYTES = 100_000;

describe.skipIf(noBrowser)("the first page", () => {
  useBrowser();

  it(`is transferred in less than ${MAX_BYTES / 1_000} kB, all of it from the gateway`, async () => {
    const { page, complaints } = await visitor();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.enable");
    let bytes = 0;
    const origins = new Set<string>();
    devtools.on("Network.requestWillBeSent", ({ request }) => origins.add(new URL(request.url).origin));
    devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto("/dashboard");
    await page
      .getByRole("status")
      .filter({ hasText: /^live$/ })
      .waitFor();
    console.log(`First page: ${(bytes / 1_000).toFixed(1)} kB transferred (bound ${MAX_BYTES / 1_000} kB)`);
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThan(MAX_BYTES);
    expect([...origins]).toStrictEqual([open]);
    expect(complaints).toStrictEqual([]);
  });

  it.each(["/dashboard", "/dashboard/runs/r_1", "/dashboard/sign-in", "/dashboard/assets/main.js"])(
    "%s is sent with a policy that lets nothing in",
    async (path) => {
      const { headers } = await fetch(open + path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    },
  );

  it("does not run what a script returns, logs, throws or is called", async () => {
    const markup = `<img src=x onerror="document.title='broken in'"><script>document.title='broken in'</script>`;
    const id = await runNow(
      `// ${markup}\nconsole.log(input); await notes.summarize({ id: 99 }).catch(() => 0); throw new Error(input)`,
      {
        input: markup,
      },
    );
    const { page } = await visitor();
    await page.goto(`/dashboard/runs/${id}`);
    await page.getByRole("region", { name: "Logs" }).waitFor();
    expect(await page.getByRole("region", { name: "Logs" }).textContent()).toContain(markup);
    expect(await page.locator("main img").count()).toBe(0);
    expect(await page.title()).not.toBe("broken in");
  });
});
