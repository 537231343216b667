/** Makes texts of scripts, servers and gateways safe to print on a terminal; see lib/visible-text.ts. */
import { hiddenCharacter, visibleText } from "../lib/visible-text.ts";

/** The sequences of paint.ts. */
const COLOUR = /(\u001b\[(?:1|2|22|31|32|39)m)/;

export function printable(text: string): string {
  return visibleText(text);
}

/** @returns the text with nothing that a terminal obeys but the colours of paint.ts */
export function printableLines(text: string): string {
  return text
    .split(COLOUR)
    .map((part, at) => (at % 2 === 1 ? part : printable(part)))
    .join("");
}

/** @param json text of JSON @returns JSON of the same value; its escapes are those of UTF-16, the only ones that JSON has */
export function printableJson(json: string): string {
  return json.replaceAll(hiddenCharacter(), (one) =>
    one
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/** @returns the text on one line, with at most `max` characters; a part of a character is not left */
export function oneLine(text: string, max: number): string {
  const flat = printable(text.replaceAll(/\s+/g, " ").trim());
  if (flat.length <= max) return flat;
  const left = flat.slice(0, Math.max(0, max - 1));
  return `${left.isWellFormed() ? left : left.slice(0, -1)}…`;
}
