import { expect, test } from "vitest";
import { saidOf } from "../../../src/catalog/search/glossary.ts";
import { CHARTS_AND_MAPS } from "../../../src/catalog/search/glossary/charts-and-maps.ts";
import { CLOUD } from "../../../src/catalog/search/glossary/cloud.ts";
import { CODE_HOSTING } from "../../../src/catalog/search/glossary/code-hosting.ts";
import { OFFICE } from "../../../src/catalog/search/glossary/office.ts";
import { WEB_AND_DEVICES } from "../../../src/catalog/search/glossary/web-and-devices.ts";
import { WORK_AND_COMMERCE } from "../../../src/catalog/search/glossary/work-and-commerce.ts";
import { search } from "../../../src/catalog/search/index.ts";
import { join, partOf, vocabulary } from "./build-index.ts";
import { STOP_WORDS } from "../../../src/catalog/search/stop-words.ts";
import { term } from "../../../src/catalog/search/term.ts";
import { words } from "../../../src/catalog/search/tokenise.ts";
import { bit } from "../../../src/catalog/search/verbs.ts";
import { tool } from "./catalog.ts";

const lists = { CHARTS_AND_MAPS, CLOUD, CODE_HOSTING, OFFICE, WEB_AND_DEVICES, WORK_AND_COMMERCE };

test.each(Object.entries(lists))("%s: one concept a line, none twice, all of it telling", (_name, text) => {
  const lines = text.split("\n").filter((line) => line !== "");
  const malformed = lines.filter((line) => !/^[\w |-]+: \S/u.test(line));
  expect(malformed).toEqual([]);
  const concepts = lines.map((line) => line.slice(0, line.indexOf(":")));
  expect(concepts.filter((concept, i) => concepts.indexOf(concept) !== i)).toEqual([]);
  const empty = lines.filter((line) => words(line.slice(line.indexOf(":"))).every((word) => STOP_WORDS.has(word)));
  expect(empty).toEqual([]);
});

const terms = (text: string): Set<string> => new Set(words(text).map(term));

test.each([
  { given: "create_refund", verbs: bit("create"), want: "money", said: true },
  { given: "generate_pie_chart", verbs: bit("create"), want: "slice", said: true },
  // Every word of a concept has to be there.
  { given: "generate_bar_chart", verbs: bit("create"), want: "slice", said: false },
  // A verb class stands for the verbs in it, and only those.
  { given: "remove_participant", verbs: bit("delete"), want: "kick", said: true },
  { given: "get_participant", verbs: bit("get"), want: "kick", said: false },
])("$given answers to $want: $said", ({ given, verbs, want, said }) => {
  expect(saidOf(terms(given), verbs, vocabulary).has(term(want))).toBe(said);
});

test("weak hints add up to the right sibling", () => {
  const charts = ["pie", "line", "radar", "funnel"].map((kind) =>
    tool("charts", `generate_${kind}_chart`, `Generate a ${kind} chart.`),
  );
  const index = join([partOf(charts)]);
  const [hit] = search(index, "which slice of the whole does each region have", { limit: 1 }).hits;
  expect(hit?.tool).toBe("generate_pie_chart");
});
