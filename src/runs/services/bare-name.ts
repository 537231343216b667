/** The name of a tool in a sentence, without the punctuation around it. */

/** Signs that stand around a name and are no part of one. */
const SURROUNDING = /[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"'`*,;:!?.…<>、。，！？；：]/u;
/** Quotes beside the separator, as in `"server":"tool"`. */
const QUOTED_SEPARATOR = /["'`’”»]?([:.])["'`‘“«]?/gu;
/** The arguments of a call and the ending of a possessive begin with one of these, behind a name. */
const END_OF_NAME = /(?<=[\p{L}\p{N}_$])[()[\]{}<>"'`’]/u;

/**
 * @param text a word of a request in words, or all of it
 * @returns `server:tool` for `(server:tool),`, `"server":"tool"` and `server:tool()`; a text without punctuation as it is
 */
export function bareName(text: string): string {
  const unquoted = text.replace(QUOTED_SEPARATOR, "$1");
  let start = 0;
  let end = unquoted.length;
  while (start < end && SURROUNDING.test(unquoted.charAt(start))) start += 1;
  while (end > start && SURROUNDING.test(unquoted.charAt(end - 1))) end -= 1;
  const name = unquoted.slice(start, end);
  // Brackets and quotes before the separator are part of the server's name.
  const separator = name.search(/[:.]/);
  const after = separator === -1 || /\s/.test(name) ? -1 : name.slice(separator).search(END_OF_NAME);
  return after === -1 ? name : name.slice(0, separator + after);
}
