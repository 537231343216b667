/** Makes texts of scripts, servers and gateways safe to print on a terminal; see lib/visible-text.ts. */
import { visibleText } from "../lib/visible-text.ts";

export function printable(text: string): string {
  return visibleText(text);
}

/** @returns the text on one line, with at most `most` characters */
export function oneLine(text: string, most: number): string {
  const flat = printable(text.replaceAll(/\s+/g, " ").trim());
  return flat.length > most ? `${flat.slice(0, Math.max(0, most - 1))}…` : flat;
}
