/**
 * Strips types, and maps positions to the user's lines. `esbuild` may run anywhere; a script that esbuild refuses only for its
 * top-level returns is sent a second time without them (see `hideReturns`).
 */
import { freshName } from "../prepare/fresh-name.ts";
import {
  chain,
  engineLineStarts,
  fromEngine,
  locateThroughTokens,
  sameplace,
  locateThroughEdits,
} from "../syntax/position.ts";
import type { Locate, Derived } from "../syntax/position.ts";
import type { Transpile, Transpiled } from "../prepare/source.ts";
import { adviceAt } from "../syntax/foreign-text.ts";
import { errorAt } from "../syntax/syntax-error.ts";
import type { RunError } from "../outcome.ts";
import type { Reply, TranspileMessage } from "./reply.ts";
import MagicString from "magic-string";
import { hasLineEnd, skipBlanks } from "../syntax/blanks.ts";

export function stripTypes(esbuild: (code: string) => Promise<Reply>): Transpile {
  const transform = (code: string): Promise<Reply> => esbuild(withoutSourceMap(code));
  return async (code) => {
    const reply = await transform(code);
    if (reply.ok) return stripped(reply, code, sameplace);
    const returns = topLevelReturns(reply.errors, code);
    if (returns === undefined) return { ok: false, error: transpileError(code, reply.errors) };
    const marker = freshMarker(code);
    const hidden = hideReturns(code, returns, marker);
    const second = await transform(hidden.code);
    if (!second.ok) return { ok: false, error: transpileError(code, reply.errors) };
    return stripped({ ...second, code: showReturns(second.code, marker) }, hidden.code, hidden.locate);
  };
}

/** Removes source map comments: esbuild follows the last one, and its positions would not be positions in the script. */
function withoutSourceMap(code: string): string {
  return code.includes("sourceMappingURL") ? `${code}\n//# sourceMappingURL=none` : code;
}

/** esbuild prints this directive because of `alwaysStrict`; it is not a statement of the script. */
const DIRECTIVE = /^"use strict";(?=\n)/;

function stripped(
  { code, map }: { readonly code: string; readonly map: string },
  sent: string,
  locate: Locate,
): Transpiled {
  const toSent = chain(locateThroughTokens({ map, generated: code, original: sent }), fromEngine(sent));
  return { ok: true, code: code.replace(DIRECTIVE, ""), locate: chain(toSent, locate) };
}

/** @returns offsets of the top-level returns, if esbuild reports no other errors */
function topLevelReturns(errors: readonly TranspileMessage[], code: string): readonly number[] | undefined {
  const lines = engineLineStarts(code);
  const offsets = [];
  for (const { text, line, column } of errors) {
    const start = lines[(line ?? 0) - 1];
    if (text !== OBJECTION || start === undefined || column === undefined) return undefined;
    if (!code.startsWith("return", start + column)) return undefined;
    offsets.push(start + column);
  }
  return offsets.length === 0 ? undefined : offsets;
}

function freshMarker(code: string): string {
  return freshName("returned", code.match(/returned\w{0,9}/g) ?? []);
}

function transpileError(code: string, errors: readonly TranspileMessage[]): RunError {
  const [first, ...more] = errors.filter(({ text }) => text !== OBJECTION);
  const others = more.length > 0 ? ` (and ${more.length} more)` : "";
  const message = `${first?.text ?? "The script is not valid TypeScript"}${others}`;
  const known = first?.line !== undefined && first.column !== undefined;
  const place = known ? fromEngine(code)({ line: first.line, column: first.column + 1 }) : undefined;
  return errorAt("TRANSPILE_ERROR", message, place, code, adviceAt(code, place));
}

const RETURN = "return";

/** esbuild's message for each of them. */
const OBJECTION = "Top-level return cannot be used inside an ECMAScript module";

/**
 * Lets esbuild take a top-level `return`, which it refuses in a program that also has a top-level `await`, `export` or `import`; scripts mix
 * them. Wrapping the script in a function would allow that, and forbid namespaces, imports and exports.
 *
 * So it is left at the top level. If esbuild refuses only the returns (it names each one), they are sent again as `throw marker, value`, and
 * the output is changed back to `return` in place.
 *
 * @param offsets offsets of the `return` keywords
 */
function hideReturns(code: string, offsets: readonly number[], marker: string): Derived {
  const edit = new MagicString(code);
  for (const offset of offsets) {
    const after = offset + RETURN.length;
    edit.overwrite(offset, after, `throw ${marker}${separator(code, after)}`);
  }
  return { code: edit.toString(), locate: locateThroughEdits(edit) };
}

/** The replacement has the same length, so that the source map still fits. */
function showReturns(code: string, marker: string): string {
  return code
    .replaceAll(`throw ${marker},`, `${RETURN} 0,`.padEnd(`throw ${marker},`.length))
    .replaceAll(`throw ${marker};`, `${RETURN};`.padEnd(`throw ${marker};`.length));
}

/** @returns the text between `throw marker` and the returned value; ";" if a line end terminated the statement */
function separator(code: string, after: number): "," | ";" | "" {
  const end = skipBlanks(code, after);
  const next = code.charAt(end);
  if (next === ";" || next === "}" || next === "") return "";
  return hasLineEnd(code.slice(after, end)) ? ";" : ",";
}
