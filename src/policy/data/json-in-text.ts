/**
 * JSON inside of a text: the raw result of a tool has its value so, and a script parses it. A text is JSON as a whole (a list, an object or
 * a string, with blanks or a byte order mark around it), or by its lines (JSON Lines). A number alone is inspected as a text.
 */
import { parseToRewrite } from "../../lib/exact-json.ts";
import { isDeeper } from "../../lib/nesting.ts";
import { MAX_VALUE_DEPTH } from "../../limits/upstream-limits.ts";

/** How many texts around a text of JSON are read as JSON, too. */
export const MAX_TEXTS_IN_TEXTS = 4;

/** The place of a value in JSON in a text. */
interface JsonPart {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
}

interface JsonInText {
  /** True if each line is a value of its own. */
  readonly isLines: boolean;
  /** The values in order, each parsed when it is asked for: those of a million lines would fill the memory. */
  readonly parts: Iterable<JsonPart>;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** @returns undefined for a text that is no JSON, or has a value of many levels */
export function jsonIn(text: string): JsonInText | undefined {
  const place = placeIn(text, 0, text.length);
  if (place === undefined) return undefined;
  if (isCompound(text, place)) {
    const value = read(text, place, parseToRewrite);
    if (value !== undefined && !isTooDeep(value)) return { isLines: false, parts: [{ ...place, value }] };
  }
  if (!areLines(text, place, (value) => !isTooDeep(value))) return undefined;
  return { isLines: true, parts: parsedLines(text) };
}

/** @returns true also for JSON of many levels, which `jsonIn` leaves out */
export function isJsonText(text: string): boolean {
  const place = placeIn(text, 0, text.length);
  if (place === undefined) return false;
  const isWhole = isCompound(text, place) && read(text, place, JSON.parse) !== undefined;
  return isWhole || areLines(text, place, () => true);
}

function areLines(text: string, first: Place, isAccepted: (value: unknown) => boolean): boolean {
  if (!MAY_BEGIN_VALUE.has(text.charAt(first.start)) || !LINE_BREAK.test(text)) return false;
  let hasCompound = false;
  for (const place of lines(text)) {
    const value = read(text, place, JSON.parse);
    if (value === undefined || !isAccepted(value)) return false;
    hasCompound ||= isCompound(text, place);
  }
  // Lines of digits and words only are a text.
  return hasCompound;
}

function* parsedLines(text: string): Generator<JsonPart> {
  for (const place of lines(text)) yield { ...place, value: read(text, place, parseToRewrite) };
}

/** The lines that have more than blanks. */
function* lines(text: string): Generator<Place> {
  for (const { 0: line, index } of text.matchAll(LINE)) {
    const place = placeIn(text, index, index + line.length);
    if (place !== undefined) yield place;
  }
}

/** @returns the place without the blanks around it, to which `trim` counts the byte order mark; undefined if there is nothing else */
function placeIn(text: string, start: number, end: number): Place | undefined {
  const rest = text.slice(start, end).trimStart();
  const length = rest.trimEnd().length;
  return length === 0 ? undefined : { start: end - rest.length, end: end - rest.length + length };
}

/** @returns true if the place may be a list, an object or a string. A parser that fails costs more than this. */
function isCompound(text: string, { start, end }: Place): boolean {
  const last = LAST_BY_FIRST.get(text.charAt(start));
  return last !== undefined && end - start > 1 && text[end - 1] === last;
}

function isTooDeep(value: unknown): boolean {
  return isDeeper(value, MAX_VALUE_DEPTH);
}

/** @returns undefined if the place is no JSON */
function read(text: string, { start, end }: Place, parse: (json: string) => unknown): unknown {
  try {
    return parse(text.slice(start, end));
  } catch {
    return undefined;
  }
}

const LINE = /[^\r\n]+/g;
const LINE_BREAK = /[\r\n]/;

const LAST_BY_FIRST: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["[", "]"],
  ["{", "}"],
]);

const MAY_BEGIN_VALUE: ReadonlySet<string> = new Set('"[{-0123456789tfn');
