/**
 * Places in a script. Every transformation (stripping types, adding the completion value) keeps a source map, so
 * that whatever the engine reports about the generated text is told to the user in terms of the text they sent.
 */
import { TraceMap, originalPositionFor } from "@jridgewell/trace-mapping";
import type { SourceMapInput } from "@jridgewell/trace-mapping";

/** Line and column, both 1-based. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Generated place in, original place out; `undefined` for text that the user did not write. */
export type Locate = (generated: Position) => Position | undefined;

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

export function shiftLines(locate: Locate, lines: number): Locate {
  return (generated) => {
    const found = locate(generated);
    return found && found.line > lines ? { line: found.line - lines, column: found.column } : undefined;
  };
}
