import { expect, test } from "vitest";
import ASKED from "../../../src/catalog/search/glossary/asked.json" with { type: "json" };
import { saidOf } from "../../../src/catalog/search/glossary.ts";
import { search } from "../../../src/catalog/search/index.ts";
import { terms } from "../../../src/catalog/search/term.ts";
import { join, partOf, vocabulary } from "../search/build-index.ts";
import { tool } from "../search/catalog.ts";
import { askedOfTools } from "./asked.ts";

test("asked.json is what `node scripts/asked-of-tools.mjs` makes of the sample requests", () => {
  expect(ASKED).toEqual(askedOfTools());
});

test("every tool answers to all that was asked of it", () => {
  const silent = ASKED.filter((line) => {
    const [own = "", said = ""] = line.split(": ");
    const found = saidOf(new Set(terms(own)), 0, vocabulary);
    return !terms(said).every((one) => found.has(one));
  });
  expect(silent).toEqual([]);
});

test.each(["antv", "atlas"])("a pin map of %s is asked for as a png, whatever server draws it", (server) => {
  const tools = ["pin_map", "path_map"].map((name) => tool(server, `generate_chart_${name}`, "Generate a map."));
  const { hits } = search(join([partOf(tools)]), "which one is a png", { limit: 1 });
  expect(hits[0]?.tool).toBe("generate_chart_pin_map");
});
