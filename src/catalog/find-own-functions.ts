/** Finds the gateway's own functions for scripts that a request asks for: they are no tools, so that no ranking finds them. */
import type { Catalog } from "./catalog.ts";
import { OWN_FUNCTIONS, type OwnFunction } from "./own-functions.ts";
import { stem } from "./search/stem.ts";
import { MAX_QUERY, words } from "./search/tokenise.ts";
import { planOf } from "../upstream/operation-plan.ts";

const MAX_LINES = 2;
const MAX_GAP = 4;
const NONE: ReadonlySet<string> = new Set();
const ARTICLES = new Set(["a", "an", "the", "my", "our", "your"]);

/** The stems at one place of a phrase. */
type Place = ReadonlySet<string> | "…";

const PHRASES = OWN_FUNCTIONS.map(({ phrases }) =>
  phrases.map((phrase) =>
    phrase
      .split(" ")
      .map((one): Place => (one === "…" ? one : new Set(one.split("|").map((word) => stem(word, NONE))))),
  ),
);

/** @returns lines for the answer to a search; none for a request that asks for none of these functions */
export function findOwnFunctions(query: string, catalog: Catalog, maySave: boolean): readonly string[] {
  // In lower case, ETag is one word.
  const said = words(query.toLowerCase(), MAX_QUERY).filter((word) => !ARTICLES.has(word));
  const terms = [...said.map((word) => stem(word, NONE)), "$"];
  const isOffered = ({ needs }: OwnFunction): boolean =>
    needs === undefined ||
    (needs === "saving" ? maySave : catalog.servers.some(({ table }) => table.tools.some(planOf)));
  const asked = OWN_FUNCTIONS.filter((one, at) => PHRASES[at]?.some((phrase) => isIn(terms, phrase)) && isOffered(one));
  // The functions for files are called store_files where a server is called files.
  const isTaken = catalog.servers.some(({ identifier }) => identifier === "files");
  const shown = asked.slice(0, MAX_LINES).map(({ line }) => `// in scripts: ${line}`);
  return isTaken ? shown.map((line) => line.replaceAll("files.", "store_files.")) : shown;
}

function isIn(terms: readonly string[], phrase: readonly Place[]): boolean {
  return terms.some((_, at) => follows(phrase, terms, at));
}

function follows([place, ...others]: readonly Place[], terms: readonly string[], at: number): boolean {
  if (place === undefined) return true;
  if (place !== "…") return place.has(terms[at] ?? "") && follows(others, terms, at + 1);
  return Array.from({ length: MAX_GAP + 1 }, (_, gap) => at + gap).some((next) => follows(others, terms, next));
}
