/**
 * Keeps what the gateway sent to an upstream out of what comes back: an upstream that echoes its headers, in an error or in a
 * result, must not tell a script or a model the credential. Each is replaced by the name it has in gateway.json.
 */
import type { Secret } from "../../config/secrets.ts";

/** A shorter text is no secret, and replacing it would garble errors. */
const MIN_IN_TEXT = 4;
/** Results are data: what is replaced there has to be long enough not to occur by chance. */
const MIN_IN_VALUE = 8;
/** Tokens that were current at some time; older ones have expired. */
const MAX_TOKENS = 20;
const MAX_DEPTH = 100;

export class Redaction {
  readonly #fixed: Secret[];
  #tokens: readonly Secret[] = [];

  constructor(secrets: readonly Secret[] = []) {
    this.#fixed = secrets.flatMap(spellings);
  }

  addFixed(secret: Secret): void {
    this.#fixed.push(...spellings(secret));
  }

  /** Tokens come and go while the upstream is used. */
  addToken(name: string, value: string): void {
    if (this.#tokens.some((token) => token.value === value)) return;
    this.#tokens = [...spellings({ name, value }), ...this.#tokens].slice(0, MAX_TOKENS);
  }

  /** For errors and whatever else people or models read as text. Before it is cut, so that no half of a secret is left. */
  text(text: string): string {
    return replace(text, this.#all(MIN_IN_TEXT));
  }

  /** For results and lists: the same value, other strings. */
  value<T>(value: T): T {
    const secrets = this.#all(MIN_IN_VALUE);
    return secrets.length === 0 ? value : (replaceWithin(value, secrets, 0) as T);
  }

  #all(minLength: number): Secret[] {
    return [...this.#fixed, ...this.#tokens].filter(({ value }) => value.length >= minLength);
  }
}

/** As it may come back: in an address, in a form (where even `~` is escaped), in JSON. */
function spellings({ name, value }: Secret): Secret[] {
  const inForm = new URLSearchParams([["", value]]).toString().slice(1);
  const all = new Set([value, encodeURIComponent(value), inForm, JSON.stringify(value).slice(1, -1)]);
  // The longest first: what contains another spelling must not be left in pieces.
  return [...all].sort((a, b) => b.length - a.length).map((spelling) => ({ name, value: spelling }));
}

function replace(text: string, secrets: readonly Secret[]): string {
  // A function, because a secret's name could hold `$&`.
  return secrets.reduce(
    (rest, { name, value }) => (rest.includes(value) ? rest.replaceAll(value, () => name) : rest),
    text,
  );
}

function replaceWithin(value: unknown, secrets: readonly Secret[], depth: number): unknown {
  if (typeof value === "string") return replace(value, secrets);
  if (value === null || typeof value !== "object" || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => replaceWithin(item, secrets, depth + 1));
  const entries = Object.entries(value).map(([key, item]) => [
    replace(key, secrets),
    replaceWithin(item, secrets, depth + 1),
  ]);
  return Object.fromEntries(entries) as unknown;
}
