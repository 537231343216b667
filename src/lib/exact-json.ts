/**
 * Parses JSON with numbers that a JavaScript number cannot represent: integers beyond ±(2 ** 53 - 1), such as 64-bit ids, and numbers
 * larger than any JavaScript number. `JSON.parse` silently changes them.
 *
 * Such numbers are replaced in the text before it is parsed. A reviver could do it, too, but is called for every value: two million values
 * took four seconds, in which no other request was served.
 */

/** A quick test: such a number has sixteen digits in a row or a long exponent. */
const MAY_HOLD_ONE = /\d{16}|[eE]\+?\d{3}/;
/** Candidates for such numbers, outside of strings. */
const LONG_NUMBER = /(?<![\d.eE+-])-?(?:\d{16,}(?![\d.eE])|\d[\d.]*[eE]\+?\d{3,})/g;
/** A quick test: a text without a match has all numbers in the form that JavaScript writes. */
const MAY_BE_REWRITTEN = /\d{16}|[eE]|-0|\.\d{0,99}0/;
/** Numbers that JavaScript may write otherwise, outside of strings. */
const ODD_NUMBER = /(?<![\d.eE+-])-?(?:\d{16,}(?![\d.eE])|\d+[.eE][\d.eE+-]*|(?<=-)0)/g;

/** ES2025; not in the type library yet. */
const json = JSON as unknown as {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
};

/** Parses JSON for a script: a number that JavaScript cannot represent becomes the string of its digits. @throws SyntaxError */
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

/** A longer one is no id. */
const LONG_INTEGER = /^-?[1-9]\d{15,99}$/;

/** @returns true for a text that `parseForScript` makes of an integer */
export function isLongInteger(text: string): boolean {
  return LONG_INTEGER.test(text) && !Number.isSafeInteger(Number(text));
}

/** @returns true if the results of `parseForScript` and `JSON.parse` may differ */
export function mayHoldLongNumber(text: string): boolean {
  return MAY_HOLD_ONE.test(text);
}

/** Parses JSON so that it can be written unchanged: a number that would change becomes an object for which `isRaw` is true. @throws SyntaxError */
export function parseToRewrite(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!MAY_BE_REWRITTEN.test(text)) return value;
  // The mark is random, so no string of the text can begin with it.
  const mark = `${crypto.randomUUID()}:`;
  const marked = replaceNumbers(text, ODD_NUMBER, (source) =>
    JSON.stringify(Number(source)) === source ? source : `"${mark}${source}"`,
  );
  return marked === text ? value : withRaw(JSON.parse(marked), mark);
}

/**
 * Parses JSON that a person's program sends or shows: as `parseToRewrite`, and as `parseForScript` where JavaScript is too old for it
 * (Node 20, some browsers). The gateway makes numbers of texts of digits where a tool wants numbers. @throws SyntaxError
 */
export function parseExact(text: string): unknown {
  return "rawJSON" in JSON ? parseToRewrite(text) : parseForScript(text);
}

/** Replaces marked strings by raw numbers. */
function withRaw(root: unknown, mark: string): unknown {
  // A list is used instead of recursion, because a text may be nested deeper than the stack.
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
      // `defineProperty` is safe for a property called `__proto__`.
      if (raw !== part)
        Object.defineProperty(value, key, { value: raw, writable: true, enumerable: true, configurable: true });
    }
  }
  return isRaw(whole) ? whole : root;
}

/** @param text valid JSON @param pattern global expression, applied to the text between strings */
function replaceNumbers(text: string, pattern: RegExp, replace: (source: string) => string): string {
  let replaced = "";
  let done = 0;
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at);
    const end = quote === -1 ? text.length : quote;
    // A single `,` or `:` between strings contains no number.
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

/**
 * Replaces strings and names of properties in JSON. All else stays as it is written: numbers, blanks, the order of names, and names that
 * stand twice.
 *
 * @param text valid JSON, or several of it @param replace maps the value of a string to another one
 */
export function replaceStrings(text: string, replace: (value: string) => string): string {
  let replaced = "";
  let done = 0;
  for (let start = text.indexOf('"'); start !== -1;) {
    const end = endOfString(text, start);
    const value = JSON.parse(text.slice(start, end)) as string;
    const other = replace(value);
    if (other !== value) {
      replaced += text.slice(done, start) + JSON.stringify(other);
      done = end;
    }
    start = text.indexOf('"', end);
  }
  return replaced + text.slice(done);
}

/** @returns the offset after the string that begins at `start` */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** @returns a number that `JSON.stringify` writes with exactly these digits */
export function rawNumber(digits: string): object {
  return json.rawJSON(digits);
}

/** @returns true for a number whose text `JSON.stringify` writes unchanged */
export function isRaw(value: unknown): boolean {
  return json.isRawJSON(value);
}
