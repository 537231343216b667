/** Packages a deployment allows: importable, refused by name otherwise, and without memory from one run to the next. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS, prepareScript, run, type Host } from "../../worker-loader/index.ts";

const PACKAGES: Readonly<Record<string, string>> = {
  counter: "let n = 0; export const next = () => ++n; export default { next };",
  "@scope/words": "export const plural = (word) => word + 's';",
};
const host: Host = { call: () => Promise.reject(new Error("no tools here")) };

async function result(code: string) {
  const prepared = await prepareScript(
    code,
    "javascript",
    () => Promise.reject(new Error("not TypeScript")),
    Object.keys(PACKAGES),
  );
  if (!prepared.ok) return prepared.error;
  const { script } = prepared;
  const loadPackage = (name: string) => Promise.resolve(PACKAGES[name] ?? "");
  const options = { owner: "packages", servers: [], input: "{}", host, limits: DEFAULT_LIMITS, loadPackage };
  const outcome = await run({ loader: env.LOADER, script, ...options });
  return outcome.ok ? JSON.parse(outcome.value ?? "null") : outcome.error;
}

describe("packages", () => {
  it.each([
    { given: 'import { plural } from "@scope/words"; plural("tool")', want: "tools" },
    { given: 'import counter from "counter"; counter.next()', want: 1 },
    { given: 'const a = String\nimport counter from "counter"\n(() => counter)()\ntypeof a', want: "function" },
    { given: 'import * as all from "counter"; return Object.keys(all).sort()', want: ["default", "next"] },
  ])("$given", async ({ given, want }) => {
    expect(await result(given)).toStrictEqual(want);
    expect(await result(given)).toStrictEqual(want);
  });

  it.each(["left-pad", "cloudflare:workers", "node:fs", "./harness.js", "script.js", "https://example.com/x.js"])(
    "%s is refused, with what is available",
    async (name) => {
      expect(await result(`import x from ${JSON.stringify(name)}; x`)).toMatchObject({
        code: "PACKAGE_NOT_ALLOWED",
        message: expect.stringContaining("counter, @scope/words"),
      });
    },
  );
});
