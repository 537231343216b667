/**
 * Rewritings by the embedder, for scripts written for another system. They run on the parsed script, after types are stripped and
 * before imports are refused and the result is found.
 */
import { MAX_REWRITTEN_LENGTH } from "../limits.ts";
import type { RunError } from "../outcome.ts";
import { joinMentions } from "./names.ts";
import type { Parsed } from "../syntax/parse.ts";
import { chain, positionAt, type Derived } from "../syntax/position.ts";
import { readAgain, type Source } from "./source.ts";
import { errorAt } from "../syntax/syntax-error.ts";

/** `locate` maps from the new text to that of the source, not to the user's. `mentions` are further names that the script needs in its scope. */
export type Rewritten =
  | ({ readonly ok: true; readonly mentions?: readonly string[] } & Derived)
  | { readonly ok: false; readonly error: RunError };

export interface Rewrite {
  /** Identifies the rewriting. */
  readonly name: string;
  /** @returns true for a script of a system that runs sloppy code */
  readonly isSloppy?: (text: string) => boolean;
  /**
   * @param text the script as the user sent it, for hints (`source.locate` maps to it)
   * @returns undefined for a script that it does not concern. The new text has to parse.
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
    if (code.length > MAX_REWRITTEN_LENGTH)
      return { ok: false, error: { code: "SYNTAX_ERROR", message: tooLong(code.length) } };
    const derived = { code, locate: chain(locate, source.locate) };
    const read = readAgain(derived, source.language);
    if (!read.ok) return { ok: false, error: unreadable(rewrite, read, derived, text) };
    const next = read.source;
    const joined = joinMentions(source.mentions, next.mentions);
    source = { ...next, mentions: { ...joined, identifiers: joined.identifiers.union(new Set(mentions)) } };
  }
  return { ok: true, source };
}

/** @param length characters of the rewritten script */
export function tooLong(length: number): string {
  return `SyntaxError: Written with the names of this gateway, the script has ${length} characters; at most ${MAX_REWRITTEN_LENGTH} are accepted. Send it in several parts.`;
}

/** Reports a fault of a rewriting with its position, so that the script's author can avoid it. */
function unreadable(
  { name }: Rewrite,
  { error, offset }: Unreadable,
  { code, locate }: Derived,
  text: string,
): RunError {
  console.error(`The rewriting ${name} produced code that does not parse: ${error.message}`);
  const place = locate(positionAt(code, Math.min(offset, code.length)));
  const message = `The gateway could not prepare this part of the script for the dialect ${name}: write it in another way.`;
  return errorAt("SYNTAX_ERROR", message, place, text);
}
