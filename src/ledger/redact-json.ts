/**
 * Named credentials in JSON text, found in one pass over its tokens and without making values of them: numbers keep their digits, and what is
 * replaced is a whole string, so that JSON stays JSON.
 */
import { credentialNamed, looksSecret } from "./credential-names.ts";
import type { Credential } from "./credential-names.ts";

/** A number or a word. */
const OTHER = /-?\d[\d.eE+-]{0,400}|true|false|null/y;

/** What an entry of a list of pairs calls its name, and its value. */
const NAME_OF_PAIR: ReadonlySet<string> = new Set([
  "name",
  "key",
  "field",
  "header",
  "param",
  "parameter",
  "variable",
  "label",
]);
const VALUE_OF_PAIR: ReadonlySet<string> = new Set(["value", "val", "content", "default", "secret_value", "data"]);
/** An object that begins so describes a credential instead of being one. */
const OF_SCHEMA: ReadonlySet<string> = new Set([
  "type",
  "description",
  "$ref",
  "title",
  "anyOf",
  "oneOf",
  "allOf",
  "enum",
]);

interface Frame {
  readonly isObject: boolean;
  /** Everything inside is one. */
  credential: Credential | undefined;
  name: string | undefined;
  isFirst: boolean;
  /** Of a pair: its name says that the value is one, or where the value was. */
  pair: Credential | undefined;
  valueAt: number | undefined;
}

/**
 * @param text what each string that is no credential becomes
 * @returns undefined when it is no JSON
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
  // Not by a pattern: one that repeats an alternative runs out of stack on a string of megabytes.
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

  /** @returns false where no JSON could go on like this */
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

  /** `{"name":"password","value":"…"}`, in either order. */
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
    // Nothing, or what stands there for a secret of gateway.json.
    if (content === "" || /^(?:\[redacted\]|\$\{\w+\})$/.test(content)) return false;
    return kind === "always" || looksSecret(content.split(" ").at(-1) ?? "");
  }
  return kind === "always" && /^-?\d/.test(token);
}
