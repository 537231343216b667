/**
 * Decides the language of a script, and returns a tree of plain JavaScript. acorn goes first, because it takes a fraction of a
 * millisecond; types are then blanked in place where that is enough. esbuild, which may have to be loaded, reads only what needs more:
 * enums, namespaces, decorators, and scripts with errors, which it explains.
 */
import type { Program } from "acorn";
import { eraseTypes } from "../erase-types/erase-types.ts";
import { MAX_TRANSPILED_LINE_LENGTH, MAX_TYPESCRIPT_LENGTH } from "../limits.ts";
import type { RunError } from "../outcome.ts";
import { chargeTo, type PreparationBudget } from "../syntax/budget.ts";
import { findIntendedValue, findIntendedValueNear, inParentheses } from "./intended-value.ts";
import { findMentions, type Mentions } from "./names.ts";
import { parseScript, type Parsed } from "../syntax/parse.ts";
import { chain, isBefore, positionAt, sameplace, type Derived } from "../syntax/position.ts";
import { strictFromSloppy } from "./sloppy.ts";
import { errorAt } from "../syntax/syntax-error.ts";

export type Language = "javascript" | "typescript";

export type Transpiled = ({ readonly ok: true } & Derived) | { readonly ok: false; readonly error: RunError };

/** Strips the types of a script. */
export type Transpile = (code: string) => Promise<Transpiled>;

export interface Source extends Derived {
  readonly language: Language;
  readonly program: Program;
  readonly mentions: Mentions;
}

interface Failure {
  readonly ok: false;
  readonly error: RunError;
}
type Read = { readonly ok: true; readonly source: Source } | Failure;
type JavaScriptFailure = Extract<Parsed, { ok: false }>;
type ReadJavaScript = Extract<Read, { ok: true }> | JavaScriptFailure;

/**
 * @param mayBeSloppy the script may be written for a system that runs sloppy code
 * @throws BudgetExceeded, RangeError for code that is nested too deeply
 */
export async function readSource(
  text: string,
  declared: Language | undefined,
  transpile: Transpile,
  budget: PreparationBudget,
  mayBeSloppy: boolean,
): Promise<Read> {
  const asJavaScript = chargeTo(budget, () => {
    const read = readJavaScript(text);
    return read.ok || !mayBeSloppy ? read : (readSloppy(text) ?? read);
  });
  if (declared === "javascript") return asJavaScript.ok ? asJavaScript : withAdvice(asJavaScript, text);
  if (asJavaScript.ok && !needsTypeScript(asJavaScript.source, declared)) return asJavaScript;
  const asTypeScript = await readTypeScript(text, transpile, budget);
  if (asTypeScript.ok) return asTypeScript;
  if (asJavaScript.ok) return asJavaScript;
  if (declared === "typescript") return asTypeScript;
  if (text.length > MAX_TYPESCRIPT_LENGTH) return withAdvice(asJavaScript, text, TOO_LONG);
  return isIntended(asTypeScript.error, text, asJavaScript) ? asTypeScript : asJavaScript;
}

const TOO_LONG = `A script in TypeScript has at most ${MAX_TYPESCRIPT_LENGTH} characters. Pass data as input, or send JavaScript.`;

const TYPES_AHEAD = /^(:|<|!|(as|satisfies|interface|enum|private|public|protected)\b)/;
const TYPES_BEHIND = /\b(interface|type|enum|namespace|declare|abstract|private|public|protected|readonly)\s*$/;

const DECLARE_TYPESCRIPT = 'For TypeScript, send language "typescript" or leave language out.';

function withAdvice({ error, offset }: JavaScriptFailure, text: string, advice = DECLARE_TYPESCRIPT): Failure {
  const isTyped =
    TYPES_AHEAD.test(text.slice(offset, offset + 10)) || TYPES_BEHIND.test(text.slice(0, offset).slice(-40));
  if (!isTyped) return { ok: false, error };
  return { ok: false, error: { ...error, hint: error.hint ? `${error.hint}\n${advice}` : advice } };
}

/** Code that parses as JavaScript means the same in TypeScript, with two exceptions. */
function needsTypeScript({ mentions }: Source, declared: Language | undefined): boolean {
  const imports = mentions.refusables.some(({ kind }) => kind === "import");
  return mentions.hasGenericCall || (imports && declared === "typescript");
}

function readJavaScript(text: string): ReadJavaScript {
  const parsed = parseScript(text);
  const meant = parsed.ok ? findIntendedValue(text, parsed.program) : findIntendedValueNear(text, parsed.offset);
  if (meant === undefined) return toRead(parsed, { code: text, locate: sameplace }, "javascript");
  const derived = inParentheses(text, meant);
  return toRead(parseScript(derived.code), derived, "javascript");
}

