/**
 * Positions in a script. Every transformation (stripping types, adding the completion value) keeps a source map, so that errors
 * in the generated text are reported with positions in the user's text.
 */
import {
  GREATEST_LOWER_BOUND,
  LEAST_UPPER_BOUND,
  TraceMap,
  originalPositionFor,
  traceSegment,
} from "@jridgewell/trace-mapping";
import type { SourceMapInput } from "@jridgewell/trace-mapping";
import type MagicString from "magic-string";

/** Line and column, both 1-based; columns count UTF-16 code units, as engines and editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Maps a generated position to the original one; `undefined` for text that the user did not write. */
export type Locate = (generated: Position) => Position | undefined;

/** Generated text, with the mapping to the user's text. */
export interface Derived {
  readonly code: string;
  readonly locate: Locate;
}

export const sameplace: Locate = (position) => position;

/**
 * Maps positions in text that was edited in place. The engine often names the start of a statement or an assignment, which may be
 * inserted text: it then maps to the text after it in its line, or before it where the line has no more.
 */
export function locateThroughEdits(edit: MagicString): Locate {
  let trace: TraceMap | undefined;
  return ({ line, column }) => {
    // The map is built at first use, because most runs do not fail.
    trace ??= new TraceMap(edit.generateDecodedMap({ hires: true, source: "script" }) as SourceMapInput);
    const place = { line, column: column - 1 };
    const after = originalPositionFor(trace, { ...place, bias: LEAST_UPPER_BOUND });
    const found = after.line === null ? originalPositionFor(trace, { ...place, bias: GREATEST_LOWER_BOUND }) : after;
    return found.line === null ? undefined : { line: found.line, column: found.column + 1 };
  };
}

interface Tokens {
  /** A source map with a position for most tokens of `generated`, and none inside of tokens. */
  readonly map: string;
  readonly generated: string;
  readonly original: string;
}

/** Maps positions in text that was printed anew, as esbuild does. `original` is counted in the engine's lines. */
export function locateThroughTokens({ map, generated, original }: Tokens): Locate {
  let trace: TraceMap | undefined;
  let printedStarts: readonly number[] = [];
  let originalStarts: readonly number[] = [];
  return ({ line, column }) => {
    if (trace === undefined) {
      trace = new TraceMap(map);
      printedStarts = lineStarts(generated, LINE_END);
      originalStarts = lineStarts(original, ENGINE_LINE_END);
    }
    const [from, , originalLine, originalColumn] = traceSegment(trace, line - 1, column - 1) ?? [];
    if (from === undefined || originalLine === undefined || originalColumn === undefined) return undefined;
    // `(f ?? g)()` fails at its last parenthesis, which has no position in the map; count on while both texts are equal.
    // esbuild maps an opening parenthesis to the position of its content.
    const printed = printedStarts[line - 1] ?? generated.length;
    const further = generated.slice(printed + from, printed + column - 1).replace(/^\(+/, "");
    const start = originalStarts[originalLine];
    const agrees = start !== undefined && original.startsWith(further, start + originalColumn);
    return { line: originalLine + 1, column: originalColumn + 1 + (agrees ? further.length : 0) };
  };
}

export function chain(outer: Locate, inner: Locate): Locate {
  return (generated) => {
    const between = outer(generated);
    return between && inner(between);
  };
}

export function positionAt(code: string, offset: number): Position {
  const lineStart = code.lastIndexOf("\n", offset - 1) + 1;
  let line = 1;
  for (let at = code.indexOf("\n"); at !== -1 && at < lineStart; at = code.indexOf("\n", at + 1)) line += 1;
  return { line, column: offset - lineStart + 1 };
}

/** Like `positionAt`, for many offsets of one text, which is read once at first use. */
export function positionsIn(code: string): (offset: number) => Position {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(code, LINE_END);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

export function isBefore(one: Position, other: Position): boolean {
  return one.line < other.line || (one.line === other.line && one.column < other.column);
}

const LINE_END = /\n/g;
/** Engines (V8, esbuild) also end a line at U+2028 and U+2029. */
const ENGINE_LINE_END = /[\n\u2028\u2029]/g;

/**
 * JSON pasted into a string may contain U+2028 and U+2029, at which editors and source maps do not end a line.
 *
 * @returns a mapping of the engine's positions in `code` to those of editors
 */
export function fromEngine(code: string): Locate {
  if (!/[\u2028\u2029]/.test(code)) return sameplace;
  const starts = engineLineStarts(code);
  const placeAt = positionsIn(code);
  return ({ line, column }) => {
    const start = starts[line - 1];
    return start === undefined ? undefined : placeAt(start + column - 1);
  };
}

/** @returns offsets at which the engine's lines start */
export function engineLineStarts(code: string): readonly number[] {
  return lineStarts(code, ENGINE_LINE_END);
}

function lineStarts(code: string, lineEnd: RegExp): readonly number[] {
  const starts = [0];
  for (const { index } of code.matchAll(lineEnd)) starts.push(index + 1);
  return starts;
}
