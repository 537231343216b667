// What people say of a thing, attached to the tools that handle it: a tool named `create_refund` also answers to "money
// back". The lists under glossary/ hold one concept a line:
//   words of the tool | other words of the tool: what is said of it
// All words before the colon (of one alternative) must stand in the tool's name, title or server; `create update delete list
// get send search` also fit by verb class.
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

/** Read when the first part is built, not when the Worker starts: searching a stored index does not need it. */
let concepts: ReadonlyMap<string, readonly Concept[]> | undefined;

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

/** Terms that are said of a tool with these terms in its name, title and server, and these verb classes. */
export function saidOf(own: ReadonlySet<string>, verbs: number): Set<string> {
  concepts ??= readConcepts();
  const found = new Set<string>();
  for (const key of own) {
    for (const { requirements, said } of concepts.get(key) ?? []) {
      const fits = requirements.every(({ term: wanted, classes }) => own.has(wanted) || (classes & verbs) !== 0);
      if (fits) for (const one of said) found.add(one);
    }
  }
  return found;
}
