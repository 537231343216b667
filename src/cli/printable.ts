/** Texts of scripts, servers and gateways as a terminal may show them; see lib/visible-text.ts. */
import { visibleText } from "../lib/visible-text.ts";

export function printable(text: string): string {
  return visibleText(text);
}

/** On one line, at most `most` characters. */
export function oneLine(text: string, most: number): string {
  const flat = printable(text.replaceAll(/\s+/g, " ").trim());
  return flat.length > most ? `${flat.slice(0, Math.max(0, most - 1))}…` : flat;
}
