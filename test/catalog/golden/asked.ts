// What was asked of tools, from the sample requests that may be learned from (training and fresh `learn`, golden `tune`), as lines of the
// glossary: every word of a tool's server and name, then what requests for it say beside them. The checking halves and
// `held-out` stay out, so that they still tell what a request nobody has seen finds.

import { expandContractions, term } from "../../../src/catalog/search/term.ts";
import { STOP_WORDS } from "../../../src/catalog/search/stop-words.ts";
import { words } from "../../../src/catalog/search/tokenise.ts";
import { replaceValues } from "../../../src/catalog/search/values.ts";
import { freshRequests } from "./fresh.ts";
import { goldenRequests } from "./golden.ts";
import { trainingRequests } from "./training.ts";

/** People and titles: arguments of the call. */
const PROPER_NOUN = /(?<=[\p{Ll},]\s)\p{Lu}[\p{Ll}'’]+/gu;

/** Sorted, so that one more request changes few lines. */
export function askedOfTools(): string[] {
  const learned = [
    ...trainingRequests.filter(({ half }) => half === "learn"),
    ...freshRequests.filter(({ half }) => half === "learn"),
    ...goldenRequests.filter(({ split }) => split === "tune"),
  ];
  const saidOf = new Map<string, string[]>();
  for (const { request, want } of learned) {
    for (const path of want) saidOf.set(path, [...(saidOf.get(path) ?? []), ...wordsSaid(request)]);
  }
  const lines = [...saidOf].map(([path, said]) => {
    const own = distinct(words(path));
    const telling = said.filter((word) => !STOP_WORDS.has(word) && !own.some((one) => term(one) === term(word)));
    return telling.length === 0 ? "" : `${own.join(" ")}: ${distinct(telling).toSorted().join(" ")}`;
  });
  return lines.filter((line) => line !== "").toSorted();
}

function wordsSaid(request: string): string[] {
  return expandContractions(words(replaceValues(request.replace(PROPER_NOUN, " "))));
}

/** The first of each kind: "issue" for "issue" and "issues". */
function distinct(all: readonly string[]): string[] {
  return [...new Map(all.toReversed().map((word) => [term(word), word])).values()].toReversed();
}
