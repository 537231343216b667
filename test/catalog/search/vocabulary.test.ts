import { expect, test } from "vitest";
import { bit, isVerbClass } from "../../../src/catalog/search/verbs.ts";
import { openVocabulary } from "../../../src/catalog/search/vocabulary.ts";
import { ACTIONS } from "../../../src/catalog/search/vocabulary/actions.ts";
import { CLOUD } from "../../../src/catalog/search/vocabulary/cloud.ts";
import { CODE_HOSTING } from "../../../src/catalog/search/vocabulary/code-hosting.ts";
import { EVERYDAY_SPEECH } from "../../../src/catalog/search/vocabulary/everyday.ts";
import { PLACES_AND_CHARTS } from "../../../src/catalog/search/vocabulary/places-and-charts.ts";
import { compileVocabulary } from "../../../src/catalog/search/vocabulary/compile.ts";
import { COMMERCE_AND_TELEPHONY } from "../../../src/catalog/search/vocabulary/commerce-and-telephony.ts";
import { FILES_AND_MACHINES } from "../../../src/catalog/search/vocabulary/files-and-machines.ts";
import { KNOWLEDGE_AND_WORK } from "../../../src/catalog/search/vocabulary/knowledge-and-work.ts";
import { OFFICE } from "../../../src/catalog/search/vocabulary/office.ts";
import { WEB_AND_BROWSER } from "../../../src/catalog/search/vocabulary/web-and-browser.ts";

const lists = {
  ACTIONS,
  CLOUD,
  CODE_HOSTING,
  EVERYDAY_SPEECH,
  PLACES_AND_CHARTS,
  COMMERCE_AND_TELEPHONY,
  FILES_AND_MACHINES,
  KNOWLEDGE_AND_WORK,
  OFFICE,
  WEB_AND_BROWSER,
};

test.each(Object.entries(lists))("%s: every phrase names known verb classes and means something", (_name, text) => {
  const wrong = text.split("\n").filter((line) => {
    if (!line.includes("=>")) return false;
    const [said = "", meaning = ""] = line.split("=>");
    const [verbs = "", ideas = ""] = meaning.split(":");
    const named = verbs.split("|").map((verb) => verb.trim());
    const sayings = said.split("|").map((saying) => saying.trim());
    return (
      sayings.includes("") ||
      `${verbs}${ideas}`.trim() === "" ||
      !named.every((verb) => verb === "" || isVerbClass(verb))
    );
  });
  expect(wrong).toEqual([]);
});

const compiled = compileVocabulary();

test("it is compiled whole, and opened as it was meant", () => {
  const phrases = compiled.phrases.flatMap(([, siblings]) => siblings);
  expect(phrases.length).toBeGreaterThan(2_000);
  expect(compiled.synonyms.length).toBeGreaterThan(700);
  for (const [pattern] of phrases) expect(pattern.startsWith("*")).toBe(false);
  const vocabulary = openVocabulary(compiled);
  expect(vocabulary.synonymsOf("pr")).toContainEqual({ terms: ["pull", "request"], weight: 1 });
  const [phrase] = vocabulary.phrasesFrom("file").filter(({ pattern }) => pattern.join(" ") === "file bug");
  expect(phrase?.verbs).toBe(bit("create"));
  expect(phrase?.ideas[0]?.[0]?.terms).toEqual(["issu"]);
  expect(vocabulary.conceptsOf("__proto__")).toEqual([]);
  for (const [term] of compiled.concepts)
    for (const { requirements } of vocabulary.conceptsOf(term))
      expect(requirements.map((one) => one.term)).toContain(term);
});

test("one of another build is refused", () => {
  expect(() => openVocabulary({ ...compiled, format: 0 })).toThrow(/build the gateway's assets again/);
});
