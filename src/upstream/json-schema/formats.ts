/**
 * The formats that are checked: those that models get wrong and that all servers interpret alike. All others are annotations (JSON Schema
 * 2020-12, 7.2.1). Each check takes linear time; URLs are parsed by the platform.
 */
import { quote } from "../../lib/shorten.ts";
import { compilePattern } from "../../patterns/pattern.ts";

type Format = (text: string, spend: (steps: number) => void) => boolean;

const DATE = String.raw`\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`;
/** The zone is optional: RFC 3339 requires it, but many servers do not. */
const TIME = String.raw`([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|Z|[+-]([01]\d|2[0-3]):[0-5]\d)?`;

const FORMATS: ReadonlyMap<string, Format> = new Map([
  ["date", pattern(`^${DATE}$`)],
  ["date-time", pattern(`^${DATE}[tT ]${TIME}$`)],
  // Servers that know the form without dashes, as in the addresses of Notion's pages, accept both.
  ["uuid", pattern("^([0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}|[0-9a-fA-F]{32})$")],
  ["email", pattern(String.raw`^[^@\s]+@[^@\s]+$`)],
  ["uri", uri],
]);

/** @returns what a text has to be, with an example where its form is often mistaken; and the text where it is another form of the same */
export function formatProblem(name: string, text: string, spend: (steps: number) => void): string {
  const example = EXAMPLES.get(name);
  const given = name === "date" && FORMATS.get("date-time")?.(text, spend) === true ? `, not ${quote(text, 40)}` : "";
  return `must be ${articleOf(name)} ${name}${example === undefined ? "" : ` like ${example}`}${given}`;
}

function articleOf(name: string): string {
  return name === "email" ? "an" : "a";
}

const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ["date", "2024-01-31"],
  ["date-time", "2024-01-31T18:30:00Z"],
  ["uuid", "123e4567-e89b-42d3-a456-426614174000"],
]);

export function formatOf(name: string): Format | undefined {
  return FORMATS.get(name);
}

function pattern(source: string): Format {
  const compiled = compilePattern(source);
  if (typeof compiled === "string") throw new Error(`${source}: ${compiled}`);
  return (text, spend) => compiled.test(text, spend);
}

function uri(text: string, spend: (steps: number) => void): boolean {
  spend(text.length / 10);
  return URL.canParse(text);
}
