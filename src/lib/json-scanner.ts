/**
 * Looks at the bytes of JSON before they are parsed: how deep they are nested, how many values they hold, and how many different names
 * properties have. Engines make a description of each object's form, so that 600,000 different names in 7 MB take five seconds to parse
 * and five more to copy, where the same name as often takes a tenth of one. A list or an object without anything in it is two or three
 * bytes of text and takes some twenty times as many in memory, in each copy that is made of it. What is no JSON fails when it is parsed.
 */

export interface JsonBounds {
  readonly maxDepth: number;
  /** Different names of properties. */
  readonly maxNames: number;
  /** Values, those in lists and objects included; a list or an object counts as two, one that is empty as three. */
  readonly maxValues: number;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** A longer name is not compared, and counts as another one each time. */
const MAX_COMPARED_BYTES = 128;
/** The shortest name takes so many characters, with its value and the signs around both. */
const MIN_CHARS_PER_NAME = 6;
/** The shortest value, and one of the signs around it. */
const MIN_CHARS_PER_VALUE = 2;
/** In place of the offset of the last string: there is none that could be a name, or it began in an earlier chunk. */
const NONE = -1;
const ELSEWHERE = -2;

export class JsonScanner {
  readonly #bounds: JsonBounds;
  readonly #onComma: () => void;
  #depth = 0;
  #isInText = false;
  /** A string was cut after a backslash that escapes what comes next. */
  #isEscaped = false;
  /** The last string of the chunk, which is a name if a colon follows. */
  #textFrom = NONE;
  #textTo = NONE;
  readonly #names = new Set<number>();
  #uncomparedNames = 0;
  /** Commas, which are as many as values, and two for each list and object, which take the most room. */
  #values = 0;
  /** A random start of the hashes, so that a sender cannot choose names with the same hash. */
  readonly #seed = Math.floor(Math.random() * 2 ** 32);

  /** @param onComma called for each comma between the parts of the outermost list or object */
  constructor(bounds: JsonBounds, onComma: () => void = () => undefined) {
    this.#bounds = bounds;
    this.#onComma = onComma;
  }

  /** Resets the state for the next text. */
  reset(): void {
    this.#depth = 0;
    this.#isInText = false;
    this.#isEscaped = false;
    this.#textFrom = NONE;
  }

  /** A line of an event stream has ended: no string goes on in the next one, and one that a comment has opened hides nothing. */
  endLine(): void {
    this.#isInText = false;
    this.#isEscaped = false;
    this.#textFrom = NONE;
  }

  /** Counts names and values from the beginning. */
  forget(): void {
    this.#names.clear();
    this.#uncomparedNames = 0;
    this.#values = 0;
  }

  /** Has to be called before the bytes of another chunk. */
  beginChunk(): void {
    if (this.#textFrom !== NONE) this.#textFrom = ELSEWHERE;
  }

  /** @returns what exceeds a bound, as the end of a sentence about the text; undefined if nothing does so far */
  scan(chunk: Uint8Array, from: number, to: number): string | undefined {
    for (let at = from; at < to; at += 1) {
      if (this.#isInText) at = this.#skipText(chunk, at, to);
      else if (this.#readSign(chunk, at)) {
        const excess = this.#excess();
        if (excess !== undefined) return excess;
      }
    }
    return undefined;
  }

  #excess(): string | undefined {
    const { maxDepth, maxNames, maxValues } = this.#bounds;
    if (this.#depth > maxDepth) return `is nested deeper than ${maxDepth} levels`;
    if (this.#values > maxValues) return `has more than ${maxValues} values`;
    const names = this.#names.size + this.#uncomparedNames;
    return names > maxNames ? `has more than ${maxNames} different names of properties` : undefined;
  }

  /** Skips a string with the platform's `indexOf`; strings are most of an answer. @returns the place of its closing quote, or of the last byte */
  #skipText(chunk: Uint8Array, from: number, to: number): number {
    let start = from;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      start += 1;
    }
    for (let at = start; at < to;) {
      const found = chunk.indexOf(QUOTE, at);
      const end = found < 0 || found >= to ? to : found;
      let escapes = 0;
      while (end - 1 - escapes >= start && chunk[end - 1 - escapes] === BACKSLASH) escapes += 1;
      const isEscaped = escapes % 2 === 1;
      if (end === to) {
        this.#isEscaped = isEscaped;
        return to - 1;
      }
      if (!isEscaped) {
        this.#isInText = false;
        this.#textTo = end;
        return end;
      }
      start = at = end + 1;
    }
    return to - 1;
  }

  /** @returns true if something was counted */
  #readSign(chunk: Uint8Array, at: number): boolean {
    switch (chunk[at]) {
      case QUOTE:
        this.#isInText = true;
        this.#textFrom = at + 1;
        return false;
      case COLON:
        this.#countName(chunk);
        break;
      case OPEN_OBJECT:
      case OPEN_LIST:
        this.#depth += 1;
        this.#values += 2;
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        this.#depth = Math.max(0, this.#depth - 1);
        break;
      case COMMA:
        this.#values += 1;
        if (this.#depth === 1) this.#onComma();
        break;
      default:
        return false;
    }
    this.#textFrom = NONE;
    return true;
  }

  /** The string before a colon is a name. */
  #countName(chunk: Uint8Array): void {
    const [from, to] = [this.#textFrom, this.#textTo];
    if (from === NONE) return;
    if (from === ELSEWHERE || to - from > MAX_COMPARED_BYTES) {
      this.#uncomparedNames += 1;
      return;
    }
    let hash = this.#seed;
    for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (chunk[at] ?? 0), 0x01_00_01_93);
    this.#names.add(hash);
  }
}

const JSON_START = /^[\s\ufeff]*[{[]/;

/**
 * For a text whose depth is bounded otherwise.
 * @returns what exceeds a bound, as the end of a sentence about the text; undefined if nothing does, or if the text is no list or object
 */
export function excessOfJson(text: string, bounds: Omit<JsonBounds, "maxDepth">): string | undefined {
  const { maxNames, maxValues } = bounds;
  const minChars = Math.min(maxNames * MIN_CHARS_PER_NAME, maxValues * MIN_CHARS_PER_VALUE);
  if (text.length < minChars || !JSON_START.test(text)) return undefined;
  const bytes = new TextEncoder().encode(text);
  return new JsonScanner({ ...bounds, maxDepth: Number.POSITIVE_INFINITY }).scan(bytes, 0, bytes.length);
}
