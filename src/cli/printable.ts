/**
 * Texts of scripts, servers and gateways as a terminal may show them: an escape sequence in one could retitle the window, hide what was
 * printed, or answer for the person.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (one) => {
    if (one === "\r") return "";
    return `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
  });
}

/** On one line, at most `most` characters. */
export function oneLine(text: string, most: number): string {
  const flat = printable(text.replaceAll(/\s+/g, " ").trim());
  return flat.length > most ? `${flat.slice(0, Math.max(0, most - 1))}…` : flat;
}
