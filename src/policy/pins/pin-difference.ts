/** Lists the differences between two definitions of a tool for people: each place, with its old and its new value. */
import { isRecord } from "../../lib/is-record.ts";
import { isDeeper } from "../../lib/nesting.ts";
import { placeIn } from "./place.ts";
import type { CheckedTool } from "./tool-texts.ts";

interface Difference {
  /** A place such as `inputSchema/properties/path/description`. */
  readonly place: string;
  /** JSON text, shortened around the change; undefined if the place did not exist. */
  readonly was: string | undefined;
  readonly now: string | undefined;
}

const MAX_DIFFERENCES = 100;
const MAX_SHOWN_CHARS = 300;
/** The number of unchanged characters that are shown before the first difference of two texts. */
const CONTEXT_CHARS = 40;
const MAX_DEPTH = 60;

export function differences(was: CheckedTool, now: CheckedTool): readonly Difference[] {
  const found: Difference[] = [];
  for (const key of [
    "name",
    "title",
    "description",
    "request",
    "annotations",
    "inputSchema",
    "outputSchema",
  ] as const) {
    compare(was[key], now[key], key, 0, found);
  }
  return found;
}

function compare(was: unknown, now: unknown, place: string, depth: number, found: Difference[]): void {
  if (found.length >= MAX_DIFFERENCES || was === now) return;
  const areRecords = isRecord(was) && isRecord(now);
  const areLists = Array.isArray(was) && Array.isArray(now);
  if (depth < MAX_DEPTH && (areRecords || areLists)) {
    const [before, after] = [new Map(Object.entries(was)), new Map(Object.entries(now))];
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      compare(before.get(key), after.get(key), placeIn(place, key), depth + 1, found);
    }
    return;
  }
  const [one, other] = [written(was), written(now)];
  if (one === other) return;
  const from = Math.max(0, firstDifference(one ?? "", other ?? "") - CONTEXT_CHARS);
  found.push({ place, was: cut(one, from), now: cut(other, from) });
}

/** Invisible characters are shown as codes, so that a difference in them is visible. */
function written(value: unknown): string | undefined {
  const text = isDeeper(value, MAX_DEPTH * 10) ? "a value with too many levels" : JSON.stringify(value);
  return text?.replaceAll(
    /[^\n -~\p{L}\p{N}\p{P}\p{S}\p{Zs}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function cut(text: string | undefined, from: number): string | undefined {
  if (text === undefined) return undefined;
  const part = text.slice(from, from + MAX_SHOWN_CHARS);
  return `${from > 0 ? "…" : ""}${part}${from + MAX_SHOWN_CHARS < text.length ? "…" : ""}`;
}
