/** Keywords that check one value by itself: its type, text or number. Malformed keywords count as absent. */
import { canonical } from "./canonical.ts";
import type { CheckRun, Verdict } from "./check-run.ts";
import { formatOf, formatProblem } from "./formats.ts";
import { compilePattern } from "../../patterns/pattern.ts";
import { counted } from "../../lib/counted.ts";
import { shorten } from "../../lib/shorten.ts";

export type Words = Readonly<Record<string, unknown>>;
/** The compiled check of one keyword, or of several that belong together. */
export type Rule<Extra extends readonly unknown[] = []> = (value: unknown, run: CheckRun, ...extra: Extra) => Verdict;

export function typeRule({ type }: Words): Rule | undefined {
  const listed: readonly unknown[] = Array.isArray(type) ? type : [type];
  const types = listed.filter((one) => typeof one === "string");
  // The meaning of an unknown type is not known, so the keyword is ignored.
  if (types.length === 0 || types.length < listed.length || types.some((one) => !TYPES.has(one))) return undefined;
  const message = `must be ${types.map((one) => (one === "integer" ? "an integer" : one)).join(" or ")}`;
  return (value, run) => {
    const kind = kindOf(value);
    const fits = types.some((one) => one === kind || (one === "integer" && Number.isInteger(value)));
    return fits ? "fits" : run.unfit(`${message}, not ${kind}`);
  };
}

const TYPES: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean", "null", "object", "array"]);

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

export function constRule(words: Words): Rule | undefined {
  return Object.hasOwn(words, "const") ? valuesRule([words["const"]]) : undefined;
}

export function enumRule({ enum: listed }: Words): Rule | undefined {
  return Array.isArray(listed) ? valuesRule(listed) : undefined;
}

function valuesRule(values: readonly unknown[]): Rule {
  const allowed = new Set(values.map((value) => canonical(value, ignore)));
  const shown = values.slice(0, 12).map((value) => shorten(JSON.stringify(value), 60));
  const more = values.length > shown.length ? ` (and ${values.length - shown.length} more)` : "";
  const message = `${values.length === 1 ? "must be" : "must be one of"} ${shown.join(", ")}${more}`;
  return (value, run) => (allowed.has(canonical(value, run.spend)) ? "fits" : run.unfit(message));
}

const ignore = (): void => undefined;

export function numberRule(words: Words): Rule | undefined {
  const limits: ((value: number) => string | undefined)[] = [];
  const limit = (keyword: string, isOutside: (value: number, bound: number) => boolean, says: string): void => {
    const bound = words[keyword];
    if (typeof bound === "number") {
      limits.push((value) => (isOutside(value, bound) ? `must be ${says} ${bound}` : undefined));
    }
  };
  // In draft 4, `true` excludes the bound itself.
  const [openBelow, openAbove] = [words["exclusiveMinimum"] === true, words["exclusiveMaximum"] === true];
  limit("minimum", (value, bound) => value < bound || (openBelow && value === bound), openBelow ? ">" : ">=");
  limit("maximum", (value, bound) => value > bound || (openAbove && value === bound), openAbove ? "<" : "<=");
  limit("exclusiveMinimum", (value, bound) => value <= bound, ">");
  limit("exclusiveMaximum", (value, bound) => value >= bound, "<");
  limit("multipleOf", (value, divisor) => divisor > 0 && !isMultiple(value, divisor), "a multiple of");
  if (limits.length === 0) return undefined;
  return (value, run) => {
    if (typeof value !== "number") return "fits";
    const wrong = limits.map((judge) => judge(value)).find((message) => message !== undefined);
    return wrong === undefined ? "fits" : run.unfit(wrong);
  };
}

/** Compares with the tolerance of floating point: 0.3 counts as a multiple of 0.1. */
function isMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  if (!Number.isFinite(quotient)) return true;
  return Math.abs(quotient - Math.round(quotient)) <= Number.EPSILON * 8 * Math.abs(quotient);
}

/** @param remark called with what cannot be used */
export function textRule(words: Words, remark: (text: string) => void): Rule | undefined {
  const { minLength, maxLength, pattern, format } = words;
  const min = typeof minLength === "number" ? minLength : 0;
  const max = typeof maxLength === "number" ? maxLength : Infinity;
  const compiled = typeof pattern === "string" ? (foreignWords(pattern) ?? compilePattern(pattern)) : undefined;
  if (typeof compiled === "string")
    remark(`the pattern ${shorten(JSON.stringify(pattern), 100)} is not checked: ${compiled}`);
  const isFormatted = typeof format === "string" ? formatOf(format) : undefined;
  if (min <= 0 && max === Infinity && compiled === undefined && isFormatted === undefined) return undefined;
  return (value, run) => {
    if (typeof value !== "string") return "fits";
    if (min > 0 || max < Infinity) {
      run.spend(value.length / 10);
      const length = lengthOf(value);
      if (length < min) return run.unfit(`must have at least ${counted(min, "character")}`);
      if (length > max) return run.unfit(`must have at most ${counted(max, "character")}, not ${length}`);
    }
    if (isFormatted?.(value, run.spend) === false) return run.unfit(formatProblem(String(format), value, run.spend));
    if (compiled === undefined || typeof compiled === "string") return compiled === undefined ? "fits" : "open";
    return compiled.test(value, run.spend) ? "fits" : run.unfit(`must match ${shorten(String(pattern), 200)}`);
  };
}

/** @returns why a pattern is not one of JSON Schema, which would refuse every value: of Python (`\A…\Z`), or with the slashes of PHP and JavaScript */
function foreignWords(pattern: string): string | undefined {
  if (/(?<!\\)(?:\\\\)*\\[AZz]/.test(pattern)) return "\\A, \\Z and \\z are of other languages";
  return /^\/.+\/[a-z]*$/s.test(pattern) ? "the slashes around it are of other languages" : undefined;
}

/** @returns the length of a text in code points */
function lengthOf(text: string): number {
  let length = text.length;
  for (let at = 0; at + 1 < text.length; at += 1) {
    const [high, low] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
    if (high >= 0xd8_00 && high <= 0xdb_ff && low >= 0xdc_00 && low <= 0xdf_ff) length -= 1;
  }
  return length;
}
