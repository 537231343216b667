/**
 * From the text a user sent to the module a guest isolate loads: unwrap → strip types (only when needed) → parse →
 * refuse imports → add the completion value → wrap. Pure but for the transpiler it is given.
 *
 * The script is never pasted into a template of ours unparsed: it has to parse on its own first, so it cannot close
 * the wrapper and continue outside of it.
 */
import MagicString from "magic-string";
import type { ModuleDeclaration, Program, Statement } from "acorn";
import { MAX_CODE_LENGTH } from "../limits.ts";
import type { RunError } from "../outcome.ts";
import type { Transpile } from "../transpile/transpile.ts";
import { assignCompletion } from "./completion.ts";
import { instrument } from "./instrument.ts";
import { findMentions } from "./names.ts";
import { isLoneObjectLiteral, parseScript, withoutFence } from "./parse.ts";
import { chain, locateThrough, sameplace } from "./position.ts";
import type { Locate } from "./position.ts";
import { findStaticCalls } from "./static-calls.ts";
import type { PlacedCall } from "./static-calls.ts";

export type Language = "javascript" | "typescript";

/** A parsed script that knows what it mentions; `toModule` is called once it is decided what it may see. */
export interface PreparedScript {
  readonly mentions: ReadonlySet<string>;
  /** Calls that can be read off the script, in order. */
  readonly calls: readonly PlacedCall[];
  /** @param offered names the host can put in scope; those the script does not mention are left out. */
  toModule(offered: readonly string[]): GuestModule;
}

export interface GuestModule {
  /** An ES module: `export default (…parameters) => async () => { script }`. */
  readonly text: string;
  readonly parameters: readonly string[];
  readonly locate: Locate;
}

export type Prepared =
  | { readonly ok: true; readonly script: PreparedScript }
  | { readonly ok: false; readonly error: RunError };

interface Source {
  readonly code: string;
  readonly locate: Locate;
  readonly program: Program;
}

/** @param language what the user declared; without it JavaScript is tried first and types are stripped if need be. */
export async function prepareScript(
  code: string,
  language: Language | undefined,
  transpile: Transpile,
): Promise<Prepared> {
  if (code.length > MAX_CODE_LENGTH) {
    const message = `The script has ${code.length} characters; at most ${MAX_CODE_LENGTH} are accepted. Pass data as input.`;
    return { ok: false, error: { code: "SYNTAX_ERROR", message } };
  }
  const source = await toSource(withoutFence(code), language, transpile);
  if (!source.ok) return source;
  const { identifiers, imported } = findMentions(source.program);
  if (imported) {
    return { ok: false, error: importError(imported, source) };
  }
  return {
    ok: true,
    script: {
      mentions: identifiers,
      calls: findStaticCalls(source.program, source.code, source.locate),
      toModule: (offered) => instrument(wrap(source, identifiers, offered)),
    },
  };
}

async function toSource(
  code: string,
  language: Language | undefined,
  transpile: Transpile,
): Promise<({ readonly ok: true } & Source) | { readonly ok: false; readonly error: RunError }> {
  if (language !== "typescript") {
    const text = isLoneObjectLiteral(code) ? asValue(code) : { code, locate: sameplace };
    const parsed = parseScript(text.code);
    if (parsed.ok) return { ok: true, ...text, program: parsed.program };
    if (language === "javascript") return parsed;
    const stripped = await transpile(code);
    return stripped.ok ? reparse(stripped) : parsed;
  }
  const stripped = await transpile(code);
  return stripped.ok ? reparse(stripped) : stripped;
}

function reparse(stripped: { readonly code: string; readonly locate: Locate }) {
  const parsed = parseScript(stripped.code);
  return parsed.ok ? { ok: true as const, ...stripped, program: parsed.program } : parsed;
}

/** `{a: 1}` → `({a: 1})`; the parenthesis moves the first line by one column, which is taken back. */
function asValue(code: string): { readonly code: string; readonly locate: Locate } {
  return {
    code: `(${code.trimEnd().replace(/;$/, "")})`,
    locate: ({ line, column }) => ({ line, column: line === 1 ? Math.max(1, column - 1) : column }),
  };
}

function importError(
  imported: { readonly start: number; readonly specifier: string },
  { code, locate }: Source,
): RunError {
  const before = code.slice(0, imported.start).split("\n");
  const place = locate({ line: before.length, column: (before.at(-1)?.length ?? 0) + 1 });
  const message =
    imported.specifier === "export"
      ? "A script has no exports: end it with the value, or use return."
      : `A script cannot import ${JSON.stringify(imported.specifier)}: no packages are available. Tools are in scope as objects, one for each server.`;
  return { code: "PACKAGE_NOT_ALLOWED", message, ...place };
}

function wrap(source: Source, mentioned: ReadonlySet<string>, offered: readonly string[]): GuestModule {
  const edit = new MagicString(source.code);
  const parameters = offered.filter((name) => mentioned.has(name));
  const variable = freshName("completion", source.code);
  const callable = onlyFunction(source.program.body);
  if (callable === undefined) {
    assignCompletion(source.program, edit, variable);
    edit.append(`\nreturn ${variable};`);
  } else {
    edit.prependRight(callable.start, `${variable} = (`);
    edit.appendLeft(callable.end, ")");
    edit.append(`\nreturn await ${variable}(${parameters.includes("input") ? "input" : ""});`);
  }
  edit.prepend(`export default (${parameters.join(", ")}) => async () => { let ${variable}; `);
  edit.append("\n};\n");
  const text = edit.toString();
  const locate = chain(
    locateThrough(() => edit.generateDecodedMap({ hires: true }) as never),
    source.locate,
  );
  return { text, parameters, locate };
}

/** A script that is one function and nothing else is meant to be called. */
function onlyFunction(body: readonly (Statement | ModuleDeclaration)[]) {
  const [only, ...rest] = body.filter((statement) => statement.type !== "EmptyStatement");
  if (only === undefined || rest.length > 0) return undefined;
  if (only.type === "FunctionDeclaration") return only;
  if (only.type !== "ExpressionStatement") return undefined;
  const { expression } = only;
  return expression.type === "ArrowFunctionExpression" || expression.type === "FunctionExpression"
    ? expression
    : undefined;
}

function freshName(stem: string, code: string): string {
  let name = stem;
  for (let n = 0; code.includes(name); n += 1) name = `${stem}_${n}`;
  return name;
}
