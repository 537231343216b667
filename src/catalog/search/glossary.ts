// What people say of a thing, attached to the tools that handle it: a tool named `create_refund` also answers to "money
// back". The lists under glossary/ hold one concept a line:
//   words of the tool | other words of the tool: what is said of it
// All words before the colon (of one alternative) must fit the tool: stand in its name, title or server, or, for half the
// weight, in the first sentence of its description. `create update delete list get send search` also fit by verb class.
// Said words are attached when a part is built, so that rarity, over all installed tools, tells telling words from empty
// ones: several weak hints ("slice", "share", "whole") add up where one of them alone would decide nothing.

import { CHARTS_AND_MAPS } from "./glossary/charts-and-maps.ts";
import { CLOUD } from "./glossary/cloud.ts";
import { CODE_HOSTING } from "./glossary/code-hosting.ts";
import { OFFICE } from "./glossary/office.ts";
import { WEB_AND_DEVICES } from "./glossary/web-and-devices.ts";
import { WORK_AND_COMMERCE } from "./glossary/work-and-commerce.ts";
import { words } from "./tokenise.ts";
import { bit, isVerbClass } from "./verbs.ts";
import { term } from "./vocabulary.ts";

interface Requirement {
  readonly term: string;
  /** Verb classes that will do as well as the word; 0 = none. */
  readonly classes: number;
}

interface Concept {
  readonly requirements: readonly Requirement[];
  readonly said: readonly string[];
}

const BY_CLASS = new Set(["create", "update", "delete", "list", "get", "send", "search"]);
const LISTS = [CHARTS_AND_MAPS, CLOUD, CODE_HOSTING, OFFICE, WEB_AND_DEVICES, WORK_AND_COMMERCE];

const CONCEPTS: ReadonlyMap<string, readonly Concept[]> = readConcepts();

function readConcepts(): Map<string, Concept[]> {
  const byTerm = new Map<string, Concept[]>();
  for (const line of LISTS.flatMap((text) => text.split("\n"))) {
    const at = line.indexOf(":");
    if (at < 0) continue;
    const said = [...new Set(words(line.slice(at + 1)).map(term))];
    for (const alternative of line.slice(0, at).split("|")) {
      const requirements = words(alternative.replaceAll("@", "")).map(readRequirement);
      // A concept is found by its most telling word: the longest that is not only a verb.
      const key = requirements.toSorted((a, b) => a.classes - b.classes || b.term.length - a.term.length)[0];
      if (!key) continue;
      byTerm.set(key.term, [...(byTerm.get(key.term) ?? []), { requirements, said }]);
    }
  }
  return byTerm;
}

function readRequirement(word: string): Requirement {
  return { term: term(word), classes: BY_CLASS.has(word) && isVerbClass(word) ? bit(word) : 0 };
}

export interface GlossaryTool {
  /** Terms of name, title and server. */
  readonly own: ReadonlySet<string>;
  /** Terms of the first sentence of the description. */
  readonly described: ReadonlySet<string>;
  readonly verbs: number;
}

/** Said terms to their strength, 1 where every word of a concept is the tool's own. */
export function saidOf({ own, described, verbs }: GlossaryTool): Map<string, number> {
  const found = new Map<string, number>();
  for (const key of new Set([...own, ...described])) {
    for (const { requirements, said } of CONCEPTS.get(key) ?? []) {
      let strength = 1;
      for (const { term: wanted, classes } of requirements) {
        if (own.has(wanted) || (classes & verbs) !== 0) continue;
        strength = described.has(wanted) ? DESCRIBED : 0;
        if (strength === 0) break;
      }
      if (strength === 0) continue;
      for (const one of said) found.set(one, Math.max(found.get(one) ?? 0, strength));
    }
  }
  return found;
}

const DESCRIBED = 0.4;
