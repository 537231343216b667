/** Finds the names closest to one that does not exist, for "Did you mean". */
import { lettersOf } from "./letters.ts";

/** Characters of both names that are compared. */
const MAX_COMPARED_CHARS = 100;
/**
 * Steps of one search, about 5 ns each. The wrong name is a script's and the others are an upstream's: 10,000 names of 100 characters took a
 * second per wrong name, in the Gateway, where every run of the principal waits. Further names are compared by substrings.
 */
const MAX_STEPS = 2_000_000;
/** A shorter name stands in many others, and says nothing by that. */
const MIN_CONTAINED_CHARS = 3;
/** `eq` for `equals`. */
const MIN_BEGINNING_CHARS = 2;

/** @returns names that differ in case and separators alone; where there are none, those that are near */
export function nearest(wanted: string, names: Iterable<string>, max = 3): readonly string[] {
  const target = simplified(wanted);
  // A name of up to four letters may have one mistake: with two, "nope" would be "notes".
  const farthest = Math.max(1, Math.round(target.length / 3));
  const scored: { readonly name: string; readonly distance: number }[] = [];
  const equal: string[] = [];
  let steps = 0;
  for (const name of names) {
    const candidate = simplified(name);
    if (candidate === target) equal.push(name);
    const isLong = Math.min(target.length, candidate.length) >= MIN_CONTAINED_CHARS;
    const contained = isLong && (candidate.includes(target) || target.includes(candidate));
    if (contained) {
      scored.push({ name, distance: 0.5 });
      continue;
    }
    if (candidate.length >= MIN_BEGINNING_CHARS && target.startsWith(candidate)) {
      scored.push({ name, distance: farthest });
      continue;
    }
    if (Math.abs(target.length - candidate.length) > farthest || steps > MAX_STEPS) continue;
    steps += target.length * candidate.length;
    const distance = editDistance(target, candidate);
    if (distance <= farthest) scored.push({ name, distance });
  }
  if (equal.length > 0) return equal.slice(0, max);
  scored.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return scored.slice(0, max).map(({ name }) => name);
}

function simplified(name: string): string {
  return lettersOf(name.slice(0, MAX_COMPARED_CHARS));
}

/** @returns the number of letters that were added, left out, replaced or exchanged with their neighbour (optimal string alignment) */
function editDistance(a: string, b: string): number {
  let row = Uint8Array.from({ length: b.length + 1 }, (_, index) => index);
  let before = new Uint8Array(b.length + 1);
  let next = new Uint8Array(b.length + 1);
  for (let i = 1; i <= a.length; i += 1) {
    const letter = a.charCodeAt(i - 1);
    let left = i;
    next[0] = i;
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (letter === b.charCodeAt(j - 1) ? 0 : 1);
      left = Math.min(change, (row[j] ?? 0) + 1, left + 1);
      const isExchanged =
        i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (isExchanged) left = Math.min(left, (before[j - 2] ?? 0) + 1);
      next[j] = left;
    }
    [before, row, next] = [row, next, before];
  }
  return row[b.length] ?? 0;
}
