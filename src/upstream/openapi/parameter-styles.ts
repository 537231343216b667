/** How one value is written in an address, a header or a cookie: the styles of OpenAPI 3.1, "Style Values", and Swagger 2's tabs. */
import { isRaw } from "../../lib/exact-json.ts";
import { MAX_REQUEST_BODY_BYTES, MAX_REQUEST_PARTS } from "../../limits/api-limits.ts";
import { UnusableArgument } from "../unusable-argument.ts";
import { quote } from "../../lib/shorten.ts";

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

/** How texts are written in a place: encoded in a path, as they are in a header. */
interface Writing {
  readonly item: (text: string) => string;
  readonly separator: (encoded: string) => string;
}

export function writeSimple(name: string, value: unknown, { style, explode }: Style, writing: Writing): string {
  const hasKeys = isObject(value);
  const parts = partsOf(name, value, writing.item, simpleMarks(style, explode, hasKeys));
  if (style === "label") {
    return `.${hasKeys ? joined(parts, explode ? "=" : ".", ".") : joined(parts, "", explode ? "." : ",")}`;
  }
  if (style === "matrix") {
    if (!explode) return `;${name}=${joined(parts, ",", ",")}`;
    if (hasKeys) return `;${joined(parts, "=", ";")}`;
    return parts.map(([, text]) => `;${name}=${text}`).join("");
  }
  const separator = writing.separator(SEPARATORS[style] ?? ",");
  return joined(parts, explode ? "=" : separator, separator);
}

/** What stands between the items in the style, and between a key and its item. */
function simpleMarks(style: string, explode: boolean, hasKeys: boolean): Marks {
  const isMatrix = style === "matrix";
  const separator = decodeURIComponent(SEPARATORS[style] ?? ",");
  if (explode) return { items: style === "label" ? "." : isMatrix ? ";" : separator, keys: "=" };
  return { items: style === "label" && hasKeys ? "." : separator };
}

function joined(parts: readonly Part[], between: string, separator: string): string {
  return parts.map(([key, text]) => (key === undefined ? text : `${key}${between}${text}`)).join(separator);
}

/** In a query, a form or a cookie: names and values as they stand there. @throws UnusableArgument for more than a request may have */
export function writePairs(name: string, value: unknown, style: Style): readonly Pair[] {
  const encode = style.allowReserved ? encodeReserved : encodeText;
  const own = encodeText(name);
  if (style.style === "deepObject" && (isObject(value) || Array.isArray(value))) {
    const pairs: Pair[] = [];
    const cost = { chars: 0 };
    addDeepPairs(own, value, (inner, item) => {
      const text = encode(textOf(item));
      // A name is long before it is put together: each level of the value adds to it.
      cost.chars += inner.length + text.length;
      if (cost.chars > MAX_REQUEST_BODY_BYTES || pairs.length >= MAX_REQUEST_PARTS) throw tooLong(name);
      pairs.push([inner, text]);
    });
    return pairs;
  }
  const separator = style.explode ? undefined : (SEPARATORS[style.style] ?? ",");
  const parts = partsOf(name, value, encode, separator === undefined ? {} : { items: decodeURIComponent(separator) });
  if (parts.length === 0) return Array.isArray(value) ? [] : [[own, ""]];
  const chars = parts.reduce((sum, [key = own, text]) => sum + key.length + text.length, 0);
  if (chars > MAX_REQUEST_BODY_BYTES) throw tooLong(name);
  if (separator === undefined) return parts.map(([key, text]): Pair => [key ?? own, text]);
  return [[own, joined(parts, separator, separator)]];
}

/**
 * `filter[name]=x` and `items[0][price]=p1`, at any depth. OpenAPI leaves lists open; Stripe, and what reads forms as PHP does, want indexes.
 * @throws UnusableArgument for a key that would be read as several: `a][b`, or as an element of a list: the empty one
 */
function addDeepPairs(name: string, value: object, add: (name: string, item: unknown) => void): void {
  const entries: [string, unknown][] = Object.entries(Array.isArray(value) ? value.filter(isGiven) : value);
  for (const [key, item] of entries) {
    if (!isGiven(item)) continue;
    if (key === "" || /[[\]]/.test(key)) {
      const message = `must not have the key ${quote(key, 80)}, because keys are written between [ and ]`;
      throw new UnusableArgument(decodeURIComponent(name.split("%5B", 1)[0] ?? ""), message);
    }
    const inner = `${name}%5B${encodeText(key)}%5D`;
    if (isObject(item) || Array.isArray(item)) addDeepPairs(inner, item, add);
    else add(inner, item);
  }
}

/** A list as one text, for a part of a multipart body. @throws UnusableArgument where an item has what separates the items */
export function joinedList(name: string, items: readonly unknown[], style: string): string {
  const separator = decodeURIComponent(SEPARATORS[style] ?? ",");
  return joined(
    partsOf(name, items, (text) => text, { items: separator }),
    "",
    separator,
  );
}

function tooLong(name: string): UnusableArgument {
  const max = `${MAX_REQUEST_PARTS} parts and ${MAX_REQUEST_BODY_BYTES} characters`;
  return new UnusableArgument(name, `exceeds the maximum of a request: ${max}`);
}

type Part = readonly [key: string | undefined, text: string];

/** Characters with a meaning between items, and between a key and its item. */
interface Marks {
  readonly items?: string;
  readonly keys?: string;
}

/** @throws UnusableArgument where a separator stands inside an item or a key: its reader would find other items */
function partsOf(name: string, value: unknown, encode: (text: string) => string, marks: Marks): readonly Part[] {
  if (Array.isArray(value) && value.length > MAX_REQUEST_PARTS) throw tooLong(name);
  // The text is judged before it is encoded: servers split what they have decoded.
  const unmarked = (
    text: string,
    kind: "an item" | "a key",
    ...separators: readonly (string | undefined)[]
  ): string => {
    const found = separators.find((one) => one !== undefined && text.includes(one));
    if (found === undefined) return encode(text);
    const character = JSON.stringify(found);
    throw new UnusableArgument(name, `must not have ${character} in ${kind}, because it separates the items`);
  };
  const itemText = (item: unknown): string => unmarked(textOf(item), "an item", marks.items);
  if (Array.isArray(value)) return value.filter(isGiven).map((item): Part => [undefined, itemText(item)]);
  if (!isObject(value)) return [[undefined, encode(textOf(value))]];
  return Object.entries(value)
    .filter(([, item]) => isGiven(item))
    .map(([key, item]): Part => [unmarked(key, "a key", marks.items, marks.keys), itemText(item)]);
}

/** A part that is no plain value is written as JSON: OpenAPI leaves it open. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return wellFormed(value);
  return JSON.stringify(value) ?? "";
}

/** @throws UnusableArgument for a text that UTF-8 cannot hold: it would be sent as another one */
export function wellFormed(text: string): string {
  if (text.isWellFormed()) return text;
  throw new UnusableArgument("", "have half of a surrogate pair, which UTF-8 cannot hold");
}

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isRaw(value);
}

/** Everything but unreserved characters (RFC 3986, section 2.3). */
export function encodeText(text: string): string {
  return encodeURIComponent(wellFormed(text)).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `&`, `=`, `+`, `#`, `[` and `]` are encoded all the same: a value must not become another parameter. */
function encodeReserved(text: string): string {
  return encodeURIComponent(wellFormed(text)).replaceAll(/%(?:3A|2F|3F|40|24|2C|3B)/g, decodeURIComponent);
}
