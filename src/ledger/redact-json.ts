/**
 * Redacts named credentials in JSON text, in one pass over its tokens and without parsing values, so that numbers keep their digits. It
 * replaces whole strings; replacing inside serialized JSON can split an escape.
 */
import { credentialNamed, looksSecret } from "../detection/credential-names.ts";
import type { Credential } from "../detection/credential-names.ts";
import { NAME_OF_PAIR, OF_SCHEMA, VALUE_OF_PAIR } from "../detection/credential-places.ts";

/** Matches a number or a keyword. */
const OTHER = /-?\d[\d.eE+-]{0,400}|true|false|null/y;

interface Frame {
  readonly isObject: boolean;
  /** Set if every value inside is a credential. */
  credential: Credential | undefined;
  name: string | undefined;
  isFirst: boolean;
  /** Set in a pair whose name says that its value is a credential. */
  pair: Credential | undefined;
  valueAt: number | undefined;
}

/**
 * @param text called for each string that is no credential, returns its replacement
 * @returns undefined if the text is not JSON
 */
export function redactJson(json: string, redacted: string, text: (content: string) => string): string | undefined {
  const walk = new Walk(redacted, text);
  for (let at = 0; at < json.length;) {
    const code = json.charCodeAt(at);
    if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) {
      walk.parts.push(json[at] ?? "");
      at += 1;
      continue;
    }
    const token = tokenAt(json, at);
    if (token === undefined || !walk.take(token)) return undefined;
    at += token.length;
  }
  return walk.isWhole ? walk.parts.join("") : undefined;
}

const SIGNS: ReadonlySet<string> = new Set("{}[],:");

function tokenAt(json: string, at: number): string | undefined {
  const sign = json[at] ?? "";
  if (SIGNS.has(sign)) return sign;
  if (sign !== '"') {
    OTHER.lastIndex = at;
    return OTHER.exec(json)?.[0];
  }
  // A pattern that repeats an alternative exhausts the stack on a string of megabytes, so this is a loop.
  for (let end = json.indexOf('"', at + 1); end > 0; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json[end - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return json.slice(at, end + 1);
  }
  return undefined;
}

class Walk {
  readonly parts: string[] = [];
  readonly #frames: Frame[] = [];
  readonly #redacted: string;
  readonly #text: (content: string) => string;
  #values = 0;

  constructor(redacted: string, text: (content: string) => string) {
    this.#redacted = JSON.stringify(redacted);
    this.#text = text;
  }

  get isWhole(): boolean {
    return this.#frames.length === 0 && this.#values === 1;
  }

  /** @returns false if the token is not valid JSON here */
  take(token: string): boolean {
    const sign = token[0];
    if (sign === "{" || sign === "[") return this.#open(sign);
    if (sign === "}" || sign === "]") return this.#close(sign, token);
    if (sign === "," || sign === ":") return this.#separate(sign, token);
    return this.#value(token);
  }

  #open(sign: string): boolean {
    const frame = this.#frames.at(-1);
    const credential = this.#credentialHere(frame);
    this.#count(frame);
    this.parts.push(sign);
    this.#frames.push({
      isObject: sign === "{",
      credential,
      name: undefined,
      isFirst: true,
      pair: undefined,
      valueAt: undefined,
    });
    return true;
  }

  #close(sign: string, token: string): boolean {
    const frame = this.#frames.pop();
    this.parts.push(token);
    return frame !== undefined && frame.isObject === (sign === "}");
  }

  #separate(sign: string, token: string): boolean {
    const frame = this.#frames.at(-1);
    if (frame === undefined || (sign === ":" && frame.name === undefined)) return false;
    if (sign === "," && frame.isObject) frame.name = undefined;
    this.parts.push(token);
    return true;
  }

  #value(token: string): boolean {
    const frame = this.#frames.at(-1);
    if (frame?.isObject === true && frame.name === undefined) return token.startsWith('"') && this.#key(frame, token);
    this.#count(frame);
    const credential = this.#credentialHere(frame);
    if (frame?.isObject === true) this.#notePair(frame, token);
    const isReplaced = credential !== undefined && isSecret(token, credential);
    this.parts.push(isReplaced ? this.#redacted : token.startsWith('"') ? this.#clean(token) : token);
    return true;
  }

  #key(frame: Frame, token: string): boolean {
    frame.name = contentOf(token);
    if (frame.isFirst && OF_SCHEMA.has(frame.name)) frame.credential = undefined;
    frame.isFirst = false;
    this.parts.push(this.#clean(token));
    return true;
  }

  #credentialHere(frame: Frame | undefined): Credential | undefined {
    if (frame === undefined) return undefined;
    const { name, pair } = frame;
    if (frame.credential !== undefined || name === undefined) return frame.credential;
    return (VALUE_OF_PAIR.has(name) ? pair : undefined) ?? credentialNamed(name);
  }

  /** Reads pairs like `{"name":"password","value":"…"}`, in either order. */
  #notePair(frame: Frame, token: string): void {
    const name = frame.name ?? "";
    if (VALUE_OF_PAIR.has(name)) frame.valueAt = this.parts.length;
    if (!NAME_OF_PAIR.has(name) || !token.startsWith('"')) return;
    frame.pair = credentialNamed(contentOf(token));
    const before = frame.valueAt === undefined ? undefined : this.parts[frame.valueAt];
    if (frame.pair === undefined || frame.valueAt === undefined || before === undefined) return;
    if (isSecret(before, frame.pair)) this.parts[frame.valueAt] = this.#redacted;
  }

  #clean(token: string): string {
    const content = contentOf(token);
    const clean = this.#text(content);
    return clean === content ? token : JSON.stringify(clean);
  }

  #count(frame: Frame | undefined): void {
    if (frame === undefined) this.#values += 1;
    else frame.isFirst = false;
  }
}

function contentOf(token: string): string {
  if (!token.includes("\\")) return token.slice(1, -1);
  try {
    return JSON.parse(token) as string;
  } catch {
    return token.slice(1, -1);
  }
}

function isSecret(token: string, kind: Credential): boolean {
  if (token.startsWith('"')) {
    const content = contentOf(token);
    // An empty value, or the placeholder of a secret of gateway.json, is no credential.
    if (content === "" || /^(?:\[redacted\]|\$\{\w+\})$/.test(content)) return false;
    return kind === "always" || looksSecret(content.split(" ").at(-1) ?? "");
  }
  return kind === "always" && /^-?\d/.test(token);
}
