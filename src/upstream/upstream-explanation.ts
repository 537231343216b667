/** Extracts an upstream's explanation of a failure, as one short line, from JSON, a web page or plain text. */
import { shorten } from "../lib/shorten.ts";

/** Maximum number of characters that are searched for a message. */
const MAX_LOOKED_AT = 8_000;
const MAX_SHOWN = 500;
/** A longer text is hardly an explanation, and can take seconds to parse. */
const MAX_PARSED = 100_000;

/** @param body without secrets */
export function upstreamExplanation(body: string): string {
  const text =
    fromJson(body) ?? (isMarkup(body) ? fromMarkup(body.slice(0, MAX_LOOKED_AT)) : body.slice(0, MAX_LOOKED_AT));
  return oneVisibleLine(text);
}

/** @param body without secrets @returns how a sentence goes on with the upstream's words; empty if it gives none */
export function whichSays(body: string): string {
  const words = upstreamExplanation(body);
  return words === "" ? "" : `, which says ${JSON.stringify(words)}`;
}

/** One line without characters that are not seen: those could hide or turn around what the gateway itself says. @param text without secrets */
export function oneVisibleLine(text: string): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")
    .replaceAll(/ {2,}/g, " ")
    .trim();
  return shorten(line, MAX_SHOWN);
}

function fromJson(body: string): string | undefined {
  if (body.length > MAX_PARSED) return undefined;
  try {
    return messageOf(JSON.parse(body), 0);
  } catch {
    return undefined;
  }
}

function messageOf(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || depth > 3) return undefined;
  for (const key of ["message", "error_description", "error", "detail", "title", "errors", "0"]) {
    const message = Object.hasOwn(value, key) ? messageOf((value as never)[key], depth + 1) : undefined;
    if (message !== undefined) return message;
  }
  return undefined;
}

export function isMarkup(body: string): boolean {
  return body.trimStart().startsWith("<");
}

/** Without tags, and without what is no text. Split once, so that a text of `<` alone costs no more. */
function fromMarkup(body: string): string {
  const texts: string[] = [];
  for (const part of body.split("<")) {
    const end = part.indexOf(">");
    const name = part.slice(0, 7).toLowerCase();
    if (end === -1 || name.startsWith("script") || name.startsWith("style")) continue;
    const text = part.slice(end + 1).trim();
    if (text !== "" && !texts.includes(text)) texts.push(text);
  }
  return texts.join(" ").replaceAll("&nbsp;", " ").replaceAll("&#39;", "'").replaceAll("&quot;", '"');
}
