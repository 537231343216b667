import { nearest } from "../../lib/nearest.ts";
import { shorten } from "../../lib/shorten.ts";

/** A mistake in a document: its place (a JSON pointer), its description, and what to write instead. */
export interface PolicyProblem {
  readonly path: string;
  readonly message: string;
  readonly fix: string;
}

/** @returns a JSON pointer (RFC 6901) */
export function pointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

const MAX_SHOWN_CHARS = 80;

export function shown(value: unknown): string {
  const text = typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? String(value));
  return shorten(text, MAX_SHOWN_CHARS);
}

/** Names of a document that are compared with one that it does not have: there can be tens of thousands, and a hundred mistakes. */
const MAX_COMPARED = 500;

/** @returns the name that was probably meant */
export function intendedName(name: string, known: ReadonlySet<string>): string | undefined {
  return nearest(name, [...known].slice(0, MAX_COMPARED), 1)[0];
}
