/**
 * Tells whether a text is likely to mean a tool, although no server that it may belong to has one of this name. The text is compared with the tools of
 * all servers, because a tool of another server would be found in place of the one that is meant.
 */
import type { ServerCatalog } from "../../catalog/catalog.ts";
import { words } from "../../catalog/search/tokenise.ts";
import { nearest } from "../../lib/nearest.ts";
import { SPELLED } from "../../upstream/tool-table.ts";

/** Two words in one, as names of tools have them and prose does not. */
const JOINED = /[\p{L}\p{N}]_[\p{L}\p{N}]|\p{Ll}\p{Lu}/u;
/** Bounds the texts of one request that are compared, each about 0.1 s with 10,000 tools; further ones are taken for names. */
const MAX_COMPARED_TEXTS = 10;
/** Bounds the words of one text; a name has no more. */
const MAX_WORDS = 8;
/** A shorter word is near to many others: `net` to `get`. */
const MIN_MISSPELLED_CHARS = 4;

/** @param isKnown tells whether something is known of a tool of this name that is not listed */
type LikelyTool = (text: string, isKnown?: () => boolean) => boolean;

export function likelyTool(servers: readonly ServerCatalog[]): LikelyTool {
  let known: ReadonlySet<string> | undefined;
  let compared = 0;
  return (text, isKnown = () => false) => {
    if (!SPELLED.test(text)) return false;
    compared += 1;
    if (compared > MAX_COMPARED_TEXTS || JOINED.test(text)) return true;
    if (isKnown() || servers.some(({ table }) => table.find(text) !== undefined)) return true;
    const wanted = words(text);
    if (wanted.length === 0 || wanted.length > MAX_WORDS) return false;
    known ??= new Set(servers.flatMap(({ table }) => table.identifiers.flatMap((identifier) => words(identifier))));
    const vocabulary = known;
    return wanted.every((word) => vocabulary.has(word) || isMisspelled(word, vocabulary));
  };
}

/** `nearest` also finds words that hold the other one, as `comments` holds `com`. */
function isMisspelled(word: string, known: ReadonlySet<string>): boolean {
  if (word.length < MIN_MISSPELLED_CHARS) return false;
  return nearest(word, known, known.size).some((one) => Math.abs(one.length - word.length) <= 1);
}
