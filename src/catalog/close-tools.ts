/**
 * Finds the tools that a wrong name may mean: those with the same words in another order or number (`create_issue`, `issues_create`), then those
 * whose names are near as text. A name is not answered with tools of another effect.
 */
import { nearest } from "../lib/nearest.ts";
import { stem } from "./search/stem.ts";
import { words } from "./search/tokenise.ts";

const VERBS: ReadonlyMap<string, number> = new Map(
  [
    "list get fetch read retrieve show find search query",
    "create post add new insert",
    "update patch put edit set modify change",
    "delete remove destroy",
  ].flatMap((verbs, kind) => verbs.split(" ").map((verb) => [verb, kind] as const)),
);

/** Names that are split into words, about 5 µs each; the wrong name is a script's and the others are an upstream's. */
const MAX_SPLIT = 2_000;
const MAX_WORDS = 20;
const MAX_NAME_CHARS = 100;
const PREFIX_CHARS = 3;
const UNCHANGED: ReadonlySet<string> = new Set();

const DELETES = VERBS.get("delete");

interface Wanted {
  readonly verb: string | undefined;
  readonly nouns: readonly string[];
}

/** Lower is nearer. */
type Fit = 0 | 1 | 2 | 3;
const OTHER_VERB: Fit = 3;

export function closeTools(name: string, tools: readonly string[], max = 3): readonly string[] {
  const wanted = readName(name);
  const near = nearest(name, tools, max).filter((tool) => fitOf(wanted, namedWords(tool)) !== OTHER_VERB);
  const found = [...sameWords(wanted, tools), ...near];
  return [...new Set(found)].slice(0, max);
}

function readName(name: string): Wanted {
  const all = namedWords(name);
  const at = [0, all.length - 1].find((index) => VERBS.has(all[index] ?? ""));
  const nouns = all.filter((_, index) => index !== at).map((word) => stem(word, UNCHANGED));
  return { verb: at === undefined ? undefined : all[at], nouns };
}

function namedWords(name: string): readonly string[] {
  return words(name.slice(0, MAX_NAME_CHARS)).slice(0, MAX_WORDS);
}

/** @returns tools that have all words of the name, those with the fewest others first */
function sameWords(wanted: Wanted, tools: readonly string[]): readonly string[] {
  const { nouns } = wanted;
  if (nouns.length === 0) return [];
  const beginnings = nouns.map((noun) => noun.slice(0, PREFIX_CHARS));
  const maybe = tools.filter((tool) => {
    const text = tool.toLowerCase();
    return beginnings.every((beginning) => text.includes(beginning));
  });
  return maybe
    .slice(0, MAX_SPLIT)
    .flatMap((tool) => {
      const named = namedWords(tool);
      const stems = new Set(named.map((word) => stem(word, UNCHANGED)));
      const fit = fitOf(wanted, named);
      return fit !== OTHER_VERB && nouns.every((noun) => stems.has(noun)) ? [{ tool, fit, count: named.length }] : [];
    })
    .sort((a, b) => a.fit - b.fit || a.count - b.count || (a.tool < b.tool ? -1 : 1))
    .map(({ tool }) => tool);
}

/** @returns the distance between the verbs of a tool and that of the name */
function fitOf({ verb, nouns }: Wanted, named: readonly string[]): Fit {
  if (verb === undefined || named.includes(verb)) return 0;
  const verbs = named.filter((word) => VERBS.has(word) && !nouns.includes(stem(word, UNCHANGED)));
  // A verb that is not in VERBS, such as that of `move_file`, deletes nothing.
  if (verbs.length === 0) return VERBS.get(verb) === DELETES ? OTHER_VERB : 2;
  return verbs.some((one) => VERBS.get(one) === VERBS.get(verb)) ? 1 : OTHER_VERB;
}
