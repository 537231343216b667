/**
 * Finds JSON in a text and the credentials in it: a whole text, a value behind a prefix such as `server.tool: `, one of several values, or the
 * beginning of a value that was cut. It reads tokens and parses no values, so numbers keep their digits and broken JSON is read up
 * to its fault.
 *
 * The texts are hostile. A value that breaks off is not read again: the search goes on at the token that broke it, so every token is
 * read once, and every string once more inside it. Open lists and objects are kept in a list of bounded length, without recursion.
 */
import { credentialNamed, credentialsNamed, lastPart, looksSecret, type Credential } from "./credential-names.ts";
import { OF_SCHEMA, credentialsInList, isNameOfPair, isValueOfPair, strongerOf } from "./credential-places.ts";
import type { Span } from "./span.ts";

/** A string with its quotes, a name of a property with its quotes, a number or a keyword. */
interface JsonToken {
  readonly start: number;
  readonly end: number;
  /** True for a value that is a credential; a name never is. */
  isCredential: boolean;
  /** True for a string whose closing quote is missing, because the text ends first. */
  readonly isCut: boolean;
}

export interface FoundJson {
  readonly start: number;
  /** Where the value ends, or the token that breaks it off begins. */
  readonly end: number;
  readonly isComplete: boolean;
  /** In the order of the text. */
  readonly tokens: readonly JsonToken[];
}

/** Matches the beginning of a text that may be JSON as a whole. */
const WHOLE = /^\s{0,20}(?=["[{])/;

/** Matches where JSON with a name or a string in it may begin. What contains neither holds no named credential. */
const BEGINNING = /\{(?=\s{0,200}")|\[(?=\s{0,200}["[{])|(?<!\\)"(?=[[{\\])/g;

/** Matches a number or a keyword, or the beginning of a longer number. */
const OTHER = /-?\d[\d.eE+-]{0,400}|true|false|null/y;
const MORE_DIGITS = /[\d.eE+-]{1,400}/y;

/** Matches what follows a string in JSON. */
const BEHIND_STRING = /\s{0,10000}[,:}\]]/y;

/** The same for a value, also in JSON with a comma left out, with comments, or with an end that was left out. */
const BEHIND_VALUE =
  /\s{0,10000}(?:[,}\]]|[[(<]?\s?(?:\.\.|\u2026|truncated|omitted|cut|\d+ more)|$)|\s{1,10000}["/#]/y;
const BEHIND_NAME = /\s{0,10000}:/y;

/** Values are refused at 200 levels, so only hostile texts have more. At a deeper one the outermost level is forgotten. */
const MAX_DEPTH = 256;

/** @param visit called for each value in the order of the text, returns the offset at which the search goes on, after its start */
export function eachJson(text: string, visit: (found: FoundJson) => number): void {
  const whole = WHOLE.exec(text)?.[0].length;
  let from = whole === undefined ? 0 : visit(jsonAt(text, whole));
  for (;;) {
    // `visit` may search in other texts with the same pattern.
    BEGINNING.lastIndex = from;
    const beginning = BEGINNING.exec(text);
    if (beginning === null) return;
    from = visit(jsonAt(text, beginning.index));
  }
}

/** The number of levels to which JSON in strings of JSON is read. */
const MAX_NESTED = 4;

/** Finds credentials that are strings of JSON in a text, without their quotes. @returns spans in order, without overlaps */
export function jsonCredentialSpans(text: string, nested = MAX_NESTED): readonly Span[] {
  const spans: Span[] = [];
  eachJson(text, ({ start, end, tokens }) => {
    for (const token of tokens) {
      if (text[token.start] !== '"') continue;
      if (token.isCredential) spans.push({ start: token.start + 1, end: token.isCut ? token.end : token.end - 1 });
      else if (nested > 0) for (const span of spansInside(text, token, nested - 1)) spans.push(span);
    }
    // A string alone holds no credential, and its first quote may be the last one of another.
    return text[start] === '"' ? start + 1 : end;
  });
  return spans;
}

/** @returns the spans of credentials in the JSON that a string stands for */
function spansInside(text: string, token: JsonToken, nested: number): readonly Span[] {
  // JSON with a name in it has quotes, which are escaped in a string.
  const content = rawContentOf(text, token).includes('\\"') ? parsedContentOf(text, token) : undefined;
  if (content === undefined) return [];
  let at = token.start + 1;
  let inner = 0;
  const outside = (offset: number): number => {
    for (; inner < offset; inner += 1) at += text[at] === "\\" ? (text[at + 1] === "u" ? 6 : 2) : 1;
    return at;
  };
  return jsonCredentialSpans(content, nested).map((span) => ({ start: outside(span.start), end: outside(span.end) }));
}

function jsonAt(text: string, start: number): FoundJson {
  const scanner = new JsonCredentialScanner(text);
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) {
      at += 1;
      continue;
    }
    const end = tokenEnd(text, at);
    if (end === undefined) {
      if (scanner.takeCut(at)) at = text.length;
      break;
    }
    // The quote begins another string than one of this value, which ends before: `["token","no end` and `set("password", "…")`.
    if (text[at] === '"' && scanner.isInside && !isAt(text, end, scanner.isNameNext ? BEHIND_NAME : BEHIND_VALUE))
      break;
    if (!scanner.take(at, end)) break;
    at = end;
    if (scanner.isClosed) return { start, end, isComplete: true, tokens: scanner.tokens };
  }
  scanner.breakOff(at === text.length);
  return { start, end: Math.max(at, start + 1), isComplete: false, tokens: scanner.tokens };
}

function isAt(text: string, at: number, pattern: RegExp): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

const SIGNS: ReadonlySet<string> = new Set("{}[],:");

function tokenEnd(text: string, at: number): number | undefined {
  const sign = text[at] ?? "";
  if (SIGNS.has(sign)) return at + 1;
  if (sign !== '"') {
    OTHER.lastIndex = at;
    if (!OTHER.test(text)) return undefined;
    let end = OTHER.lastIndex;
    // A pattern without a bound would exhaust the stack on a number of megabytes.
    for (MORE_DIGITS.lastIndex = end; end - at > 400 && MORE_DIGITS.test(text);) end = MORE_DIGITS.lastIndex;
    return end;
  }
  // A pattern that repeats an alternative exhausts the stack on a string of megabytes, so this is a loop.
  for (let end = text.indexOf('"', at + 1); end > 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 !== 0) continue;
    // A string of JSON has no line break: the quote mostly begins another string, on a line after one that was cut.
    return !text.slice(at, end).includes("\n") || isAt(text, end + 1, BEHIND_STRING) ? end + 1 : undefined;
  }
  return undefined;
}

