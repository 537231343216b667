/**
 * Splits text into words. Names are split at camelCase, snake, kebab and dots; prose the same way, so that `pull_request` in a
 * description and "pull request" in a query meet. Digits stay with their letters (`r2`, `k8s`, `s3`, `v2`). Every input is
 * bounded before any pattern runs over it, and no pattern here backtracks.
 */

/** Number of UTF-16 units that are read of one text. */
const MAX_TEXT = 6_000;
/** Number of UTF-16 units that are read of a request. */
export const MAX_QUERY = 4_000;
const MAX_WORD = 40;

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const CAMEL_HUMP = /([\p{Ll}\p{N}])(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu;
/** The s belongs to the acronym: "VMs" is one word, also in "listVMsOfUser". */
const PLURAL_ACRONYM = /(\p{Lu}{2})s(?=\p{Lu}|$)/gu;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Where the script changes within a word, in most cases another word begins. */
const SCRIPT_RUN =
  /[\p{scx=Katakana}ー]+|\p{scx=Han}+|\p{scx=Hiragana}+|[^\p{scx=Katakana}\p{scx=Han}\p{scx=Hiragana}]+/gu;
const KATAKANA = /^[\p{scx=Katakana}ー]+$/u;
const PARTICLE = /^\p{Script=Hiragana}{1,2}$/u;

/** @returns lower-case words in order. `don't` is one word (`dont`); writing systems without spaces become pairs of characters */
export function words(text: string, limit = MAX_TEXT): string[] {
  const bounded = text
    .slice(0, limit)
    .normalize("NFKC")
    .replace(/(\p{L})['’](?=\p{L})/gu, "$1");
  const found: string[] = [];
  for (const run of bounded.match(WORD) ?? []) {
    for (const piece of splitHumps(run)) {
      const word = piece.toLowerCase().slice(0, MAX_WORD);
      if (CJK.test(word)) found.push(...wordsOfScripts(word));
      else found.push(word);
    }
  }
  return found;
}

function splitHumps(run: string): string[] {
  if (run === run.toLowerCase() || run.length > 200) return [run];
  return run.replace(PLURAL_ACRONYM, "$1S").replace(CAMEL_HUMP, "$1$2 ").split(" ");
}

/**
 * @returns runs of katakana, which are loan words, and of letters as they are; no particles and endings beside other runs; pairs of
 * other characters
 */
function wordsOfScripts(word: string): string[] {
  const runs = word.match(SCRIPT_RUN) ?? [];
  return runs.flatMap((run) => {
    if (KATAKANA.test(run) || !CJK.test(run)) return [run];
    return PARTICLE.test(run) && runs.length > 1 ? [] : characterPairs(run);
  });
}

function characterPairs(word: string): string[] {
  const characters = Array.from(word);
  if (characters.length < 3) return [word];
  return characters.slice(1).map((character, i) => `${characters[i] ?? ""}${character}`);
}

/** @returns the first sentence, up to a full stop before a blank, or a line break, after at least a few words */
export function firstSentence(text: string): string {
  const head = text.slice(0, 400);
  const end = /[.!?](?=\s)|\n/u.exec(head.slice(12));
  return end ? head.slice(0, 12 + end.index) : head;
}
