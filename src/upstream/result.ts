/**
 * Unwraps a tool's result for scripts: `structuredContent`, else the parsed JSON of a single text block, else the
 * text itself, else the content blocks as they came. `isError` becomes a failure with the upstream's own words; its structured content is the
 * body of the failure, like that of an HTTP API, and its words where there is no text.
 */
import { parseForScript } from "../lib/exact-json.ts";
import { isRecord } from "../lib/is-record.ts";
import { MAX_FAILURE_CHARS, MAX_VALUE_DEPTH } from "../limits/upstream-limits.ts";
import { isDeeper } from "../lib/nesting.ts";
import { canonical } from "./json-schema/canonical.ts";
import type { HttpFailureAnswer, ToolResult } from "./connector.ts";
import { shorten } from "../lib/shorten.ts";

type Unwrapped =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly failure?: Partial<HttpFailureAnswer> };

/** JSON of structured content that is the message of a failure; the failure's body has all of it. */
const MAX_WORDS_CHARS = 1_000;

export function unwrapResult(result: ToolResult): Unwrapped {
  if (result.isError === true) {
    const said = textOf(result);
    const message = said ? shorten(said, MAX_FAILURE_CHARS) : structuredWords(result);
    const failure = result.failure ?? structuredFailure(result);
    return { ok: false, message, ...(failure && { failure }) };
  }
  if (result.structuredContent !== undefined) return { ok: true, value: withDigits(result) };
  const content = Array.isArray(result.content) ? result.content : [];
  const [only, ...rest] = content;
  if (only === undefined) return { ok: true, value: null };
  if (rest.length === 0 && only.type === "text" && typeof only.text === "string") {
    return { ok: true, value: parsedOrText(only.text) };
  }
  if (content.every(({ type, text }) => type === "text" && typeof text === "string"))
    return { ok: true, value: textOf(result) };
  return { ok: true, value: content };
}

function structuredWords(result: ToolResult): string {
  const words = JSON.stringify(withDigits(result)) ?? "";
  return ["", "{}", "null"].includes(words) ? "The tool failed without a message." : shorten(words, MAX_WORDS_CHARS);
}

/** A body larger than that of an HTTP API's failure is left out; `raw` has it. */
function structuredFailure(result: ToolResult): Partial<HttpFailureAnswer> | undefined {
  if (result.structuredContent === undefined) return undefined;
  const body = withDigits(result);
  return JSON.stringify(body).length > MAX_FAILURE_CHARS * 10 ? undefined : { body };
}

/**
 * Long integers in structured content are other numbers by the time it arrives here. By the specification a text block repeats
 * it; when one does, with its keys in whatever order, the digits are there.
 */
function withDigits({ structuredContent, content }: ToolResult): unknown {
  let said: string | undefined;
  for (const { type, text } of Array.isArray(content) ? content : []) {
    if (type !== "text" || typeof text !== "string" || !MAY_HOLD_LONG_INTEGER.test(text)) continue;
    said ??= sortedText(structuredContent);
    try {
      const repeated = sortedText(JSON.parse(text));
      if (repeated === undefined || said === undefined) continue;
      if (repeated === said) return inOrderOf(structuredContent, parseForScript(text));
      // Servers wrap a value that is no object in one, and repeat it as text.
      if (`{"result":${repeated}}` === said) return inOrderOf(structuredContent, { result: parseForScript(text) });
    } catch {
      // A text of another kind.
    }
  }
  return structuredContent;
}

/** @returns the same text for equal values; undefined for one that is nested too deeply to be read */
function sortedText(value: unknown): string | undefined {
  return isDeeper(value, MAX_VALUE_DEPTH) ? undefined : canonical(value, () => undefined);
}

/** @param value equal to `order` but for its long integers. @returns `value` with the keys in the order that those of `order` have */
function inOrderOf(order: unknown, value: unknown): unknown {
  if (Array.isArray(order) && Array.isArray(value)) return order.map((part, at) => inOrderOf(part, value[at]));
  if (!isRecord(order) || !isRecord(value)) return value;
  return Object.fromEntries(Object.entries(order).map(([key, part]) => [key, inOrderOf(part, value[key])]));
}

const MAY_HOLD_LONG_INTEGER = /\d{16}/;

/** An id like `12345678901234567890` stays text: as a number it would be another one. So does what is nested too deeply for a value. */
function parsedOrText(text: string): unknown {
  try {
    const value = parseForScript(text);
    if (isDeeper(value, MAX_VALUE_DEPTH)) return text;
    return typeof value === "number" && String(value) !== text.trim() ? text : value;
  } catch {
    return text;
  }
}

function textOf({ content }: ToolResult): string {
  if (!Array.isArray(content)) return "";
  return content.flatMap((block) => (typeof block.text === "string" ? [block.text] : [])).join("\n");
}
