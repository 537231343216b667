/**
 * esbuild refuses a top-level `return` in a program that also has a top-level `await`, `export` or `import`; scripts
 * mix them. Wrapping the script in a function would allow that, and forbid namespaces, imports and exports.
 *
 * So it is left at the top level. If esbuild refuses only the returns (it names each one), they are sent again as
 * `throw marker, value`, and the output is changed back to `return` in place.
 */
import MagicString from "magic-string";
import { hasLineEnd, skipBlanks } from "../syntax/blanks.ts";
import { locateThroughEdits, type Derived } from "../syntax/position.ts";

const RETURN = "return";

/** esbuild's message for each of them. */
export const OBJECTION = "Top-level return cannot be used inside an ECMAScript module";

/** @param offsets offsets of the `return` keywords */
export function hideReturns(code: string, offsets: readonly number[], marker: string): Derived {
  const edit = new MagicString(code);
  for (const offset of offsets) {
    const after = offset + RETURN.length;
    edit.overwrite(offset, after, `throw ${marker}${separator(code, after)}`);
  }
  return { code: edit.toString(), locate: locateThroughEdits(edit) };
}

/** The replacement has the same length, so that the source map still fits. */
export function showReturns(code: string, marker: string): string {
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
