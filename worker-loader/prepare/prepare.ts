/**
 * Prepares a user's text as the module that a guest isolate loads: remove fences → find the language and parse → apply rewritings of
 * dialects → refuse imports → find the result → wrap → instrument. It is pure except for the transpiler.
 */
import type { Program } from "acorn";
import { MAX_CODE_LENGTH } from "../limits.ts";
import type { RunError } from "../outcome.ts";
import { BudgetExceeded, PreparationBudget, chargeTo } from "../syntax/budget.ts";
import { COMPILES_SLOWLY, compilesSlowly } from "./compile-cost.ts";
import { findEntry } from "./entry.ts";
import { instrument } from "./instrument.ts";
import type { Refusable } from "./names.ts";
import { chain, fromEngine } from "../syntax/position.ts";
import { preparationTurns } from "./preparation-turns.ts";
import { readReceived } from "./received-text.ts";
import { refuseParts } from "./refusals.ts";
import { applyRewrites, type Rewrite } from "./rewrite.ts";
import { roundedIntegers } from "./rounded-integers.ts";
import { readSource, type Language, type Source, type Transpile } from "./source.ts";
import { findStaticCalls, type StaticCalls } from "./static-calls.ts";
import { wrap, type Wrapped } from "./wrap.ts";

export type { Language } from "./source.ts";

/** The module of a script. */
export type GuestModule = Wrapped;

/** A parsed script and the names it mentions. `toModule` is called once the names in its scope are decided. */
export interface PreparedScript extends StaticCalls {
  /** The syntax tree of the code to run, before guards and the wrapper are added. */
  readonly program: Program;
  /** True if the script is one function or has a default export, which is called for its result. */
  readonly isFunction: boolean;
  readonly mentions: ReadonlySet<string>;
  /** Names of members that it uses; undefined if it may use any. */
  readonly members: ReadonlySet<string> | undefined;
  /** Lines of log about integers that are rounded. */
  readonly remarks: readonly string[];
  /** Packages it imports, all of them allowed. */
  readonly packages: readonly string[];
  /** True if it may ask an object which members it has. */
  readonly listsMembers: boolean;
  /** True if it may define accessors or proxies, so that its value can differ from one reading to the next. */
  readonly definesAccessors: boolean;
  /** True if it may run in a reused isolate, where built-ins are frozen, so that a script that changes them would fail. */
  readonly isReusable: boolean;
  /**
   * @param offered names the host can put in scope; those the script does not mention are left out.
   * @throws RangeError for a script that is nested too deeply, with what is added for the guest
   */
  toModule(offered: readonly string[]): GuestModule;
}

export type Prepared =
  | { readonly ok: true; readonly script: PreparedScript }
  | { readonly ok: false; readonly error: RunError };

/**
 * @param language the user's declaration; without it, JavaScript is tried first, and types are stripped if necessary.
 * @param packages module names that the guest's isolate will have.
 * @param rewrites rewritings in the order of application.
 */
export async function prepareScript(
  code: string,
  language: Language | undefined,
  transpile: Transpile,
  packages: readonly string[] = [],
  rewrites: readonly Rewrite[] = [],
): Promise<Prepared> {
  if (code.length > MAX_CODE_LENGTH) {
    const message = `The script has ${code.length} characters; at most ${MAX_CODE_LENGTH} are accepted. Pass data as input.`;
    return refuse(message);
  }
  try {
    return await prepare(code, language, transpile, packages, rewrites);
  } catch (error) {
    if (error instanceof BudgetExceeded) return refuse(TOO_COSTLY);
    // Parsing and walking recur by the nesting of the text: 5,000 brackets, or a sum of 10,000 terms, exhaust the stack.
    if (error instanceof RangeError) return refuse(TOO_DEEP);
    throw error;
  }
}

export const TOO_DEEP =
  "SyntaxError: The script is nested too deeply. Pass data as input, or join long expressions in steps.";
const TOO_COSTLY =
  "SyntaxError: The script takes too long to prepare. Pass data as input, and send long scripts in several parts.";

async function prepare(
  code: string,
  language: Language | undefined,
  transpile: Transpile,
  packages: readonly string[],
  rewrites: readonly Rewrite[],
): Promise<Prepared> {
  const budget = new PreparationBudget((work) => preparationTurns.count(work));
  const { code: text, isTypeScriptFence } = readReceived(code);
  const mayBeSloppy = rewrites.some(({ isSloppy }) => isSloppy?.(text) === true);
  const read = await readSource(text, isTypeScriptFence ? "typescript" : language, transpile, budget, mayBeSloppy);
  return read.ok ? chargeTo(budget, () => toScript(read.source, text, packages, rewrites)) : read;
}

function toScript(read: Source, text: string, packages: readonly string[], rewrites: readonly Rewrite[]): Prepared {
  if (read.program.body.length === 0) return refuse("SyntaxError: The script is empty: it has no statement to run.");
  const rewritten = applyRewrites(read, text, rewrites);
  if (!rewritten.ok) return rewritten;
  const { source } = rewritten;
  if (compilesSlowly(source.program, source.code.length)) return refuse(COMPILES_SLOWLY);
  const error = refuseParts(source.mentions.refusables, source, packages, text);
  if (error) return { ok: false, error };
  const entry = findEntry(source);
  // A script that is a function gets the input as its argument, whatever the parameter's name.
  const mentions =
    entry.kind === "statements" ? source.mentions.identifiers : new Set([...source.mentions.identifiers, "input"]);
  return {
    ok: true,
    script: {
      program: source.program,
      isFunction: entry.kind !== "statements",
      mentions,
      members: source.mentions.members,
      ...findStaticCalls(source.program, source.code, source.locate),
      remarks: roundedIntegers(source.program, source.code, source.locate),
      packages: packages.filter((name) => isImported(source.mentions.refusables, name)),
      listsMembers: source.mentions.listsMembers,
      definesAccessors: source.mentions.definesAccessors,
      isReusable: !source.mentions.changesBuiltIns && !source.mentions.refusables.some(({ kind }) => kind === "import"),
      toModule(offered) {
        const guest = preparationTurns.count(() => instrument(wrap(source, entry, mentions, offered)));
        return { ...guest, locate: chain(fromEngine(guest.text), guest.locate) };
      },
    },
  };
}

function isImported(parts: readonly Refusable[], name: string): boolean {
  return parts.some((part) => part.kind === "import" && part.specifier === name);
}

function refuse(message: string): { readonly ok: false; readonly error: RunError } {
  return { ok: false, error: { code: "SYNTAX_ERROR", message } };
}
