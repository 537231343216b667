/**
 * Implements the operators of conditions on one value. An operator answers `unknown` where it does not compare the type of the value, or
 * where an upstream may interpret the value differently: `"5"` as 5, `"ﬁle"` as `"file"`. The table is in docs/policy.md.
 */
import { MAX_NORMALIZED_CHARS } from "./policy-bounds.ts";
import { some, type Truth } from "./truth.ts";

export const OPERATORS = [
  "eq",
  "neq",
  "in",
  "not_in",
  "lt",
  "lte",
  "gt",
  "gte",
  "regex",
  "contains",
  "exists",
] as const;
type OrderOperator = "lt" | "lte" | "gt" | "gte";

/** Matches decimal digits that every reader parses as the same number: no exponent, no leading zeros, at most 15 significant digits. */
const PLAIN_DECIMAL = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;
const MAX_PLAIN_DIGITS = 16;

/** Compares scalars and lists of scalars by JSON equality. Objects are not compared. */
export function equals(value: unknown, wanted: unknown): Truth {
  if (isInexact(value)) return "unknown";
  // `-0` equals `0`: JSON writes both alike.
  if (value === wanted) return true;
  if (Array.isArray(value) && Array.isArray(wanted)) return listsEqual(value, wanted);
  if (typeof value === "string" && typeof wanted === "string") return looksAlike(value, wanted) ? "unknown" : false;
  if (isScalar(value) && isScalar(wanted)) {
    return String(value) === String(wanted) || isNearest(wanted, value) ? "unknown" : false;
  }
  if (isScalar(value) === isScalar(wanted)) return "unknown";
  const [scalar, composed] = isScalar(value) ? [value, wanted] : [wanted, value];
  if (scalar === null) return false;
  // Some upstreams read a list with one item as that item; how they read an object is not known here.
  return !Array.isArray(composed) || composed.some((item) => !isScalar(item) || equals(item, scalar) !== false)
    ? "unknown"
    : false;
}

/** Beyond 2^53, different integers are the same number here, but an upstream may distinguish them. */
function isInexact(value: unknown): boolean {
  return typeof value === "number" && (Number.isNaN(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER);
}

/** The digits of a long integer, which a script has as a text, are those of a number in the request and of its nearest number in a document. */
function isNearest(wanted: unknown, value: unknown): boolean {
  return typeof value === "string" && isInexact(wanted) && Number(value) === wanted;
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== "object";
}

function listsEqual(value: readonly unknown[], wanted: readonly unknown[]): Truth {
  if (value.length !== wanted.length) return false;
  let result: Truth = true;
  for (const [index, item] of value.entries()) {
    const truth = equals(item, wanted[index]);
    if (truth === false) return false;
    if (truth === "unknown") result = truth;
  }
  return result;
}

function looksAlike(value: string, wanted: string): boolean {
  return isSimple(value) && isSimple(wanted) ? false : normalized(value) === normalized(wanted);
}

/** @returns true if neither normalizing nor trimming changes the text: two such texts are alike only when they are equal */
function isSimple(text: string): boolean {
  return text.length <= MAX_SIMPLE_CHARS && SIMPLE.test(text);
}

const SIMPLE = /^[!-~]*$/;
const MAX_SIMPLE_CHARS = 200;

/** The text as an upstream that normalizes or trims it would read it. */
function normalized(text: string): string {
  return text.length > MAX_NORMALIZED_CHARS ? text : text.normalize("NFKC").trim();
}

/** @returns a key of the scalar; scalars with different keys are certain not to be equal */
export function alikeKey(value: unknown): string {
  return normalized(String(value));
}

/** A list of values prepared for lookup: a scalar is found in constant time, whatever the length of the list. */
export class ValueList {
  readonly #items: readonly unknown[];
  readonly #exact: ReadonlySet<unknown>;
  readonly #alike: ReadonlySet<string>;
  readonly #inexact: ReadonlySet<unknown>;

  constructor(items: readonly unknown[]) {
    this.#items = items;
    this.#exact = new Set(items);
    this.#inexact = new Set(items.filter(isInexact));
    this.#alike = new Set(items.filter(isScalar).flatMap((item) => [String(item), normalized(String(item))]));
  }

  /** The number of steps that {@link has} takes for the value. */
  stepsFor(value: unknown): number {
    return isScalar(value) ? 1 : this.#items.length * (Array.isArray(value) ? value.length + 1 : 1);
  }

  has(value: unknown): Truth {
    if (!isScalar(value)) return some(this.#items, (item) => equals(value, item));
    if (isInexact(value)) return "unknown";
    if (this.#exact.has(value)) return true;
    const text = String(value);
    if (typeof value === "string" && this.#inexact.size > 0 && this.#inexact.has(Number(value))) return "unknown";
    return this.#alike.has(text) || this.#alike.has(normalized(text)) ? "unknown" : false;
  }
}

/** Compares numbers and plain decimal texts with numbers, and texts with texts by code units, which orders ISO dates. */
export function inOrder(value: unknown, operator: OrderOperator, wanted: unknown): Truth {
  if (typeof wanted === "string" && typeof value === "string") return holds(value < wanted, value === wanted, operator);
  const limit = typeof wanted === "number" ? wanted : undefined;
  const number = plainNumber(value);
  if (limit === undefined || number === undefined || Number.isNaN(limit)) return "unknown";
  return holds(number < limit, number === limit, operator);
}

function holds(isLess: boolean, isEqual: boolean, operator: OrderOperator): boolean {
  switch (operator) {
    case "lt":
      return isLess;
    case "lte":
      return isLess || isEqual;
    case "gt":
      return !isLess && !isEqual;
    case "gte":
      return !isLess;
  }
}

/** @returns the value itself if it is a number, or the number that a plain decimal text stands for */
export function plainNumber(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  const isPlain = typeof value === "string" && value.length <= MAX_PLAIN_DIGITS && PLAIN_DECIMAL.test(value);
  return isPlain ? Number(value) : undefined;
}

/** Tests whether a text contains a part, or a list an item. */
export function contains(value: unknown, wanted: unknown): Truth {
  if (typeof value === "string") return typeof wanted === "string" ? value.includes(wanted) : "unknown";
  if (Array.isArray(value)) return some(value as readonly unknown[], (item) => equals(item, wanted));
  return "unknown";
}
