/**
 * Decides which language a script is written in, and comes back with a tree of plain JavaScript. acorn goes first,
 * because it answers in a fraction of a millisecond and esbuild may have to be loaded; that costs a TypeScript script
 * nothing, and one that was declared TypeScript but is plain JavaScript never waits.
 */
import type { Program } from "acorn";
import type { RunError } from "../outcome.ts";
import type { Transpile } from "../transpile/transpile.ts";
import { findMeantValue, findMeantValueNear, inParentheses } from "./meant-value.ts";
import { findMentions } from "./names.ts";
import type { Mentions } from "./names.ts";
import { parseScript } from "./parse.ts";
import type { Parsed } from "./parse.ts";
import { chain, isBefore, sameplace } from "./position.ts";
import type { Derived } from "./position.ts";
import { errorAt } from "./syntax-error.ts";

export type Language = "javascript" | "typescript";

export interface Source extends Derived {
  readonly language: Language;
  readonly program: Program;
  readonly mentions: Mentions;
}

type Read = { readonly ok: true; readonly source: Source } | { readonly ok: false; readonly error: RunError };

export async function readSource(text: string, declared: Language | undefined, transpile: Transpile): Promise<Read> {
  const asJavaScript = readJavaScript(text);
  if (declared === "javascript") return asJavaScript;
  if (asJavaScript.ok && !needsTypeScript(asJavaScript.source, declared)) return asJavaScript;
  const asTypeScript = await readTypeScript(text, transpile);
  if (asTypeScript.ok) return asTypeScript;
  if (asJavaScript.ok) return asJavaScript;
  if (declared === "typescript") return asTypeScript;
  // Nobody said which language is meant: probably the one in which more of the text makes sense.
  return isFurther(asTypeScript.error, asJavaScript.error) ? asTypeScript : asJavaScript;
}

/** What parses as JavaScript means the same in TypeScript, but for these two. */
function needsTypeScript({ mentions }: Source, declared: Language | undefined): boolean {
  const imports = mentions.moduleParts.some(({ kind }) => kind === "import");
  return mentions.hasGenericCall || (imports && declared === "typescript");
}

function readJavaScript(text: string): Read {
  const parsed = parseScript(text);
  const meant = parsed.ok ? findMeantValue(text, parsed.program) : findMeantValueNear(text, parsed.offset);
  if (meant === undefined) return toRead(parsed, { code: text, locate: sameplace }, "javascript");
  const derived = inParentheses(text, meant);
  return toRead(parseScript(derived.code), derived, "javascript");
}

function toRead(parsed: Parsed, derived: Derived, language: Language): Read {
  if (!parsed.ok) return parsed;
  const { program } = parsed;
  return { ok: true, source: { ...derived, language, program, mentions: findMentions(program) } };
}

async function readTypeScript(text: string, transpile: Transpile): Promise<Read> {
  const literal = await readLiteral(text, transpile);
  if (literal) return literal;
  const stripped = await transpile(text);
  if (!stripped.ok) return stripped;
  const parsed = parseScript(stripped.code);
  return parsed.ok ? toRead(parsed, stripped, "typescript") : { ok: false, error: inUsersTerms(parsed, stripped, text) };
}

/** `{ a: 1 as number, b }`, as the whole script. */
async function readLiteral(text: string, transpile: Transpile): Promise<Read | undefined> {
  const start = text.search(/\S/);
  const end = text.search(/;?\s*$/);
  if (text[start] !== "{" || text[end - 1] !== "}") return undefined;
  const derived = inParentheses(text, { start, end });
  const stripped = await transpile(derived.code);
  if (!stripped.ok) return undefined;
  const parsed = parseScript(stripped.code);
  const [only, ...rest] = parsed.ok ? parsed.program.body.filter(({ type }) => type !== "EmptyStatement") : [];
  if (only?.type !== "ExpressionStatement" || only.expression.type !== "ObjectExpression" || rest.length > 0) {
    return undefined;
  }
  return toRead(parsed, { code: stripped.code, locate: chain(stripped.locate, derived.locate) }, "typescript");
}

/** esbuild lets some things pass that engines refuse; the error is about its text and has to be told about the user's. */
function inUsersTerms({ error }: Parsed & { readonly ok: false }, { locate }: Derived, text: string): RunError {
  const { line, column, message } = error;
  const place = line === undefined || column === undefined ? undefined : locate({ line, column });
  return errorAt("TRANSPILE_ERROR", message, place, text);
}

function isFurther(one: RunError, other: RunError): boolean {
  if (one.line === undefined || one.column === undefined) return false;
  if (other.line === undefined || other.column === undefined) return true;
  return isBefore({ line: other.line, column: other.column }, { line: one.line, column: one.column });
}
