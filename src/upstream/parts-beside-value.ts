/**
 * Names the parts of a tool's result that its value does not have. The value is `structuredContent` where there is one; by the specification a
 * text repeats it, but servers put images, links and warnings beside it, too.
 */
import { isRecord } from "../lib/is-record.ts";
import { jsonOrText } from "../lib/parse-json.ts";
import { MAX_VALUE_DEPTH } from "../limits/upstream-limits.ts";
import type { ToolResult } from "./connector.ts";

/** A longer text is taken for a repetition: to parse it again costs more than the line in the log is worth. */
const MAX_COMPARED_CHARS = 200_000;
/** Pairs of values that are compared for one result, some 20 ns each; beyond it, a text is taken for a repetition. */
const MAX_COMPARED_VALUES = 500_000;

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
  const comparison = new Comparison();
  for (const part of content) {
    const { type, text } = part;
    const kind = NAMES.get(type) ?? "a part";
    if (kinds.has(kind)) continue;
    if (type === "text" && typeof text === "string" && repeats(text, structuredContent, comparison)) continue;
    const data = NAMES.has(type) && type !== "text" ? dataOf(part) : undefined;
    if (data !== undefined && comparison.holds(structuredContent, data)) continue;
    kinds.add(kind);
  }
  return [...kinds];
}

/**
 * @returns true if a text has nothing that the structure has not: it is the structure, one of its properties or an element of these. Servers wrap a
 *   value that is no object in one, and repeat each element of a list as a text of its own
 */
function repeats(text: string, structure: unknown, comparison: Comparison): boolean {
  if (text.trim() === "" || text.length > MAX_COMPARED_CHARS) return true;
  const value = jsonOrText(text);
  const isPart = (part: unknown, levels: number): boolean =>
    part === text ||
    comparison.isSame(part, value) ||
    (levels > 0 && partsOf(part).some((inner) => isPart(inner, levels - 1)));
  return isPart(structure, isRecord(structure) ? 2 : 1);
}

/** @returns what a part carries: base64, the text of a resource, the address of a link */
function dataOf({ data, resource, uri }: Readonly<Record<string, unknown>>): string | undefined {
  const embedded = isRecord(resource) ? (resource["blob"] ?? resource["text"]) : undefined;
  const carried = data ?? embedded ?? uri;
  return typeof carried === "string" && carried !== "" ? carried : undefined;
}

function partsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isRecord(value) ? Object.values(value) : [];
}

/** An address of this kind holds the bytes themselves. */
const DATA_ADDRESS = /^data:[^,]{0,200},/;

/** Compares values of JSON, whatever the order of their keys. Once it has compared too much, all are the same. */
class Comparison {
  #compared = 0;
  #searched = 0;

  /** @returns true if a text stands somewhere in the first values of a value, also as a `data:` address */
  holds(value: unknown, text: string, depth = 0): boolean {
    this.#searched += 1;
    if (this.#searched > MAX_COMPARED_VALUES || depth > MAX_VALUE_DEPTH) return false;
    if (typeof value === "string") return value === text || (value.endsWith(text) && isDataAddress(value, text));
    return partsOf(value).some((part) => this.holds(part, text, depth + 1));
  }

  isSame(one: unknown, other: unknown, depth = 0): boolean {
    this.#compared += 1;
    if (this.#compared > MAX_COMPARED_VALUES || depth > MAX_VALUE_DEPTH || one === other) return true;
    if (Array.isArray(one) || Array.isArray(other))
      return (
        Array.isArray(one) &&
        Array.isArray(other) &&
        one.length === other.length &&
        one.every((item, index) => this.isSame(item, other[index], depth + 1))
      );
    if (!isRecord(one) || !isRecord(other)) return false;
    const names = Object.keys(one);
    return (
      names.length === Object.keys(other).length &&
      names.every((name) => Object.hasOwn(other, name) && this.isSame(one[name], other[name], depth + 1))
    );
  }
}

function isDataAddress(address: string, bytes: string): boolean {
  return DATA_ADDRESS.exec(address)?.[0].length === address.length - bytes.length;
}
