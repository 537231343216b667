import { readdirSync } from "node:fs";
import { join as joinPath } from "node:path";
import { expect, test } from "vitest";
import { FOLDER, linesOf } from "../../../scripts/compile-vocabulary.ts";
import { conceptsOf } from "../../../src/catalog/search/index-part.ts";
import { search } from "../../../src/catalog/search/index.ts";
import { bit } from "../../../src/catalog/search/verbs.ts";
import { join, partOf, vocabulary } from "./build-index.ts";
import { tool } from "./catalog.ts";

const files = readdirSync(joinPath(FOLDER, "concepts"));

test.each(files)("%s: one concept a line, none twice, all of it telling", (file) => {
  const lines = linesOf(joinPath("concepts", file));
  expect(lines.filter((line) => !/^[\w |-]+: \S/u.test(line))).toEqual([]);
  const concepts = lines.map((line) => line.slice(0, line.indexOf(":")));
  expect(concepts.filter((concept, i) => concepts.indexOf(concept) !== i)).toEqual([]);
  expect(lines.filter((line) => vocabulary.terms(line.slice(line.indexOf(":"))).length === 0)).toEqual([]);
});

test.each([
  { given: "create_refund", verbs: bit("create"), want: "money", said: true },
  { given: "generate_pie_chart", verbs: bit("create"), want: "slice", said: true },
  // Every word of a concept has to be there.
  { given: "generate_bar_chart", verbs: bit("create"), want: "slice", said: false },
  // A verb class stands for the verbs in it, and only those.
  { given: "remove_participant", verbs: bit("delete"), want: "kick", said: true },
  { given: "get_participant", verbs: bit("get"), want: "kick", said: false },
])("$given answers to $want: $said", ({ given, verbs, want, said }) => {
  expect(conceptsOf({ name: given, server: "s" }, verbs, vocabulary).has(vocabulary.term(want))).toBe(said);
});

test("a server answers to the products it is known for", () => {
  const twins = ["ms365", "notion"].map((server) => tool(server, "list-messages", "List messages."));
  const index = join(twins.map((one) => partOf([one])));
  expect(search(index, "messages in outlook", { limit: 1 }).hits[0]?.server).toBe("ms365");
});

test("weak hints add up to the right sibling", () => {
  const charts = ["pie", "line", "radar", "funnel"].map((kind) =>
    tool("charts", `generate_${kind}_chart`, `Generate a ${kind} chart.`),
  );
  const index = join([partOf(charts)]);
  const [hit] = search(index, "which slice of the whole does each region have", { limit: 1 }).hits;
  expect(hit?.tool).toBe("generate_pie_chart");
});

test("what only the lists say of a tool explains less than its own words", () => {
  const one = (description: string) => join([partOf([tool("s", "remove_participant", description)])]);
  const coverageOf = (description: string) => search(one(description), "kick", { limit: 1 }).hits[0]?.coverage;
  expect(coverageOf("Remove somebody.")).toBeLessThan(coverageOf("Kick somebody.") ?? 0);
});

test("a graph of memories is no spreadsheet", () => {
  const index = join([partOf([tool("memory", "read_graph", "Read the entire knowledge graph")])]);
  expect(search(index, "excel spreadsheet", { limit: 1 }).hits).toEqual([]);
});
