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
/** Characters of two texts that are compared in the time of one value. */
const CHARS_PER_VALUE = 200;

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
  let texts: ReadonlySet<string> | undefined;
  for (const part of content) {
    const { type, text } = part;
    const kind = NAMES.get(type) ?? "a part";
    if (kinds.has(kind)) continue;
    if (type === "text" && typeof text === "string" && repeats(text, structuredContent, comparison)) continue;
    const data = NAMES.has(type) && type !== "text" ? dataOf(part) : undefined;
    if (data !== undefined) {
      texts ??= textsIn(structuredContent);
      if (texts.has(data)) continue;
    }
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
    comparison.isSame(part, text) ||
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

/** @returns the texts among the first values of a structure, and the bytes that `data:` addresses hold */
function textsIn(structure: unknown): ReadonlySet<string> {
  const texts = new Set<string>();
  let left = MAX_COMPARED_VALUES;
  const add = (value: unknown, depth: number): void => {
    left -= 1;
    if (left < 0 || depth > MAX_VALUE_DEPTH) return;
    if (typeof value !== "string") {
      for (const part of partsOf(value)) add(part, depth + 1);
      return;
    }
    texts.add(value);
    const [beginning] = DATA_ADDRESS.exec(value) ?? [];
    if (beginning !== undefined) texts.add(value.slice(beginning.length));
  };
  add(structure, 0);
  return texts;
}

/**
 * Compares values of JSON, whatever the order of their keys. A property that is null says no more than one that is absent: servers write null in
 * only one of the two. Once it has compared too much, all are the same.
 */
class Comparison {
  #compared = 0;

  isSame(one: unknown, other: unknown, depth = 0): boolean {
    const isText = typeof one === "string" && typeof other === "string" && one.length === other.length;
    this.#compared += isText ? 1 + one.length / CHARS_PER_VALUE : 1;
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
    const others = Object.keys(other);
    // Many small objects may be compared with one that has thousands of names.
    this.#compared += names.length + others.length;
    return (
      names.every((name) => this.isSame(one[name], ownOrNull(other, name), depth + 1)) &&
      others.every((name) => other[name] === null || Object.hasOwn(one, name))
    );
  }
}

function ownOrNull(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : null;
}
