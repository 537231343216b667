/** The gateway's own functions in search answers: named where a request asks for one, and not for requests about tools. */
import { expect, it } from "vitest";
import { buildServerCatalog, joinCatalog } from "../../src/catalog/catalog.ts";
import { findOwnFunctions } from "../../src/catalog/find-own-functions.ts";
import { MEMBERS, NAMES } from "../../src/dashboard/editor/script-names.ts";
import { trainingRequests } from "./golden/training.ts";

const operation = { name: "get_repo", request: { method: "GET", path: "/repo", parameters: [] } };
const CATALOG = joinCatalog([buildServerCatalog("github", "github", "h", [operation])]);

const ASKED: readonly (readonly [wanted: string, requests: readonly string[]])[] = [
  [
    "schedule.create",
    ["run this every morning", "run the script daily at 8", "schedule this script", "run code on a schedule"],
  ],
  ["scripts.save", ["save this script for later", "keep my code to reuse it", "saved scripts"]],
  ["store.put", ["remember a value between runs", "keep state", "the last id for the next run"]],
  ["files.write", ["a temporary file", "keep files for later runs"]],
  ["results.read", ["read the large result", "see the truncated output", "the rest of the result"]],
  ["progress", ["show progress", "report progress while it runs", "progress bar"]],
  ["runs.list", ["earlier runs", "list past runs", "previous runs of my script"]],
  ["server.tool.raw", ["response headers", "ETag", "status code", "pagination link header"]],
];

it.each(ASKED.flatMap(([wanted, requests]) => requests.map((request) => ({ wanted, request }))))(
  "$request: $wanted",
  ({ wanted, request }) => {
    const lines = findOwnFunctions(request, CATALOG, true);
    expect(lines[0]).toMatch(/^\/\/ in scripts: /);
    expect(lines.map((line) => line.slice("// in scripts: ".length).split("(")[0])).toContain(wanted);
  },
);

it.each([
  "schedule a meeting every Monday",
  "send a report every day",
  "save this article for later",
  "list workflow runs",
  "update my reading progress",
  "upload a file",
  "store a value in the cache",
  "get the result of a query",
])("nothing is said of %s", (request) => {
  expect(findOwnFunctions(request, CATALOG, true)).toStrictEqual([]);
});

it("few requests about tools are answered so", () => {
  const answered = trainingRequests.filter(({ request }) => findOwnFunctions(request, CATALOG, true).length > 0);
  expect(answered.length).toBeLessThan(trainingRequests.length * 0.01);
});

it("there are at most two lines", () => {
  const all = ASKED.map(([, [request]]) => request).join(". ");
  expect(findOwnFunctions(all, CATALOG, true)).toHaveLength(2);
});

it("what the caller cannot use is not named", () => {
  expect(findOwnFunctions("save this script", CATALOG, false)).toStrictEqual([]);
  const noApi = joinCatalog([buildServerCatalog("notes", "notes", "h", [{ name: "list_notes" }])]);
  expect(findOwnFunctions("response headers", noApi, true)).toStrictEqual([]);
});

it("files have their other name where a server has the first", () => {
  const taken = joinCatalog([buildServerCatalog("files", "files", "h", [{ name: "list" }])]);
  expect(findOwnFunctions("a temporary file", taken, true)[0]).toContain(
    "store_files.write(name,content) and store_files.read(name)",
  );
});

it("the functions are those of scripts", () => {
  const known = new Set(NAMES.map(({ label }) => label));
  for (const [wanted] of ASKED) {
    const [object = "", member] = wanted.split(".");
    if (object === "server") continue;
    const isKnown =
      member === undefined ? known.has(object) : MEMBERS.get(object)?.some(({ label }) => label === member);
    expect(isKnown, wanted).toBe(true);
  }
});
