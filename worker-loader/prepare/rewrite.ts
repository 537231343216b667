/**
 * Changes an embedder makes to scripts before they run, for those that were written for another system: on the parsed
 * script, after its types are stripped and before imports are refused and its value is found.
 */
import type { RunError } from "../outcome.ts";
import { chain } from "./position.ts";
import type { Derived } from "./position.ts";
import { readAgain } from "./source.ts";
import type { Source } from "./source.ts";

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
   * @returns undefined for a script that it does not concern. What it makes has to parse.
   */
  rewrite(source: Source, text: string): Rewritten | undefined;
}

type Read = { readonly ok: true; readonly source: Source } | { readonly ok: false; readonly error: RunError };

export function applyRewrites(given: Source, text: string, rewrites: readonly Rewrite[]): Read {
  let source = given;
  for (const rewrite of rewrites) {
    const rewritten = rewrite.rewrite(source, text);
    if (rewritten === undefined) continue;
    if (!rewritten.ok) return rewritten;
    const { code, locate, mentions = [] } = rewritten;
    const next = readAgain({ code, locate: chain(locate, source.locate) }, source.language);
    if (next === undefined) throw new Error(`The rewrite ${rewrite.name} made a script that does not parse.`);
    const identifiers = new Set([...next.mentions.identifiers, ...mentions]);
    source = { ...next, mentions: { ...next.mentions, identifiers } };
  }
  return { ok: true, source };
}
