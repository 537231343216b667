/**
 * A part of a stored value: by a path as one writes it in a script (`items[3].name`, `["odd key"][0]`), then by offset and
 * limit: of an array its items, of a string its characters (UTF-16), of an object its entries.
 */
import { isRaw } from "../../lib/exact-json.ts";
import { quote } from "../../lib/shorten.ts";

export interface Part {
  readonly path?: string | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

type Selected =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Items, characters or entries there are at the path; absent for other values. */
      readonly total?: number;
    }
  | { readonly ok: false; readonly problem: string };

export function select(root: unknown, { path = "", offset = 0, limit }: Part): Selected {
  const keys = parsePath(path);
  if (keys === undefined) return { ok: false, problem: `The path ${quote(path)} is not like items[3].name.` };
  let value = root;
  let walked = "value";
  for (const key of keys) {
    if (value === null || typeof value !== "object" || isRaw(value) || !Object.hasOwn(value, key)) {
      return { ok: false, problem: `${walked} is ${kindOf(value)} and has no ${quote(key)}.` };
    }
    value = (value as Record<string, unknown>)[key];
    walked = /^\d+$/.test(key) ? `${walked}[${key}]` : `${walked}.${key}`;
  }
  const end = limit === undefined ? undefined : offset + limit;
  if (Array.isArray(value)) return { ok: true, value: value.slice(offset, end) as unknown, total: value.length };
  if (typeof value === "string") return { ok: true, value: value.slice(offset, end), total: value.length };
  if (value === null || typeof value !== "object" || isRaw(value)) return { ok: true, value };
  const entries = Object.entries(value);
  // A script that pages would take an empty object for the end of a list inside it.
  const list = offset > 0 && offset >= entries.length ? pathOfList(path, entries) : undefined;
  if (list !== undefined) {
    const problem = `${walked} is ${kindOf(value)}, and offset ${offset} is not below that. Use { path: ${quote(list)}, offset, limit } for a part of its list.`;
    return { ok: false, problem };
  }
  const isWhole = offset === 0 && (end === undefined || end >= entries.length);
  return { ok: true, value: isWhole ? value : Object.fromEntries(entries.slice(offset, end)), total: entries.length };
}

/** @returns the path of the first list in an object; undefined if there is none */
function pathOfList(path: string, entries: readonly (readonly [string, unknown])[]): string | undefined {
  const [name] = entries.find(([, value]) => Array.isArray(value)) ?? [];
  if (name === undefined) return undefined;
  const step = /^[A-Za-z_$][\w$-]*$/.test(name) ? `${path === "" ? "" : "."}${name}` : `[${JSON.stringify(name)}]`;
  return path + step;
}

const STEP = /\.?([A-Za-z_$][\w$-]*)|\[(\d{1,10})\]|\[("(?:[^"\\]|\\.)*")\]/y;
const MAX_STEPS = 100;

function parsePath(path: string): readonly string[] | undefined {
  const keys: string[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < path.length) {
    const match = STEP.exec(path);
    if (match === null || keys.length >= MAX_STEPS) return undefined;
    const [, name, index, quoted] = match;
    keys.push(name ?? index ?? unquote(quoted ?? '""'));
  }
  return keys;
}

function unquote(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text;
  }
}

export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (isRaw(value)) return "a number";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "string") return `a string of ${value.length} characters`;
  if (typeof value === "object") return `an object with ${Object.keys(value).length} keys`;
  return `a ${typeof value}`;
}
