/**
 * Tokens of data in JSON. A value takes the place of its token inside of the string that has the token, at every level: in JSON in a string,
 * a quote in the value would else end that string, and what follows would become fields of the request.
 */
import { replaceStrings } from "../../lib/exact-json.ts";
import { MAX_TEXTS_IN_TEXTS, isJsonText } from "../../policy/data/json-in-text.ts";

/** `[EMAIL_1]`; names of kinds have letters, digits and `_`. */
const TOKEN = /\[[A-Z][A-Z0-9_]{0,39}_\d{1,9}\]/g;

/** A token in JSON in a string may be written with escapes. */
const ESCAPE = String.raw`\u`;

/**
 * @param json a JSON text
 * @param replace returns the token itself where it is to stay
 * @returns the same text if nothing in it is replaced. Tokens in JSON under more texts than are inspected stay as they are.
 */
export function replaceTokens(json: string, replace: (token: string) => string): string {
  return replaceIn(json, replace, 0);
}

/** @param texts the number of texts that this one is in */
function replaceIn(text: string, replace: (token: string) => string, texts: number): string {
  if (!text.includes(ESCAPE) && text.search(TOKEN) === -1) return text;
  if (!isJsonText(text)) return text.replaceAll(TOKEN, replace);
  if (texts > MAX_TEXTS_IN_TEXTS) return text;
  return replaceStrings(text, (value) => replaceIn(value, replace, texts + 1));
}
