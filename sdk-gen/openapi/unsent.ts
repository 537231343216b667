/**
 * What an operation takes and the connector cannot send. Where it is required, the operation is left out: a request without it may do
 * something else than what is meant, as a search without its query does. Else the tool's description names it.
 */
export interface Unsent {
  /** For messages: `the body of a GET`. */
  readonly what: string;
  readonly isRequired: boolean;
}

const MAX_NAMED = 5;

const MAX_QUOTED_CHARS = 40;

/** Texts of a description in a message. */
export function quote(text: string): string {
  return JSON.stringify(text.slice(0, MAX_QUOTED_CHARS));
}

/** @returns the text with a sentence on what cannot be sent */
export function withUnsent(text: string, unsent: readonly Unsent[]): string {
  if (unsent.length === 0) return text;
  const named = [...new Set(unsent.map(({ what }) => what))].slice(0, MAX_NAMED);
  return `${text}\nCannot be sent: ${named.join(", ")}.`.trim();
}
