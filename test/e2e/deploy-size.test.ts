/**
 * What `wrangler deploy` would upload. The platform takes 10 MB gzip; the bound keeps the start of the Worker short (the bench
 * prints it). esbuild's WebAssembly (3.7 MB gzip) belongs to the static assets.
 */
import { readFile, readdir, rm } from "node:fs/promises";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runTool } from "../support/command.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const MAX_BYTES = 1_048_576;
/** Written beside the upload: an explanation, and the map that only makes stacks in the log readable. */
const NOT_UPLOADED = new Set([".md", ".map"]);

let directory: string;
let printed: string;
let uploaded: string[];

beforeAll(async () => {
  directory = await temporaryDirectory();
  const finished = await runTool("wrangler", ["deploy", "--dry-run", "--outdir", directory]);
  if (finished.status !== 0) throw new Error(finished.printed);
  printed = finished.printed;
  uploaded = (await readdir(directory)).filter((name) => !NOT_UPLOADED.has(extname(name)));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

it(`uploads less than ${MAX_BYTES / 1_000} kB gzip`, async () => {
  const contents = await Promise.all(uploaded.map((name) => readFile(join(directory, name))));
  // As wrangler counts: everything that is uploaded, one after the other, in one gzip stream.
  const bytes = gzipSync(Buffer.concat(contents)).byteLength;
  console.log(`Upload: ${(bytes / 1_000).toFixed(1)} kB gzip (bound ${MAX_BYTES / 1_000} kB)`);
  const reported = Number(/Total Upload: .* gzip: ([\d.]+) KiB/.exec(printed)?.[1]) * 1_024;
  expect(Math.abs(bytes - reported), `wrangler reports ${reported} bytes`).toBeLessThan(1_024);
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
