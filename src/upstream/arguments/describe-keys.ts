/** Names all wrong and missing arguments of a call at once, with those that may have been meant: each that is told later costs a model a call. */
import { lettersOf } from "../../lib/letters.ts";
import { nearest } from "../../lib/nearest.ts";
import type { KeyProblems } from "./argument-keys.ts";

/** Wrong names that are told; a call may have thousands. */
const MAX_NAMED = 5;
const MAX_COMPARED_CHARS = 100;
/**
 * Arguments that are compared in search of the one that was meant, over all wrong names of a call: 40,000 take up to 200 ms, in the Gateway, where
 * every run of the principal waits.
 */
const MAX_COMPARED_NAMES = 50_000;

/** Names for the length of a page. `size`, `count` and `max` are also the names of other things, so they are not suggested. */
const PAGE_LENGTHS: ReadonlySet<string> = new Set(["perpage", "limit", "pagesize", "first", "top", "maxresults"]);
const MEANS_PAGE_LENGTH: ReadonlySet<string> = new Set([...PAGE_LENGTHS, "size", "count", "max"]);

export function describeKeyProblems({ unknown, missing, known }: KeyProblems): string {
  const sentences: string[] = [];
  const suggested = new Set<string>();
  const [only] = missing.length === 1 && unknown.length === 1 ? missing : [];
  for (const [index, { name, isReadOnly }] of unknown.slice(0, MAX_NAMED).entries()) {
    const shown = `args.${name.slice(0, MAX_COMPARED_CHARS)}`;
    if (isReadOnly) {
      sentences.push(`${shown} is read-only: leave it out.`);
      continue;
    }
    const isCompared = index === 0 || (index + 1) * known.length <= MAX_COMPARED_NAMES;
    const close = only !== undefined && standsFor(name, only) ? [only] : isCompared ? meantBy(name, known) : [];
    if (close[0] !== undefined && close.length === 1) suggested.add(close[0]);
    const hint = close.length > 0 ? ` Did you mean ${close.join(" or ")}?` : "";
    sentences.push(`${shown} is not an argument of this tool.${hint}`);
  }
  const more = unknown.length - MAX_NAMED;
  if (more > 0) sentences.push(`${more} more ${more === 1 ? "name is no argument" : "names are no arguments"} of it.`);
  const rest = missing.filter((name) => !suggested.has(name));
  if (rest.length > 0) sentences.push(`args.${rest.join(", args.")} ${rest.length === 1 ? "is" : "are"} missing.`);
  return sentences.join(" ");
}

function meantBy(name: string, known: readonly string[]): readonly string[] {
  const wanted = plain(name);
  if (!MEANS_PAGE_LENGTH.has(wanted)) return nearest(name, known);
  const letters = new Map(known.map((one) => [one, plain(one)]));
  const equal = known.filter((one) => letters.get(one) === wanted);
  if (equal.length > 0) return equal;
  const lengths = known.filter((one) => PAGE_LENGTHS.has(letters.get(one) ?? ""));
  // `page` is the number of a page: a call that follows that hint gets another page, without an error.
  return lengths.length > 0
    ? lengths
    : nearest(
        name,
        known.filter((one) => letters.get(one) !== "page"),
      );
}

/** `id` stands for `item_id` where nothing else is missing. Names as short as that are too short to be compared letter by letter. */
function standsFor(unknown: string, missing: string): boolean {
  const [one, other] = [plain(unknown), plain(missing)];
  return one !== "" && other !== "" && (one.includes(other) || other.includes(one));
}

function plain(name: string): string {
  return lettersOf(name.slice(0, MAX_COMPARED_CHARS));
}
