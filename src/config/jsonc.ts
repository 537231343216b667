/**
 * Parses JSON as editors and MCP clients write it: with comments, a comma before a closing bracket, and a byte order mark. JSON.parse is
 * not used for errors, because its messages repeat a part of the text, which may contain a credential, and often do not name the
 * position.
 */
import type { Result } from "../lib/result.ts";

/** The maximum depth, because the parser recurs for each level; a configuration has a few. */
const MAX_LEVELS = 100;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

export function parseJsonc(text: string): Result<unknown, string> {
  const reader = new Reader(text);
  try {
    return { ok: true, value: reader.document() };
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    const before = text.slice(0, reader.at).split("\n");
    const column = (before.at(-1)?.length ?? 0) + 1;
    const found = reader.at >= text.length ? "the end" : JSON.stringify(text[reader.at]);
    return { ok: false, error: `expected ${error.message}, found ${found} (line ${before.length} column ${column})` };
  }
}

class Unexpected extends Error {}

class Reader {
  readonly #text: string;
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
    if (first === "{") return Object.fromEntries(this.#list("}", () => this.#property(level)));
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

  #property(level: number): [string, unknown] {
    if (this.#text[this.at] !== '"') throw new Unexpected("a name in double quotes");
    const name = this.#string();
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
      this.at = end === -1 ? this.#text.length : end + (isLine ? 1 : 2);
    }
  }
}
