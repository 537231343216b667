import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FOLDER, compileVocabulary, linesOf } from "../../../scripts/compile-vocabulary.ts";
import { VERB_CLASSES, bit } from "../../../src/catalog/search/verbs.ts";
import { openVocabulary } from "../../../src/catalog/search/vocabulary.ts";

test.each(readdirSync(join(FOLDER, "phrases")))(
  "%s: every phrase names known verb classes and means something",
  (file) => {
    const wrong = linesOf(join("phrases", file)).filter((line) => {
      if (!line.includes("=>")) return false;
      const [said = "", meaning = ""] = line.split("=>");
      const [verbs = "", ideas = ""] = meaning.split(":");
      const named = verbs.split("|").map((verb) => verb.trim());
      const sayings = said.split("|").map((saying) => saying.trim());
      const isKnown = named.every((verb) => verb === "" || VERB_CLASSES.includes(verb));
      return sayings.includes("") || `${verbs}${ideas}`.trim() === "" || !isKnown;
    });
    expect(wrong).toEqual([]);
  },
);

const compiled = compileVocabulary();
const vocabulary = openVocabulary(compiled);

test("it is compiled whole, and opened as it was meant", () => {
  const phrases = compiled.phrases.flatMap(([, siblings]) => siblings);
  for (const [pattern] of phrases) expect(pattern.startsWith("*")).toBe(false);
  expect(vocabulary.synonymsOf("pr")).toContainEqual({ terms: ["pull", "request"], weight: 1 });
  const [phrase] = vocabulary.phrasesFrom("file").filter(({ pattern }) => pattern.join(" ") === "file bug");
  expect(phrase?.verbs).toBe(bit("create"));
  expect(phrase?.ideas[0]?.[0]?.terms).toEqual(["issu"]);
  expect(vocabulary.conceptsOf("__proto__")).toEqual([]);
  for (const [term] of compiled.concepts)
    for (const { requirements } of vocabulary.conceptsOf(term))
      expect(requirements.map((one) => one.term)).toContain(term);
});

test.each([
  ["settings", "setting"],
  ["recordings", "recording"],
  ["records", "record"],
  ["repos", vocabulary.term("repository")],
  ["organisation", vocabulary.term("organization")],
  ["colours", vocabulary.term("color")],
  ["deleting", vocabulary.term("delete")],
  ["planned", vocabulary.term("plan")],
])("%s is the term %s", (word, want) => {
  expect(vocabulary.term(word)).toBe(want);
});

test("one of another build is refused", () => {
  expect(() => openVocabulary({ ...compiled, format: 0 })).toThrow(/build the gateway's assets again/);
});
