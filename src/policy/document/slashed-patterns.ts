/**
 * Finds patterns written like a literal of JavaScript (`/etc/i`): their slashes and flags are part of the text that they match, so that a
 * rule with one forbids nothing. A path (`/etc/`, `/usr/bin/dig`) is a pattern as it is.
 */
import { isRecord } from "../../lib/is-record.ts";
import { MAX_PROBLEMS } from "../values/policy-bounds.ts";
import type { PolicyDocument } from "./document.ts";
import { pointer, shown, type PolicyProblem } from "./problem.ts";

/** In a literal, a slash of the pattern itself is escaped. */
const LITERAL = /^\/((?:[^/\\]|\\.)+)\/([dgimsuvy]*)$/s;

/** @returns warnings, at most MAX_PROBLEMS */
export function slashedPatterns(document: PolicyDocument): readonly PolicyProblem[] {
  const warnings: PolicyProblem[] = [];
  for (const { path, source } of patternsIn(document, [])) {
    if (warnings.length >= MAX_PROBLEMS) break;
    const meant = meantBy(source);
    if (meant === undefined) continue;
    const message = `The slashes of the pattern ${shown(source)}, and what follows them, are part of what it matches.`;
    warnings.push({ path: pointer(path), message, fix: `Write ${shown(meant)} if they are not part of the pattern.` });
  }
  return warnings;
}

function meantBy(source: string): string | undefined {
  const [, body = "", flags = ""] = LITERAL.exec(source) ?? [];
  // Without flags it may be a path; between slashes an anchor matches nothing.
  if (flags === "" && !body.startsWith("^") && !body.endsWith("$")) return undefined;
  return `${flags.includes("i") ? "(?i)" : ""}${body.replaceAll(String.raw`\/`, "/")}`;
}

interface Found {
  readonly path: readonly PropertyKey[];
  readonly source: string;
}

/** Values of the operator `regex`, and patterns of kinds of data; the depth of a document is bounded. */
function* patternsIn(value: unknown, path: readonly PropertyKey[]): Generator<Found> {
  if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) yield* patternsIn(inner, [...path, index]);
  }
  if (!isRecord(value)) return;
  if (value["op"] === "regex" && typeof value["value"] === "string") {
    yield { path: [...path, "value"], source: value["value"] };
  }
  for (const [key, inner] of Object.entries(value)) {
    const isOfData = path.length === 1 && path[0] === "patterns";
    if (isOfData && typeof inner === "string") yield { path: [...path, key], source: inner };
    else yield* patternsIn(inner, [...path, key]);
  }
}