/** @returns undefined for code that is refused as sloppy code, too */
function readSloppy(text: string): Extract<ReadJavaScript, { ok: true }> | undefined {
  const derived = strictFromSloppy(text);
  const read = derived && toRead(parseScript(derived.code), derived, "javascript");
  return read?.ok === true ? read : undefined;
}

/** Parses text generated from a source that parsed. */
export function readAgain(derived: Derived, language: Language): ReadJavaScript {
  return toRead(parseScript(derived.code), derived, language);
}

function toRead(parsed: Parsed, derived: Derived, language: Language): ReadJavaScript {
  if (!parsed.ok) return parsed;
  const { program } = parsed;
  return { ok: true, source: { ...derived, language, program, mentions: findMentions(program) } };
}

async function readTypeScript(text: string, transpile: Transpile, budget: PreparationBudget): Promise<Read> {
  if (text.length > MAX_TYPESCRIPT_LENGTH) return { ok: false, error: { code: "TRANSPILE_ERROR", message: TOO_LONG } };
  const literal = await readLiteral(text, transpile, budget);
  if (literal) return literal;
  const erased = chargeTo(budget, () => readErased({ code: text, locate: sameplace }));
  if (erased) return erased;
  const error = refuseLongLine(text);
  if (error) return { ok: false, error };
  const stripped = await transpile(text);
  if (!stripped.ok) return stripped;
  return chargeTo(budget, () => {
    const parsed = parseScript(stripped.code);
    return parsed.ok
      ? toRead(parsed, stripped, "typescript")
      : { ok: false, error: inUsersTerms(parsed, stripped, text) };
  });
}

function refuseLongLine(text: string): RunError | undefined {
  const at = text.split("\n").findIndex(({ length }) => length > MAX_TRANSPILED_LINE_LENGTH);
  if (at === -1) return undefined;
  const message = `Line ${at + 1} is too long: a script in TypeScript that has errors, or more than types (enums, namespaces, decorators), has at most ${MAX_TRANSPILED_LINE_LENGTH} characters per line. Break the line, or pass data as input.`;
  return { code: "TRANSPILE_ERROR", message };
}

function readErased({ code, locate }: Derived): Extract<Read, { ok: true }> | undefined {
  const erased = eraseTypes(code);
  if (erased === undefined) return undefined;
  const { program } = erased;
  return {
    ok: true,
    source: { code: erased.code, locate, language: "typescript", program, mentions: findMentions(program) },
  };
}

/** Reads an object literal as the whole script, such as `{ a: 1 as number, b }`. */
async function readLiteral(text: string, transpile: Transpile, budget: PreparationBudget): Promise<Read | undefined> {
  const start = text.length - text.trimStart().length;
  const trimmed = text.trimEnd();
  const end = trimmed.endsWith(";") ? trimmed.length - 1 : trimmed.length;
  if (text[start] !== "{" || text[end - 1] !== "}") return undefined;
  const derived = inParentheses(text, { start, end });
  const erased = chargeTo(budget, () => readErased(derived));
  if (erased) return isLiteral(erased.source.program) ? erased : undefined;
  if (refuseLongLine(text)) return undefined;
  const stripped = await transpile(derived.code);
  if (!stripped.ok) return undefined;
  return chargeTo(budget, () => {
    const parsed = parseScript(stripped.code);
    if (!parsed.ok || !isLiteral(parsed.program)) return undefined;
    return toRead(parsed, { code: stripped.code, locate: chain(stripped.locate, derived.locate) }, "typescript");
  });
}

function isLiteral({ body }: Program): boolean {
  const [only, ...rest] = body.filter(({ type }) => type !== "EmptyStatement");
  return only?.type === "ExpressionStatement" && only.expression.type === "ObjectExpression" && rest.length === 0;
}

/** esbuild accepts some code that engines refuse; this maps the error from esbuild's output to the user's text. */
function inUsersTerms({ error }: Parsed & { readonly ok: false }, { locate }: Derived, text: string): RunError {
  const { line, column, message } = error;
  const place = line === undefined || column === undefined ? undefined : locate({ line, column });
  return errorAt("TRANSPILE_ERROR", message, place, text);
}

/**
 * Chooses the language of undeclared text that parses in neither: the one in which the error comes later. An unclosed bracket is an
 * error in both, which only report it at different ends.
 */
function isIntended({ line, column }: RunError, text: string, { error, reached }: JavaScriptFailure): boolean {
  if (line === undefined || column === undefined || /Unterminated|not closed/.test(error.message)) return false;
  return isBefore(positionAt(text, reached), { line, column });
}
