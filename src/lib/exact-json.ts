/**
 * JSON text with numbers that a JavaScript number does not hold: integers beyond ±(2 ** 53 - 1), as 64-bit ids are, and what is
 * larger than any number. `JSON.parse` makes another number of them, without a word.
 */

/** Without sixteen digits in a row or a long exponent there is none in a text. */
const MAY_HOLD_ONE = /\d{16}|[eE]\+?\d{3}/;
/** Without these, every number in a text is written as JavaScript writes it. */
const MAY_BE_REWRITTEN = /\d{16}|[eE]|-0|\.\d{0,99}0/;

type Reviver = (this: unknown, key: string, value: unknown, context?: { readonly source?: string }) => unknown;
/** ES2026; not in the type library yet. */
const json = JSON as unknown as {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
  parse(text: string, reviver?: Reviver): unknown;
};

/** For a script: such a number is the text of its digits, because as a number it would be another one. @throws SyntaxError */
export function parseForScript(text: string): unknown {
  if (!MAY_HOLD_ONE.test(text)) return JSON.parse(text);
  return json.parse(text, (_key, value, context) => {
    if (typeof value !== "number" || Number.isSafeInteger(value) || context?.source === undefined) return value;
    const { source } = context;
    return !Number.isFinite(value) || /^-?\d+$/.test(source) ? source : value;
  });
}

/** @returns whether `parseForScript` may make something else of the text than `JSON.parse` */
export function mayHoldLongNumber(text: string): boolean {
  return MAY_HOLD_ONE.test(text);
}

/** To be written again as it was: a number that would be written otherwise is an object that `isRaw`. @throws SyntaxError */
export function parseToRewrite(text: string): unknown {
  if (!MAY_BE_REWRITTEN.test(text)) return JSON.parse(text);
  return json.parse(text, (_key, value, context) => {
    if (typeof value !== "number" || context?.source === undefined) return value;
    return JSON.stringify(value) === context.source ? value : json.rawJSON(context.source);
  });
}

/** The text of digits as a number that `JSON.stringify` writes digit by digit. */
export function rawNumber(digits: string): object {
  return json.rawJSON(digits);
}

/** What `JSON.stringify` writes as it is; to everything else a leaf. */
export function isRaw(value: unknown): boolean {
  return json.isRawJSON(value);
}
