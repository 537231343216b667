/**
 * Redacts named credentials in the JSON of a text. It replaces whole strings; replacing inside serialized JSON can split an escape. All
 * that is no string, and all text around JSON, stays as it is.
 */
import { contentOf, eachJson, isJson, parsedContentOf, rawContentOf } from "../detection/json-credentials.ts";
import type { FoundJson } from "../detection/json-credentials.ts";

export interface RedactedJson {
  readonly text: string;
  /** True if the text is one JSON value and nothing else. */
  readonly isWhole: boolean;
}

/** @param clean called for each string that is no credential, in order; returns its replacement */
export function redactJson(text: string, redacted: string, clean: (content: string) => string): RedactedJson {
  const quoted = JSON.stringify(redacted);
  const parts: string[] = [];
  let done = 0;
  let isWhole: boolean | undefined;
  eachJson(text, (found) => {
    isWhole = isWhole === undefined && isAll(text, found);
    const before = done;
    // A quote may end a string as well as begin one. So a string alone is read only if JSON is in it, and passed over if that changes it.
    const isAlone = text[found.start] === '"' && !isWhole;
    for (const token of found.tokens) {
      if (isAlone && !isJson(contentOf(text, token), token.isCut)) continue;
      const replacement = token.isCredential ? quoted.slice(0, token.isCut ? -1 : undefined) : cleanToken(token);
      if (replacement === undefined) continue;
      parts.push(text.slice(done, token.start), replacement);
      done = token.end;
    }
    return isAlone && done === before ? found.start + 1 : found.end;
  });
  return { text: done === 0 ? text : parts.join("") + text.slice(done), isWhole: isWhole === true };

  function cleanToken(token: FoundJson["tokens"][number]): string | undefined {
    if (text[token.start] !== '"') return undefined;
    const content = parsedContentOf(text, token);
    // Text in quotes that is no JSON, such as a pattern in a script, keeps its backslashes and tabs.
    const given = content ?? rawContentOf(text, token);
    const replacement = clean(given);
    if (replacement === given) return undefined;
    const written = content === undefined ? `"${replacement}"` : JSON.stringify(replacement);
    return token.isCut ? written.slice(0, -1) : written;
  }
}

function isAll(text: string, { start, end, isComplete }: FoundJson): boolean {
  return isComplete && text.slice(0, start).trim() === "" && text.slice(end).trim() === "";
}
