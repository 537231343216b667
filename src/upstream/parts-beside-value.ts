/**
 * Names the parts of a tool's result that its value does not have. The value is `structuredContent` where there is one; by the specification a
 * text repeats it, but servers put images, links and warnings beside it, too.
 */
import { isRecord } from "../lib/is-record.ts";
import { isDeeper } from "../lib/nesting.ts";
import { MAX_VALUE_DEPTH } from "../limits/upstream-limits.ts";
import type { ToolResult } from "./connector.ts";
import { canonical } from "./json-schema/canonical.ts";

const NAMES: ReadonlyMap<unknown, string> = new Map([
  ["text", "a text"],
  ["image", "an image"],
  ["audio", "an audio"],
  ["resource", "a resource"],
  ["resource_link", "a link to a resource"],
]);

/** @returns each kind of part once: `["a text", "an image"]` */
export function partsBesideValue({ structuredContent, content }: ToolResult): readonly string[] {
  if (structuredContent === undefined || !Array.isArray(content)) return [];
  const kinds = new Set<string>();
  const repeats = repeatedTexts(structuredContent);
  for (const { type, text } of content) {
    const kind = NAMES.get(type) ?? "a part";
    if (kinds.has(kind)) continue;
    if (type === "text" && typeof text === "string" && repeats(text)) continue;
    kinds.add(kind);
  }
  return [...kinds];
}

/** @returns a function that says whether a text has nothing that the structure has not */
function repeatedTexts(structure: unknown): (text: string) => boolean {
  let whole: string | undefined;
  let parts: Set<string> | undefined;
  return (text) => {
    if (text.trim() === "") return true;
    const value = parsed(text);
    // Most servers repeat the structure with its keys in the same order; sorting those of a large one costs much more.
    whole ??= JSON.stringify(structure);
    if (JSON.stringify(value) === whole) return true;
    parts ??= textsOf(structure);
    return parts.has(text) || parts.has(canonical(value, () => undefined));
  };
}

/**
 * @returns texts of the structure, of its properties and of the elements of these: servers wrap a value that is no object in one, and repeat each
 * element of a list as a text of its own
 */
function textsOf(structure: unknown): Set<string> {
  const texts = new Set<string>();
  const add = (value: unknown, levels: number): void => {
    if (typeof value === "string") texts.add(value);
    texts.add(canonical(value, () => undefined));
    if (levels === 0 || typeof value !== "object" || value === null) return;
    for (const part of Array.isArray(value) ? value : Object.values(value)) add(part, levels - 1);
  };
  if (!isDeeper(structure, MAX_VALUE_DEPTH)) add(structure, isRecord(structure) ? 2 : 1);
  return texts;
}

/** @returns the text itself where it is no JSON, or is nested too deeply to be compared */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isDeeper(value, MAX_VALUE_DEPTH) ? text : value;
  } catch {
    return text;
  }
}
