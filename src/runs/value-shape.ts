/** Describes a value in one short line, by its structure and without its contents: `{ notes: [3 × { id, text }] }`. */
import { visibleText } from "../lib/visible-text.ts";
import { shorten } from "../lib/shorten.ts";
import type { ToolResult } from "../upstream/connector.ts";

const MAX_KEYS = 12;
const MAX_KEY_CHARS = 40;
const MAX_LEVELS = 3;
const MAX_SHAPE_CHARS = 300;

export function shapeOf(value: unknown): string {
  const shape = describe(value, 1);
  return shorten(shape, MAX_SHAPE_CHARS);
}

/** Describes a whole result of a tool, which has its content in blocks: `{ content: [1 × text, 2 × image], structuredContent: { total } }`. */
export function shapeOfResult({ content, structuredContent }: ToolResult): string {
  const counts = new Map<string, number>();
  for (const { type } of Array.isArray(content) ? content : []) {
    const kind = typeof type === "string" && /^\w{1,20}$/.test(type) ? type : "…";
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const blocks = [...counts].slice(0, MAX_KEYS).map(([kind, count]) => `${count} × ${kind}`);
  const structure = structuredContent === undefined ? "" : `, structuredContent: ${describe(structuredContent, 2)}`;
  return shorten(`{ content: [${blocks.join(", ")}]${structure} }`, MAX_SHAPE_CHARS);
}

function describe(value: unknown, level: number): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[${value.length} × ${level < MAX_LEVELS ? describe(value[0], level + 1) : "…"}]`;
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    const fields = entries.slice(0, MAX_KEYS).map(([key, inner]) => field(key, inner, level));
    if (entries.length > MAX_KEYS) fields.push("…");
    return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
  }
  return typeof value === "string" ? "a text" : value === null ? "null" : `a ${typeof value}`;
}

/** The structure of a field is told where it is a list or an object. */
function field(key: string, value: unknown, level: number): string {
  const short = shorten(key, MAX_KEY_CHARS);
  const name = /^[A-Za-z_$][\w$]*$/.test(short) ? short : JSON.stringify(visibleText(short));
  if (typeof value !== "object" || value === null || level >= MAX_LEVELS) return name;
  return `${name}: ${describe(value, level + 1)}`;
}
