/**
 * Notes tell a caller the facts about a value that its type cannot express: description, format, range, lengths, default.
 * A fact that the description mentions is not repeated.
 */
import { cleanLine, quote } from "./text.ts";

type Raw = Readonly<Record<string, unknown>>;

const MAX_DEFAULT_CHARS = 40;
const MAX_PATTERN_CHARS = 40;

export function readNotes(raw: Raw, name: string): string {
  let text = cleanLine(raw["description"]);
  if (text === "" || saysNothing(text, name)) {
    const title = cleanLine(raw["title"]);
    text = saysNothing(title, name) ? "" : title;
  }
  const facts = readFacts(raw, text);
  if (raw["deprecated"] === true && !/deprecated/i.test(text)) facts.unshift("deprecated");
  if (facts.length === 0) return text;
  return text === "" ? facts.join(", ") : `${text.replace(/\.$/, "")}; ${facts.join(", ")}`;
}

/** @returns true for a text that only repeats the words of the name, such as "The owner." for `owner` */
function saysNothing(text: string, name: string): boolean {
  const bare = (words: string) => words.toLowerCase().replace(/\b(?:the|a|an|of)\b|[^\p{L}\p{N}]/gu, "");
  return bare(text) === "" || bare(text) === bare(name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]/g, " "));
}

function readFacts(raw: Raw, text: string): string[] {
  const facts: string[] = [];
  const lower = text.toLowerCase();
  const format = raw["format"];
  if (typeof format === "string" && format.length <= 30 && !mentionsFormat(lower, format))
    facts.push(cleanLine(format));
  pushRange(facts, lower, bound(raw, "minimum", "exclusiveMinimum"), bound(raw, "maximum", "exclusiveMaximum"), "");
  pushRange(facts, lower, atLeast(raw["minLength"], 2), plain(raw["maxLength"]), " chars");
  pushRange(facts, lower, atLeast(raw["minItems"], 1), plain(raw["maxItems"]), " items");
  const pattern = raw["pattern"];
  if (typeof pattern === "string" && pattern.length <= MAX_PATTERN_CHARS && raw["format"] === undefined) {
    facts.push(cleanLine(`/${pattern}/`));
  }
  if (Object.hasOwn(raw, "default")) pushDefault(facts, lower, raw["default"]);
  return facts;
}

function mentionsFormat(lower: string, format: string): boolean {
  if (format === "int32" || format === "int64" || format === "double" || format === "float") return true;
  const words = format.toLowerCase();
  if (words === "uri" || words === "url") return /\bur[il]\b/.test(lower);
  if (words === "date-time") return /iso[ -]?8601|rfc ?3339|date-time/.test(lower);
  return lower.includes(words);
}

interface Bound {
  readonly value: number;
  readonly exclusive: boolean;
}

function bound(raw: Raw, inclusive: string, exclusive: string): Bound | undefined {
  const edge = raw[exclusive];
  if (typeof edge === "number") return { value: edge, exclusive: true };
  const value = raw[inclusive];
  // Bounds at or beyond 32 bits are those of the integer type and carry no information.
  if (typeof value !== "number" || Math.abs(value) >= 2 ** 31 - 1) return undefined;
  return { value, exclusive: edge === true };
}

function plain(value: unknown): Bound | undefined {
  return typeof value === "number" && value < 2 ** 31 - 1 ? { value, exclusive: false } : undefined;
}

function atLeast(value: unknown, min: number): Bound | undefined {
  return typeof value === "number" && value >= min ? { value, exclusive: false } : undefined;
}

function pushRange(facts: string[], lower: string, min: Bound | undefined, max: Bound | undefined, unit: string): void {
  const low = min && told(lower, min) ? undefined : min;
  const high = max && told(lower, max) ? undefined : max;
  if (low && high && !low.exclusive && !high.exclusive) {
    facts.push(low.value === high.value ? `${low.value}${unit}` : `${low.value}-${high.value}${unit}`);
    return;
  }
  if (low) facts.push(`${low.exclusive ? ">" : ">="}${low.value}${unit}`);
  if (high) facts.push(`${high.exclusive ? "<" : "<="}${high.value}${unit}`);
}

function told(lower: string, { value }: Bound): boolean {
  return new RegExp(`(?<![\\d.])${String(value).replace(/[.+]/g, "\\$&")}(?![\\d.]*\\d)`).test(lower);
}

function pushDefault(facts: string[], lower: string, value: unknown): void {
  // These defaults mean the same as an absent value.
  if (value === null || value === "" || value === undefined) return;
  if (typeof value === "object" && Object.keys(value).length === 0) return;
  if (typeof value === "object") {
    const values = Object.values(value);
    if (values.length > 5 || values.some((item) => typeof item === "object" && item !== null)) return;
  }
  const printed = typeof value === "string" ? quote(value) : JSON.stringify(value);
  if (printed.length > MAX_DEFAULT_CHARS) return;
  const bare = printed.replace(/^"|"$/g, "").toLowerCase();
  if (lower.includes("default") && lower.includes(bare)) return;
  facts.push(`default ${cleanLine(printed)}`);
}
