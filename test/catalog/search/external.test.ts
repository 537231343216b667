/** The bench on requests that nobody here wrote: a small set of the same form, and no set at all. */
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const tool = (server: string, name: string, description: string) => ({
  server,
  name,
  description,
  inputSchema: { type: "object", properties: {}, required: [] },
});
const SET = {
  id: "small",
  source: "this test",
  tools: [
    tool("shop", "listOrders", "List the orders of a customer."),
    tool("weather", "get_forecast", "Forecast for a city."),
    tool("weather", "get_forecast", "Forecast for a city, hour by hour."),
    tool("mail", "send_mail", "Send a mail."),
  ],
  requests: [
    { request: "what is the forecast for Paris", wanted: [[1, 2]] },
    { request: "send a mail with the orders", wanted: [[3], [0]] },
    { request: "zzyzx", wanted: [[0]] },
  ],
};

let folder = "";
beforeAll(async () => void (folder = await temporaryDirectory()));
afterAll(() => rmSync(folder, { recursive: true }));

function bench(...args: readonly string[]) {
  const file = "test/bench/run.ts";
  const options = ["--disable-warning=ExperimentalWarning", file, "search-external", ...args];
  return spawnSync(process.execPath, options, { encoding: "utf8" });
}

/** Each starts a process that loads all benchmarks. */
const TEST_MS = 60_000;

test("a folder without sets is named, and how to name another", { timeout: TEST_MS }, () => {
  const { stderr, status } = bench("--data", folder);
  expect(status).toBe(1);
  expect(stderr).toContain(folder);
  expect(stderr).toContain("--data FOLDER");
});

test(
  "one line of JSON per file and kind of server names, BM25 beside the search of the product",
  { timeout: TEST_MS },
  () => {
    writeFileSync(join(folder, "small.json.gz"), gzipSync(JSON.stringify(SET)));
    const { stdout, status } = bench("--data", folder, "--json");
    expect(status).toBe(0);
    const found = { hit1: 66.7, hit5: 66.7, all10: 66.7 };
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { id: "small", opaque: false, bm25: found, ours: found },
      { id: "small", opaque: true, bm25: found, ours: found },
    ]);
  },
);
