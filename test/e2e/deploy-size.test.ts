/**
 * What `wrangler deploy` would upload. The platform takes 10 MB gzip; the bound keeps the start of the Worker short (the bench
 * prints it). esbuild's WebAssembly (3.7 MB gzip) belongs to the static assets.
 */
import { readFile, readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { expect, inject, it } from "vitest";

const MAX_BYTES = 1_048_576;
/** Written beside the upload: an explanation, and the map that only makes stacks in the log readable. */
const NOT_UPLOADED = new Set([".md", ".map"]);

const { directory, printed } = inject("bundle");
const uploaded = (await readdir(directory)).filter((name) => !NOT_UPLOADED.has(extname(name)));

it(`uploads less than ${MAX_BYTES / 1_000} kB gzip`, () => {
  // Wrangler's own figure: a second one differs by some kB, because gzip finds more repetition in some orders of the modules.
  const bytes = Number(/Total Upload: .* gzip: ([\d.]+) KiB/.exec(printed)?.[1]) * 1_024;
  console.log(`Upload: ${(bytes / 1_000).toFixed(1)} kB gzip (bound ${MAX_BYTES / 1_000} kB)`);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(MAX_BYTES);
});

it("has no WebAssembly in the upload", () => {
  expect(uploaded).toContain("index.js");
  expect(uploaded.filter((name) => name.includes("wasm"))).toStrictEqual([]);
});

it("has no search vocabulary in the upload", async () => {
  const code = await readFile(join(directory, "index.js"), "utf8");
  expect(code).not.toContain("raise ticket");
});
