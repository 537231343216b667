/**
 * What a message of a local server may be. The gateway closes a tunnel that brings more, with the calls of all other servers that it
 * carries, so such a message is refused where it comes from.
 */
import { excessOfJson } from "../../lib/json-scanner.ts";
import { isDeeper } from "../../lib/nesting.ts";
import { MAX_JSON_NAMES, MAX_JSON_VALUES } from "../../limits/json-limits.ts";
import { MAX_LOCAL_MESSAGE_DEPTH, MAX_TUNNEL_MESSAGE_CHARS } from "../../limits/tunnel-limits.ts";

/** What a frame has beside its message. */
const MAX_FRAME_CHARS = 1_000;

/** @param message the parsed message @returns what is wrong, as the end of a sentence about the message; undefined if it can be carried */
export function exceeded(message: object): string | undefined {
  if (isDeeper(message, MAX_LOCAL_MESSAGE_DEPTH)) return `is nested deeper than ${MAX_LOCAL_MESSAGE_DEPTH} levels`;
  const text = JSON.stringify(message);
  const maxChars = MAX_TUNNEL_MESSAGE_CHARS - MAX_FRAME_CHARS;
  if (text.length > maxChars) return `has more than ${maxChars} characters`;
  return excessOfJson(text, { maxNames: MAX_JSON_NAMES, maxValues: MAX_JSON_VALUES });
}
