// The lists of this folder to what the vocabulary holds of them: those written by hand, and what sample requests asked of tools
// (asked.json, made by scripts/asked-of-tools.mjs). They hold one concept a line:
//   words of the tool | other words of the tool: what is said of it
// All words before the colon (of one alternative) must stand in the tool's name, title or server; `create update delete list
// get send search` also fit by verb class.

import { term, terms } from "../term.ts";
import { words } from "../tokenise.ts";
import { bit, isVerbClass } from "../verbs.ts";
import type { CompiledVocabulary } from "../vocabulary.ts";
import { ADMINISTRATION } from "./administration.ts";
import ASKED from "./asked.json" with { type: "json" };
import { CHARTS_AND_MAPS } from "./charts-and-maps.ts";
import { CLOUD } from "./cloud.ts";
import { CODE_HOSTING } from "./code-hosting.ts";
import { OFFICE } from "./office.ts";
import { PLATFORMS } from "./platforms.ts";
import { WEB_AND_DEVICES } from "./web-and-devices.ts";
import { WORK_AND_COMMERCE } from "./work-and-commerce.ts";

const BY_CLASS = new Set(["create", "update", "delete", "list", "get", "send", "search"]);
const LISTS = [
  ADMINISTRATION,
  PLATFORMS,
  CHARTS_AND_MAPS,
  CLOUD,
  CODE_HOSTING,
  OFFICE,
  WEB_AND_DEVICES,
  WORK_AND_COMMERCE,
];

export function compileGlossary(): Pick<CompiledVocabulary, "sayings" | "concepts"> {
  const sayings: string[] = [];
  const concepts = new Map<string, [string, number][]>();
  for (const line of [...LISTS.flatMap((text) => text.split("\n")), ...ASKED]) {
    const at = line.indexOf(":");
    if (at < 0) continue;
    const saying = sayings.push([...new Set(terms(line.slice(at + 1)))].join(" ")) - 1;
    for (const alternative of line.slice(0, at).split("|")) {
      const requirements = words(alternative.replaceAll("@", "")).map(readRequirement);
      // A concept is found by its most telling word: the longest that is not only a verb.
      const key = requirements.toSorted((a, b) => a.classes - b.classes || b.term.length - a.term.length)[0];
      if (!key) continue;
      const siblings = concepts.get(key.term) ?? [];
      concepts.set(key.term, siblings);
      const text = requirements.map((one) => (one.classes === 0 ? one.term : `${one.term}:${one.classes}`)).join(" ");
      siblings.push([text, saying]);
    }
  }
  return { sayings, concepts: [...concepts] };
}

function readRequirement(word: string): { readonly term: string; readonly classes: number } {
  return { term: term(word), classes: BY_CLASS.has(word) && isVerbClass(word) ? bit(word) : 0 };
}
