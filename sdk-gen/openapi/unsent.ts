/**
 * Parts of an operation that the connector cannot send. Where one is required, the operation is left out: a request without it may do
 * something else than what is meant, as a search without its query does. Else the tool's description names it.
 */
import { quote } from "../text.ts";

export interface Unsent {
  /** For messages: `the body of a GET`. */
  readonly what: string;
  readonly isRequired: boolean;
}

const MAX_NAMED = 5;

const MAX_SHOWN_CHARS = 40;

/** @returns a text of the description as a message shows it */
export function shown(text: string): string {
  return quote(text.slice(0, MAX_SHOWN_CHARS));
}

/** @returns the text with a sentence on what cannot be sent */
export function withUnsent(text: string, unsent: readonly Unsent[]): string {
  if (unsent.length === 0) return text;
  const named = [...new Set(unsent.map(({ what }) => what))].slice(0, MAX_NAMED);
  return `${text}\nCannot be sent: ${named.join(", ")}.`.trim();
}
