/**
 * Parses JSON as editors and MCP clients write it: with comments, a comma before a closing bracket, and a byte order mark. JSON.parse is
 * not used for errors, because its messages repeat a part of the text, which may contain a credential, and often do not name the
 * position. It is not used for documents that people write, either, because it drops the first of two values of the same name without a
 * word, and the one that it drops may be the rule that denies.
 */
import type { Result } from "./result.ts";
import { quote } from "./shorten.ts";

/** The maximum depth, because the parser recurs for each level; a configuration has a few. */
const MAX_LEVELS = 100;
/** The maximum number of repeated names that are described, because each position takes a pass over the text. */
const MAX_REPEATS = 20;
const MAX_SHOWN_CHARS = 100;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** @returns the value, or what is wrong as the end of a sentence about the text: "is not JSON: …" */
export function parseJsonc(text: string): Result<unknown, string> {
  const read = parseWithRepeats(text);
  if (!read.ok) return read;
  const { value, repeats } = read.value;
  const [first] = repeats;
  return first === undefined
    ? { ok: true, value }
    : { ok: false, error: `has ${first}, of which one would not count: remove or rename one` };
}

interface WithRepeats {
  readonly value: unknown;
  /** Names that stand twice in one object, with their positions; `value` has the later ones. */
  readonly repeats: readonly string[];
}

/** Reads a name that stands twice as JSON.parse does. @returns the error as `parseJsonc` does */
export function parseWithRepeats(text: string): Result<WithRepeats, string> {
  const reader = new Reader(text);
  try {
    const value = reader.document();
    const repeats = reader.repeats.slice(0, MAX_REPEATS).map(({ name, first, second }) => {
      const places = `${placeOf(text, first)} and ${placeOf(text, second)}`;
      return `the name ${quote(name, MAX_SHOWN_CHARS)} twice in one object (${places})`;
    });
    return { ok: true, value: { value, repeats } };
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    const found = reader.at >= text.length ? "the end" : JSON.stringify(text[reader.at]);
    const expected = `expected ${error.message}, found ${found}`;
    return { ok: false, error: `is not JSON: ${expected} (${placeOf(text, reader.at)})` };
  }
}

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at).split("\n");
  return `line ${before.length} column ${(before.at(-1)?.length ?? 0) + 1}`;
}

class Unexpected extends Error {}

interface Repeat {
  readonly name: string;
  /** Positions of the name. */
  readonly first: number;
  readonly second: number;
}

class Reader {
  readonly #text: string;
  readonly repeats: Repeat[] = [];
  at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** @throws Unexpected with what was expected at `at` */
  document(): unknown {
    if (this.#text.startsWith("\uFEFF")) this.at = 1;
    const value = this.#value(0);
    this.#skip();
    if (this.at < this.#text.length) throw new Unexpected("nothing more");
    return value;
  }

  #value(level: number): unknown {
    this.#skip();
    if (level > MAX_LEVELS) throw new Unexpected(`at most ${MAX_LEVELS} levels`);
    const first = this.#text[this.at] ?? "";
    if (first === "{") return this.#object(level);
    if (first === "[") return this.#list("]", () => this.#value(level + 1));
    if (first === '"') return this.#string();
    NUMBER.lastIndex = this.at;
    const [number] = NUMBER.exec(this.#text) ?? [];
    if (number !== undefined) {
      this.at += number.length;
      return Number(number);
    }
    for (const [word, value] of WORDS) {
      if (!this.#text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return value;
    }
    throw new Unexpected("a value");
  }

  #object(level: number): unknown {
    const places = new Map<string, number>();
    return Object.fromEntries(this.#list("}", () => this.#property(level, places)));
  }

  /** @param places positions of the names that the object has so far */
  #property(level: number, places: Map<string, number>): [string, unknown] {
    if (this.#text[this.at] !== '"') throw new Unexpected("a name in double quotes");
    const second = this.at;
    const name = this.#string();
    const first = places.get(name);
    if (first === undefined) places.set(name, second);
    else this.repeats.push({ name, first, second });
    this.#skip();
    if (this.#text[this.at] !== ":") throw new Unexpected('":"');
    this.at += 1;
    return [name, this.#value(level + 1)];
  }

  #list<T>(close: string, item: () => T): T[] {
    const items: T[] = [];
    this.at += 1;
    for (this.#skip(); this.#text[this.at] !== close; this.#skip()) {
      items.push(item());
      this.#skip();
      if (this.#text[this.at] === ",") this.at += 1;
      else if (this.#text[this.at] !== close) throw new Unexpected(`"," or "${close}"`);
    }
    this.at += 1;
    return items;
  }

  #string(): string {
    let end = this.at + 1;
    while (end < this.#text.length && this.#text[end] !== '"' && this.#text[end] !== "\n") {
      end += this.#text[end] === "\\" ? 2 : 1;
    }
    if (this.#text[end] !== '"') throw new Unexpected("a text that ends on its line");
    try {
      const value: unknown = JSON.parse(this.#text.slice(this.at, end + 1));
      this.at = end + 1;
      return String(value);
    } catch {
      throw new Unexpected("a text without control characters and unknown escapes");
    }
  }

  /** Skips white space and comments. */
  #skip(): void {
    for (;;) {
      while (" \t\r\n".includes(this.#text[this.at] ?? "x")) this.at += 1;
      const isLine = this.#text.startsWith("//", this.at);
      if (!isLine && !this.#text.startsWith("/*", this.at)) return;
      const end = this.#text.indexOf(isLine ? "\n" : "*/", this.at + 2);
      if (end === -1) this.at = this.#text.length;
      if (end === -1 && !isLine) throw new Unexpected('"*/" after the comment');
      if (end === -1) return;
      this.at = end + (isLine ? 1 : 2);
    }
  }
}
