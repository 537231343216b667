// What was asked of tools, from the sample requests (training and fresh), as lines of the glossary: every word of a tool's name,
// then what requests for it say beside them, whatever server has such a tool. The golden set stays out, so that it still tells
// what a request nobody has seen finds.

import { expandContractions, term } from "../../../src/catalog/search/term.ts";
import { STOP_WORDS } from "../../../src/catalog/search/stop-words.ts";
import { words } from "../../../src/catalog/search/tokenise.ts";
import { replaceValues } from "../../../src/catalog/search/values.ts";
import { freshRequests } from "./fresh.ts";
import { trainingRequests } from "./training.ts";

/** People and titles: arguments of the call. */
const PROPER_NOUN = /(?<=[\p{Ll},]\s)\p{Lu}[\p{Ll}'’]+/gu;

/** Sorted, so that one more request changes few lines. */
export function askedOfTools(): string[] {
  const saidOf = new Map<string, string[]>();
  for (const { request, want } of [...trainingRequests, ...freshRequests]) {
    for (const path of want) {
      const name = nameOf(path);
      saidOf.set(name, [...(saidOf.get(name) ?? []), ...wordsSaid(request)]);
    }
  }
  const lines = [...saidOf].map(([name, said]) => {
    const own = name.split(" ");
    const telling = said.filter((word) => !STOP_WORDS.has(word) && !own.some((one) => term(one) === term(word)));
    return telling.length === 0 ? "" : `${own.join(" ")}: ${distinct(telling).toSorted().join(" ")}`;
  });
  return lines.filter((line) => line !== "").toSorted();
}

/** A name of one word means another thing on every server; it goes with the server's. @param path server.tool */
function nameOf(path: string): string {
  const own = distinct(words(path.slice(path.indexOf(".") + 1)));
  return (own.length > 1 ? own : distinct(words(path))).join(" ");
}

function wordsSaid(request: string): string[] {
  return expandContractions(words(replaceValues(request.replace(PROPER_NOUN, " "))));
}

/** The first of each kind: "issue" for "issue" and "issues". */
function distinct(all: readonly string[]): string[] {
  return [...new Map(all.toReversed().map((word) => [term(word), word])).values()].toReversed();
}
