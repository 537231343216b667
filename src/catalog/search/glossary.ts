// What people say of a thing, attached to the tools that handle it: a tool named `create_refund` also answers to "money
// back". Said words are attached when a part is built, so that rarity, over all installed tools, tells telling words from
// empty ones: several weak hints ("slice", "share", "whole") add up where one of them alone would decide nothing.

import type { Vocabulary } from "./vocabulary.ts";

/** Terms that are said of a tool with these terms in its name, title and server, and these verb classes. */
export function saidOf(own: ReadonlySet<string>, verbs: number, vocabulary: Vocabulary): Set<string> {
  const found = new Set<string>();
  for (const key of own) {
    for (const { requirements, said } of vocabulary.conceptsOf(key)) {
      const fits = requirements.every(({ term: wanted, classes }) => own.has(wanted) || (classes & verbs) !== 0);
      if (fits) for (const one of said) found.add(one);
    }
  }
  return found;
}
