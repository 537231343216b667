/**
 * Redacts credentials that the gateway sent to an upstream from its answers: an upstream that echoes its headers, in an error or in a
 * result, must not disclose the credential to a script or a model. Each credential is replaced by its name in gateway.json.
 */
import { MAX_VALUE_DEPTH } from "../../limits/upstream-limits.ts";
import { isDeeper } from "../../lib/nesting.ts";
import type { ToolResult } from "../connector.ts";
import { partsOf, spellingsOf } from "../../config/secret-spellings.ts";
import type { Secret } from "../../config/secrets.ts";

/** Shorter values are not treated as secrets, because replacing them would garble errors. */
const MIN_IN_TEXT = 4;
/** In results, which are data, a secret has to be long enough not to occur by chance. */
const MIN_IN_VALUE = 8;
/** The number of current and former tokens that are redacted; older ones have expired. */
const MAX_TOKENS = 20;

/** Deeper values are refused before; the list around a tool adds some levels. */
const MAX_REDACTED_DEPTH = MAX_VALUE_DEPTH + 20;

type ContentBlock = Readonly<Record<string, unknown>>;

/** Each secret, or part of a long one, has a pattern of its own: V8 searches for many at once more slowly than for one after the other. */
interface Pattern {
  readonly text: RegExp;
  readonly name: string;
  /** The length of the shortest text that it matches. */
  readonly minChars: number;
}
type Patterns = readonly Pattern[];

export class Redaction {
  #fixed: readonly Secret[];
  #tokens: readonly Secret[] = [];
  /** Patterns by the minimum length of the secrets they find; built on first use. */
  readonly #patterns = new Map<number, Patterns>();

  constructor(secrets: readonly Secret[] = []) {
    this.#fixed = secrets;
  }

  addFixed(secret: Secret): void {
    this.#fixed = [...this.#fixed, secret];
    this.#patterns.clear();
  }

  /** Adds a token; tokens change while the upstream is used. */
  addToken(name: string, value: string): void {
    if (this.#tokens.some((token) => token.value === value)) return;
    this.#tokens = [{ name, value }, ...this.#tokens].slice(0, MAX_TOKENS);
    this.#patterns.clear();
  }

  /** Redacts errors and other text for people or models. It has to be called before the text is cut, so that no half of a secret remains. */
  text(text: string): string {
    return replace(text, this.#patternsOf(MIN_IN_TEXT));
  }

  /** Redacts results and lists: a value of the same shape with other strings. */
  value<T>(value: T): T {
    const patterns = this.#patternsOf(MIN_IN_VALUE);
    return patterns.length === 0 ? value : (replaceWithin(value, patterns, 0) as T);
  }

  /** Redacts like `value`, and also inside texts that are JSON: an escaped secret would reappear once the JSON is parsed. */
  result(result: ToolResult): ToolResult {
    const patterns = this.#patternsOf(MIN_IN_VALUE);
    if (patterns.length === 0) return result;
    const clean = replaceWithin(result, patterns, 0) as ToolResult;
    if (!Array.isArray(clean.content)) return clean;
    return { ...clean, content: clean.content.map((block) => withCleanText(block, patterns)) };
  }

  #patternsOf(minLength: number): Patterns {
    const built = this.#patterns.get(minLength);
    if (built !== undefined) return built;
    const secrets = [...this.#fixed, ...this.#tokens].filter(({ value }) => value.length >= minLength);
    // The longest come first: a secret that contains another one must not be redacted in part.
    const patterns = secrets.toSorted((a, b) => b.value.length - a.value.length).flatMap(patternsOf);
    this.#patterns.set(minLength, patterns);
    return patterns;
  }
}

function withCleanText(block: ContentBlock, patterns: Patterns): ContentBlock {
  const { text } = block;
  if (typeof text !== "string" || !text.includes("\\")) return block;
  const parsed = parsedOrNothing(text);
  if (parsed === undefined || isDeeper(parsed.value, MAX_VALUE_DEPTH)) return block;
  const before = JSON.stringify(parsed.value);
  const after = JSON.stringify(replaceWithin(parsed.value, patterns, 0));
  return after === before ? block : { ...block, text: after };
}

function parsedOrNothing(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Tokens come and go, and each pattern takes a while to compile. */
const compiled = new WeakMap<Secret, Patterns>();

function patternsOf(secret: Secret): Patterns {
  const known = compiled.get(secret);
  if (known !== undefined) return known;
  const patterns = partsOf(secret.value).map((part) => ({
    text: new RegExp(spellingsOf(part).join("|"), "g"),
    name: secret.name,
    // No spelling is shorter than the part, apart from runs of backslashes.
    minChars: part.replaceAll(/\\+/g, "\\").length,
  }));
  compiled.set(secret, patterns);
  return patterns;
}

function replace(text: string, patterns: Patterns): string {
  let clean = text;
  for (const { text: pattern, name, minChars } of patterns) {
    // The replacement is a function, because a secret's name could contain `$&`.
    if (clean.length >= minChars) clean = clean.replaceAll(pattern, () => name);
  }
  return clean;
}

function replaceWithin(value: unknown, patterns: Patterns, depth: number): unknown {
  if (typeof value === "string") return replace(value, patterns);
  if (value === null || typeof value !== "object" || depth > MAX_REDACTED_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => replaceWithin(item, patterns, depth + 1));
  const entries = Object.entries(value).map(([key, item]) => [
    replace(key, patterns),
    replaceWithin(item, patterns, depth + 1),
  ]);
  return Object.fromEntries(entries) as unknown;
}