interface Frame {
  readonly isObject: boolean;
  /** Set if every value inside is a credential. */
  credential: Credential | undefined;
  /** Set in a list under the plural of a credential's name, for the strings directly in it. */
  readonly plural: Credential | undefined;
  /** True for a list directly in a list. */
  readonly isEntry: boolean;
  name: string | undefined;
  isFirst: boolean;
  /** Set in a pair whose name says that its value is a credential. */
  pair: Credential | undefined;
  /** The values of a pair, until its name says that they always are credentials. */
  values: JsonToken[];
  /** The strings of a list, with undefined for each other value. */
  readonly items: (JsonToken | undefined)[];
}

class JsonCredentialScanner {
  readonly tokens: JsonToken[] = [];
  readonly #text: string;
  readonly #frames: Frame[] = [];
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isInside(): boolean {
    return this.#frames.length > 0;
  }

  get isNameNext(): boolean {
    const frame = this.#frames.at(-1);
    return frame?.isObject === true && frame.name === undefined;
  }

  get isClosed(): boolean {
    return this.#frames.length === 0 && this.#values === 1;
  }

  /** @returns false if the token is not valid JSON here */
  take(start: number, end: number): boolean {
    const sign = this.#text[start];
    if (sign === "{" || sign === "[") return this.#open(sign);
    if (sign === "}" || sign === "]") return this.#close(sign);
    if (sign === "," || sign === ":") return this.#separate(sign);
    return this.#take({ start, end, isCredential: false, isCut: false });
  }

