/**
 * Changes an embedder makes to scripts before they run, for those that were written for another system: on the parsed
 * script, after its types are stripped and before imports are refused and its value is found.
 */
import type { RunError } from "../outcome.ts";
import type { Parsed } from "./parse.ts";
import { chain, positionAt } from "./position.ts";
import type { Derived } from "./position.ts";
import { readAgain } from "./source.ts";
import type { Source } from "./source.ts";
import { errorAt } from "./syntax-error.ts";

/**
 * `locate` leads from the new text to that of the source, not to the user's. `mentions` are names the script is to find in scope
 * although its text does not say them.
 */
export type Rewritten =
  | ({ readonly ok: true; readonly mentions?: readonly string[] } & Derived)
  | { readonly ok: false; readonly error: RunError };

export interface Rewrite {
  /** Tells rewrites apart. */
  readonly name: string;
  /**
   * @param text the script as the user sent it, for hints (`source.locate` leads there)
   * @returns undefined for a script that it does not concern. What it makes should parse.
   */
  rewrite(source: Source, text: string): Rewritten | undefined;
}

type Unreadable = Extract<Parsed, { ok: false }>;
type Read = { readonly ok: true; readonly source: Source } | { readonly ok: false; readonly error: RunError };

export function applyRewrites(given: Source, text: string, rewrites: readonly Rewrite[]): Read {
  let source = given;
  for (const rewrite of rewrites) {
    const rewritten = rewrite.rewrite(source, text);
    if (rewritten === undefined) continue;
    if (!rewritten.ok) return rewritten;
    const { code, locate, mentions = [] } = rewritten;
    const derived = { code, locate: chain(locate, source.locate) };
    const read = readAgain(derived, source.language);
    if (!read.ok) return { ok: false, error: unreadable(rewrite, read, derived, text) };
    const next = read.source;
    const identifiers = new Set([...next.mentions.identifiers, ...mentions]);
    source = { ...next, mentions: { ...next.mentions, identifiers } };
  }
  return { ok: true, source };
}

/** A fault of the rewriting. The script's author can get around it, and is told where. */
function unreadable(
  { name }: Rewrite,
  { error, offset }: Unreadable,
  { code, locate }: Derived,
  text: string,
): RunError {
  console.error(`The rewriting ${name} made a text that does not parse: ${error.message}`);
  const place = locate(positionAt(code, Math.min(offset, code.length)));
  const message = `The gateway could not prepare this place for the dialect ${name}: write it in another way.`;
  return errorAt("SYNTAX_ERROR", message, place, text);
}
