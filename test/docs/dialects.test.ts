/** Every script on docs/dialects.md is one that is run as a sample. */
import { readFileSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../scripts/stack.mjs";

const page = readFileSync(join(root, "docs/dialects.md"), "utf8");
const snippets = [...page.matchAll(/^```[jt]s\n([^]*?)^```$/gm)].map(([, text = ""]) => ({ text }));

it.each(snippets)("$text", async ({ text }) => {
  const samples = await Array.fromAsync(glob("test/dialects/*/samples/*", { cwd: root }));
  const texts = await Promise.all(samples.map((path) => readFile(join(root, path), "utf8")));
  expect(texts.some((sample) => sample.includes(text.trim()))).toBe(true);
});

it("has a script of each", () => {
  expect(snippets.length).toBeGreaterThanOrEqual(4);
});