  /** @returns true if what is at `start` is a value in quotes, of which the end is missing */
  takeCut(start: number): boolean {
    const frame = this.#frames.at(-1);
    if (this.#text[start] !== '"' || this.#text.includes("\n", start)) return false;
    if (frame?.isObject === true && frame.name === undefined) return false;
    return this.#take({ start, end: this.#text.length, isCredential: false, isCut: true });
  }

  /** Judges the lists that are open where the value breaks off. @param isCut true if the text ends there */
  breakOff(isCut: boolean): void {
    for (const frame of this.#frames) this.#settle(frame, isCut);
  }

  #open(sign: string): boolean {
    const frame = this.#frames.at(-1);
    if (frame?.isObject === true && frame.name === undefined) return false;
    const outermost = this.#frames.length === MAX_DEPTH ? this.#frames.shift() : undefined;
    if (outermost !== undefined) this.#settle(outermost, false);
    const credential = this.#credentialHere(frame);
    this.#count(frame, undefined);
    const isObject = sign === "{";
    this.#frames.push({
      isObject,
      credential,
      plural: isObject || frame?.name === undefined ? undefined : credentialsNamed(frame.name),
      isEntry: !isObject && frame?.isObject === false,
      name: undefined,
      isFirst: true,
      pair: undefined,
      values: [],
      items: [],
    });
    return true;
  }

  #close(sign: string): boolean {
    const frame = this.#frames.at(-1);
    if (frame?.isObject !== (sign === "}")) return false;
    this.#frames.pop();
    this.#settle(frame, true);
    return true;
  }

  #separate(sign: string): boolean {
    const frame = this.#frames.at(-1);
    if (frame === undefined || (sign === ":" && frame.name === undefined)) return false;
    if (sign === "," && frame.isObject) frame.name = undefined;
    return true;
  }

  #take(token: JsonToken): boolean {
    const frame = this.#frames.at(-1);
    if (frame?.isObject === true && frame.name === undefined) return this.#name(frame, token);
    this.#count(frame, token);
    this.tokens.push(token);
    const plural = this.#isString(token) ? frame?.plural : undefined;
    this.#judge(token, this.#credentialHere(frame) ?? plural);
    if (frame?.isObject === true) this.#notePair(frame, token);
    return true;
  }

  #name(frame: Frame, token: JsonToken): boolean {
    if (!this.#isString(token)) return false;
    frame.name = contentOf(this.#text, token);
    if (frame.isFirst && OF_SCHEMA.has(frame.name)) frame.credential = undefined;
    frame.isFirst = false;
    this.tokens.push(token);
    return true;
  }

  #credentialHere(frame: Frame | undefined): Credential | undefined {
    if (frame === undefined) return undefined;
    const { name, pair } = frame;
    if (frame.credential === "always" || name === undefined) return frame.credential;
    // In `{"auth":{"password":"…"}}` the inner name says more.
    return (isValueOfPair(name) ? pair : undefined) ?? credentialNamed(name) ?? frame.credential;
  }

  /** Reads pairs like `{"name":"password","value":"…"}`, in either order. */
  #notePair(frame: Frame, token: JsonToken): void {
    const name = frame.name ?? "";
    if (isValueOfPair(name) && frame.pair !== "always") frame.values.push(token);
    if (!isNameOfPair(name) || !this.#isString(token)) return;
    const stated = credentialNamed(contentOf(this.#text, token));
    // An object may have many names. The values are judged only for the first of each kind, so at most twice.
    const pair = strongerOf(frame.pair, stated);
    if (pair === frame.pair) return;
    frame.pair = pair;
    for (const value of frame.values) this.#judge(value, pair);
  }

  /** @param isEnd true if no item of the list follows in the text */
  #settle(frame: Frame, isEnd: boolean): void {
    const { isObject, credential, isEntry, items } = frame;
    if (isObject || credential === "always" || items.length < 2) return;
    const texts = items.map((item) => item && contentOf(this.#text, item));
    for (const [index, found] of credentialsInList(texts, { isEntry, isPair: isEnd && items.length === 2 })) {
      const item = items[index];
      if (item !== undefined) this.#judge(item, found);
    }
  }

  #judge(token: JsonToken, credential: Credential | undefined): void {
    if (credential !== undefined && this.#isSecret(token, credential)) token.isCredential = true;
  }

  #isSecret(token: JsonToken, kind: Credential): boolean {
    if (!this.#isString(token)) return kind === "always" && /[-\d]/.test(this.#text[token.start] ?? "");
    const content = contentOf(this.#text, token);
    // An empty value, or the placeholder of a secret of gateway.json, is no credential.
    if (content === "" || (content.length <= 200 && /^(?:\[redacted\]|\$\{\w+\})$/.test(content))) return false;
    return kind === "always" || looksSecret(lastPart(content));
  }

  #isString(token: JsonToken): boolean {
    return this.#text[token.start] === '"';
  }

  #count(frame: Frame | undefined, token: JsonToken | undefined): void {
    if (frame === undefined) this.#values += 1;
    else {
      frame.isFirst = false;
      if (!frame.isObject) frame.items.push(token && this.#isString(token) ? token : undefined);
    }
  }
}

/** @returns the text that a string stands for, or its characters as they are if it is not valid JSON */
export function contentOf(text: string, token: JsonToken): string {
  return parsedContentOf(text, token) ?? rawContentOf(text, token);
}

/** @returns the characters between the quotes */
export function rawContentOf(text: string, { start, end, isCut }: JsonToken): string {
  return text.slice(start + 1, isCut ? end : end - 1);
}

/** Matches what is not written in a string of JSON as it is. */
const ESCAPED = /[\\\0-\u001f]/;

/** @returns the text that a string of JSON stands for; undefined for a string that is not valid JSON */
export function parsedContentOf(text: string, token: JsonToken): string | undefined {
  const content = rawContentOf(text, token);
  if (!ESCAPED.test(content)) return content;
  try {
    // An escape that was cut stands for nothing.
    const whole = token.isCut ? content.replace(/\\(?:u[\da-fA-F]{0,3})?$/, "") : content;
    return JSON.parse(`"${whole}"`) as string;
  } catch {
    return undefined;
  }
}

/** @returns true if a text is a list or an object in JSON; with `mayBeCut`, also if it is the beginning of one */
export function isJson(text: string, mayBeCut: boolean): boolean {
  const at = WHOLE.exec(text)?.[0].length;
  if (at === undefined || text[at] === '"') return false;
  const { end, isComplete } = jsonAt(text, at);
  return (isComplete || mayBeCut) && text.slice(end).trim() === "";
}
