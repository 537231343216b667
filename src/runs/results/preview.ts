/**
 * The beginning of a value that is too long to return: still JSON of the same shape, with every cut marked where it is. Taken
 * from the outside in: many items at little depth say more of a value than its first item alone.
 */
import { isRaw } from "../../lib/exact-json.ts";

interface Measure {
  readonly items: number;
  readonly characters: number;
  readonly depth: number;
}

/** Tried in order, until the text is short enough. */
const MEASURES: readonly Measure[] = [
  { items: 100, characters: 1_000, depth: 8 },
  { items: 40, characters: 500, depth: 6 },
  { items: 20, characters: 300, depth: 5 },
  { items: 10, characters: 200, depth: 4 },
  { items: 5, characters: 100, depth: 4 },
  { items: 3, characters: 80, depth: 3 },
  { items: 2, characters: 40, depth: 2 },
];

/** @param maxLength UTF-16 length of the JSON text @returns JSON text */
export function previewText(value: unknown, maxLength: number): string {
  if (typeof value === "string") return JSON.stringify(cutText(value, Math.floor(maxLength / 2)));
  for (const measure of MEASURES) {
    const text = JSON.stringify(shrink(value, measure, 0));
    if (text.length <= maxLength) return text;
  }
  return JSON.stringify(`… ${describe(value)}`);
}

function shrink(value: unknown, measure: Measure, depth: number): unknown {
  if (typeof value === "string") return cutText(value, measure.characters);
  if (value === null || typeof value !== "object" || isRaw(value)) return value;
  if (depth >= measure.depth) return `… ${describe(value)}`;
  if (Array.isArray(value)) {
    const shown = value.slice(0, measure.items).map((item) => shrink(item, measure, depth + 1));
    const more = value.length - shown.length;
    return more > 0 ? [...shown, `… ${more} more items`] : shown;
  }
  const entries = Object.entries(value);
  const shown = entries
    .slice(0, measure.items)
    .map(([key, item]) => [cutText(key, measure.characters), shrink(item, measure, depth + 1)] as const);
  const more = entries.length - shown.length;
  return Object.fromEntries(more > 0 ? [...shown, ["…", `${more} more keys`]] : shown);
}

function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  // Never half a character.
  const end = last >= 0xd8_00 && last <= 0xdb_ff ? length - 1 : length;
  return `${text.slice(0, end)}… ${text.length - end} more characters`;
}

function describe(value: unknown): string {
  if (isRaw(value)) return "number";
  if (Array.isArray(value)) return `${value.length} items`;
  if (value !== null && typeof value === "object") return `${Object.keys(value).length} keys`;
  return typeof value;
}
