/**
 * Places in a script. Every transformation (stripping types, adding the completion value) keeps a source map, so
 * that whatever the engine reports about the generated text is told to the user in terms of the text they sent.
 */
import { TraceMap, originalPositionFor } from "@jridgewell/trace-mapping";
import type { SourceMapInput } from "@jridgewell/trace-mapping";

/** Line and column, both 1-based; columns count UTF-16 code units, as engines and editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Generated place in, original place out; `undefined` for text that the user did not write. */
export type Locate = (generated: Position) => Position | undefined;

/** Text that was made from the user's, and the way back. */
export interface Derived {
  readonly code: string;
  readonly locate: Locate;
}

export const sameplace: Locate = (position) => position;

/** @param map read only when the first place is asked for; most runs never fail. */
export function locateThrough(map: () => SourceMapInput): Locate {
  let trace: TraceMap | undefined;
  return ({ line, column }) => {
    trace ??= new TraceMap(map());
    const found = originalPositionFor(trace, { line, column: column - 1 });
    return found.line === null ? undefined : { line: found.line, column: found.column + 1 };
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

export function isBefore(one: Position, other: Position): boolean {
  return one.line < other.line || (one.line === other.line && one.column < other.column);
}

/**
 * Engines (V8, esbuild) also end a line at U+2028 and U+2029, which JSON text pasted into a string may hold; editors
 * and source maps do not.
 *
 * @returns how to read an engine's place in `code` as everybody else's.
 */
export function fromEngine(code: string): Locate {
  if (!/[\u2028\u2029]/.test(code)) return sameplace;
  const starts = lineStarts(code);
  return ({ line, column }) => {
    const start = starts[line - 1];
    return start === undefined ? undefined : positionAt(code, start + column - 1);
  };
}

/** Offsets at which the engine's lines start. */
export function lineStarts(code: string): readonly number[] {
  const starts = [0];
  for (const { index } of code.matchAll(/[\n\u2028\u2029]/g)) starts.push(index + 1);
  return starts;
}
