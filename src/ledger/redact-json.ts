/**
 * Redacts named credentials in the JSON of a text. It replaces whole strings; replacing inside serialized JSON can split an escape. All
 * that is no string, and all text around JSON, stays as it is.
 */
import { contentOf, eachJson } from "../detection/json-credentials.ts";
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
    for (const token of found.tokens) {
      const replacement = token.isCredential ? quoted : cleanToken(token);
      if (replacement === undefined) continue;
      parts.push(text.slice(done, token.start), replacement);
      done = token.end;
    }
    // A quote may end a string as well as begin one, so what follows an unchanged string's first quote is searched, too.
    const isText = text[found.start] === '"' && !isWhole && done === before;
    return isText ? found.start + 1 : found.end;
  });
  return { text: done === 0 ? text : parts.join("") + text.slice(done), isWhole: isWhole === true };

  function cleanToken(token: FoundJson["tokens"][number]): string | undefined {
    if (text[token.start] !== '"') return undefined;
    const content = contentOf(text, token);
    const replacement = clean(content);
    if (replacement === content) return undefined;
    return token.isCut ? JSON.stringify(replacement).slice(0, -1) : JSON.stringify(replacement);
  }
}

function isAll(text: string, { start, end, isComplete }: FoundJson): boolean {
  return isComplete && text.slice(0, start).trim() === "" && text.slice(end).trim() === "";
}
