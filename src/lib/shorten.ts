/** Texts of any length, cut for a message or a list. Never cuts inside of a character. */

/** @returns at most `max` characters of a text, and "…" behind them if it has more */
export function shorten(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text;
}

/** @returns a text in quotes with its escapes, cut before it is quoted */
export function quote(text: string, max = 100): string {
  return JSON.stringify(shorten(text, max));
}
