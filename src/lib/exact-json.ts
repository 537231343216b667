/**
 * JSON text with numbers that a JavaScript number does not hold: integers beyond ±(2 ** 53 - 1), as 64-bit ids are, and what is
 * larger than any number. `JSON.parse` makes another number of them, without a word.
 *
 * Such numbers are replaced in the text before it is parsed. A reviver would be told of them, too, but it is called for every value: two
 * million of them took four seconds, in which nobody else was served.
 */

/** Without sixteen digits in a row or a long exponent there is none in a text. */
const MAY_HOLD_ONE = /\d{16}|[eE]\+?\d{3}/;
/** What may be one, outside of strings. */
const LONG_NUMBER = /(?<![\d.eE+-])-?(?:\d{16,}(?![\d.eE])|\d[\d.]*[eE]\+?\d{3,})/g;
/** Without these, every number in a text is written as JavaScript writes it. */
const MAY_BE_REWRITTEN = /\d{16}|[eE]|-0|\.\d{0,99}0/;
/** What may be written otherwise, outside of strings. */
const ODD_NUMBER = /(?<![\d.eE+-])-?(?:\d{16,}(?![\d.eE])|\d+[.eE][\d.eE+-]*|(?<=-)0)/g;

/** ES2025; not in the type library yet. */
const json = JSON as unknown as {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
};

/** For a script: such a number is the text of its digits, because as a number it would be another one. @throws SyntaxError */
export function parseForScript(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!MAY_HOLD_ONE.test(text)) return value;
  const quoted = replaceNumbers(text, LONG_NUMBER, (source) => (isHeld(source) ? source : `"${source}"`));
  return quoted === text ? value : JSON.parse(quoted);
}

function isHeld(source: string): boolean {
  const value = Number(source);
  return /^-?\d+$/.test(source) ? Number.isSafeInteger(value) : Number.isFinite(value);
}

/** @returns whether `parseForScript` may make something else of the text than `JSON.parse` */
export function mayHoldLongNumber(text: string): boolean {
  return MAY_HOLD_ONE.test(text);
}

/** To be written again as it was: a number that would be written otherwise is an object that `isRaw`. @throws SyntaxError */
export function parseToRewrite(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!MAY_BE_REWRITTEN.test(text)) return value;
  // No string of the text begins so: it would have to be guessed.
  const mark = `${crypto.randomUUID()}:`;
  const marked = replaceNumbers(text, ODD_NUMBER, (source) =>
    JSON.stringify(Number(source)) === source ? source : `"${mark}${source}"`,
  );
  return marked === text ? value : withRaw(JSON.parse(marked), mark);
}

/** Puts the numbers back where their marked texts stand. */
function withRaw(root: unknown, mark: string): unknown {
  // A list instead of recursion: a text may be nested deeper than the stack.
  const open: object[] = [];
  const read = (part: unknown): unknown => {
    if (typeof part === "string" && part.startsWith(mark)) return json.rawJSON(part.slice(mark.length));
    if (part !== null && typeof part === "object") open.push(part);
    return part;
  };
  const whole = read(root);
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at += 1) value[at] = read(value[at]);
      continue;
    }
    for (const [key, part] of Object.entries(value)) {
      const raw = read(part);
      // Defined, because one may be called `__proto__`.
      if (raw !== part)
        Object.defineProperty(value, key, { value: raw, writable: true, enumerable: true, configurable: true });
    }
  }
  return isRaw(whole) ? whole : root;
}

/** @param text valid JSON. @param pattern global; is asked of what stands between strings */
function replaceNumbers(text: string, pattern: RegExp, replace: (source: string) => string): string {
  let replaced = "";
  let done = 0;
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at);
    const end = quote === -1 ? text.length : quote;
    // `,` and `:` between strings hold no number.
    if (end - at > 1) {
      const between = text.slice(at, end);
      const changed = between.replaceAll(pattern, replace);
      if (changed !== between) {
        replaced += text.slice(done, at) + changed;
        done = end;
      }
    }
    at = quote === -1 ? end : endOfString(text, quote);
  }
  return done === 0 ? text : replaced + text.slice(done);
}

/** @returns the place behind the string that begins at `start` */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** The text of digits as a number that `JSON.stringify` writes digit by digit. */
export function rawNumber(digits: string): object {
  return json.rawJSON(digits);
}

/** What `JSON.stringify` writes as it is; to everything else a leaf. */
export function isRaw(value: unknown): boolean {
  return json.isRawJSON(value);
}
