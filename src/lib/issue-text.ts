/** Describes one problem that zod found in a value, for the person who wrote the value. */
import { valueAt } from "./value-at.ts";

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Models write null for what they leave out, and the schemas' own words do not say so. @param given the value that was checked */
export function issueText({ path, message }: Issue, given: unknown): string {
  if (path.length === 0) return message;
  const text = valueAt(given, path) === null ? "null is no value for it; leave it out for the default" : message;
  return `${path.join(".")}: ${text}`;
}

/** @param given the value that was checked @returns all problems of it in one line */
export function issuesText({ issues }: { readonly issues: readonly Issue[] }, given: unknown): string {
  return issues.map((issue) => issueText(issue, given)).join("; ");
}
