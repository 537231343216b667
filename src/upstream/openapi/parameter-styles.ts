/** How one value is written in an address, a header or a cookie: the styles of OpenAPI 3.1, "Style Values", and Swagger 2's tabs. Pure. */
import { isRaw } from "../../lib/exact-json.ts";

export interface Style {
  readonly style: string;
  readonly explode: boolean;
  /** Characters with a meaning in an address stay as they are, except those that would end the value. */
  readonly allowReserved: boolean;
}

export type Pair = readonly [name: string, value: string];

const SEPARATORS: Readonly<Record<string, string>> = {
  spaceDelimited: "%20",
  pipeDelimited: "%7C",
  tabDelimited: "%09",
};

/** In a path or a header, whose values are not encoded. */
export function writeSimple(
  name: string,
  value: unknown,
  { style, explode }: Style,
  encode: (text: string) => string,
): string {
  const parts = partsOf(value, encode);
  const hasKeys = parts.some(([key]) => key !== undefined);
  if (style === "label") {
    return `.${hasKeys ? joined(parts, explode ? "=" : ".", ".") : joined(parts, "", explode ? "." : ",")}`;
  }
  if (style === "matrix") {
    if (!explode) return `;${name}=${joined(parts, ",", ",")}`;
    if (hasKeys) return `;${joined(parts, "=", ";")}`;
    return parts.map(([, text]) => `;${name}=${text}`).join("");
  }
  return joined(parts, explode ? "=" : ",", ",");
}

function joined(parts: readonly Part[], between: string, separator: string): string {
  return parts.map(([key, text]) => (key === undefined ? text : `${key}${between}${text}`)).join(separator);
}

/** In a query, a form or a cookie: names and values as they stand there. */
export function writePairs(name: string, value: unknown, style: Style): readonly Pair[] {
  const encode = style.allowReserved ? encodeReserved : encodeText;
  const own = encodeText(name);
  if (style.style === "deepObject" && isObject(value)) return deepPairs(own, value, encode);
  const parts = partsOf(value, encode);
  if (parts.length === 0) return Array.isArray(value) ? [] : [[own, ""]];
  if (style.explode) return parts.map(([key, text]): Pair => [key ?? own, text]);
  const separator = SEPARATORS[style.style] ?? ",";
  return [[own, joined(parts, separator, separator)]];
}

/** `filter[name]=x`, at any depth; lists repeat the name. */
function deepPairs(name: string, value: object, encode: (text: string) => string): readonly Pair[] {
  return Object.entries(value).flatMap(([key, item]: [string, unknown]): readonly Pair[] => {
    if (item === undefined || item === null) return [];
    const inner = `${name}%5B${encodeText(key)}%5D`;
    if (isObject(item)) return deepPairs(inner, item, encode);
    const items: readonly unknown[] = Array.isArray(item) ? item : [item];
    return items.map((one): Pair => [inner, encode(textOf(one))]);
  });
}

type Part = readonly [key: string | undefined, text: string];

function partsOf(value: unknown, encode: (text: string) => string): readonly Part[] {
  if (Array.isArray(value)) return value.filter(isGiven).map((item): Part => [undefined, encode(textOf(item))]);
  if (!isObject(value)) return [[undefined, encode(textOf(value))]];
  return Object.entries(value)
    .filter(([, item]) => isGiven(item))
    .map(([key, item]): Part => [encode(key), encode(textOf(item))]);
}

/** A part that is no plain value is written as JSON: OpenAPI leaves it open. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value) ?? "";
}

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isRaw(value);
}

/** Everything but unreserved characters (RFC 3986, section 2.3). */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `&`, `=`, `+`, `#`, `[` and `]` are encoded all the same: a value must not become another parameter. */
function encodeReserved(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%(?:3A|2F|3F|40|24|2C|3B)/g, decodeURIComponent);
}
