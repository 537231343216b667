/** Finds the values of credentials in JSON that do not stand directly under their names. */
import { credentialNamed, isPlaceholder, type Credential } from "./credential-names.ts";
import { curlPasswordIn } from "./curl-users.ts";

/** Keys for the name and the value in entries of a list of pairs, in any case: `Key`, `NAME`, `ParameterKey`, `secret_value`. */
const NAME_OF_PAIR =
  /^(?:(?:(?:parameter|param|tag|variable|header|field|env)[_-]?)?(?:name|key)|field|header|param|parameter|variable|label)$/i;
const VALUE_OF_PAIR =
  /^(?:(?:(?:parameter|param|tag|variable|header|field|env|secret)[_-]?)?(?:value|val)|content|default|data)$/i;

/** First keys of objects that describe a credential (a schema) and do not contain one. */
export const OF_SCHEMA: ReadonlySet<string> = new Set([
  "type",
  "description",
  "$ref",
  "title",
  "anyOf",
  "oneOf",
  "allOf",
  "enum",
]);

export function isNameOfPair(key: string): boolean {
  return NAME_OF_PAIR.test(key);
}

export function isValueOfPair(key: string): boolean {
  return VALUE_OF_PAIR.test(key);
}

/** @returns what the value is in a pair like `{"name":"password","value":"…"}`; undefined for an object that is no such pair */
export function credentialInPair(
  entries: readonly (readonly [name: string, value: unknown])[],
): Credential | undefined {
  let pair: Credential | undefined;
  for (const [name, value] of entries) {
    if (isNameOfPair(name) && typeof value === "string") pair = strongerOf(pair, credentialNamed(value));
  }
  return pair;
}

/** A pair with several names, such as a name and a label, is what the most certain of them says. */
export function strongerOf(one: Credential | undefined, other: Credential | undefined): Credential | undefined {
  return one === "always" ? one : (other ?? one);
}

/** A name that stands for itself: no sentence, no list of words. */
const NAME = /^-{0,2}[A-Za-z][\w.-]{1,98}$/;
const FLAG = /^--/;
/** `X-Api-Key`, `x-api-key`, `Private-Token`; `input-password` is a word of a page. */
const HEADER =
  /^(?:[Xx]-[\w-]+|[A-Z][A-Za-z\d]*(?:-[A-Z][A-Za-z\d]*)+|(?:[Pp]roxy-)?[Aa]uthorization|(?:[Ss]et-)?[Cc]ookie|api-key|private-token)$/;
/** Letters, and words joined by signs: a value that may as well be the next name in a list of names. */
const WORDS = /^[A-Za-z]+(?:(?:[-_]|, ?)[A-Za-z]+\d{0,3})*$/;
/** A longer value is no name, and would exhaust the stack of the pattern. */
const MAX_WORDS_CHARS = 500;
/** Matches the type of a column or field, which follows its name in a table of types. */
const TYPE =
  /^(?:string|text|n?(?:var)?char2?|character(?: varying)?|password|bytea|blob|binary|uuid|int(?:eger)?|number|boolean|required|optional)(?:\(\d{1,5}\))?(?: not null| null| unique| primary key){0,3}$/i;
/** The name of the next column in a table of two, which begins like entries of names and values. */
const COLUMN =
  /^(?:user|user_?name|login|e_?mail|name|id|role|host|url|type|value|status|description|(?:created|updated|expires)_at)$/i;

interface ListPlace {
  /** True for a list of two. */
  readonly isPair: boolean;
  /** True for a list directly in a list, such as those of `Object.entries`. */
  readonly isEntry: boolean;
}

/**
 * Reads lists in which a value follows its name: entries like `["X-Api-Key","…"]`, headers in a row, arguments of a command. A list of names,
 * such as those of columns or allowed headers, looks the same, so what may be the next name is none but in an entry or behind a flag.
 * @param items the strings of a list; what is no string is passed over
 * @returns the items that are credentials, by their index
 */
export function credentialsInList(items: readonly unknown[], place: ListPlace): ReadonlyMap<number, Credential> {
  const found = new Map<number, Credential>();
  let isCurl = false;
  for (let at = 1; at < items.length; at += 1) {
    const [name, value] = [items[at - 1], items[at]];
    if (typeof name !== "string" || typeof value !== "string") continue;
    isCurl ||= name === "curl" || name.endsWith("/curl");
    const credential = isCurl && isUserOfCurl(name, value) ? "always" : credentialAfter(name, value, place);
    if (!credential) continue;
    found.set(at, credential);
    // The value is not the name of the next item.
    at += 1;
  }
  return found;
}

function isUserOfCurl(name: string, value: string): boolean {
  return /^(?:-[A-Za-z]{0,6}[uU]|--(?:proxy-)?user)$/.test(name) && curlPasswordIn(value) !== undefined;
}

function credentialAfter(name: string, value: string, { isPair, isEntry }: ListPlace): Credential | undefined {
  // The first pattern bounds the length for the others. Most items of a long list are let through at first sight.
  if (!NAME.test(name)) return undefined;
  const isHeader = HEADER.test(name);
  if (!(isPair || isHeader || FLAG.test(name))) return undefined;
  const credential = credentialNamed(name);
  if (credential === undefined || isPlaceholder(value)) return undefined;
  if (FLAG.test(name)) return value.startsWith("-") || TYPE.test(value) ? undefined : credential;
  if (isPair && isEntry) return TYPE.test(value) || COLUMN.test(value) ? undefined : credential;
  if (isHeader) return value.length <= MAX_WORDS_CHARS && WORDS.test(value) ? undefined : credential;
  return "perhaps";
}
