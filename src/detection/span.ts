/** A part of a text, from `start` to before `end` in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Spans of all matches of a global pattern. */
export function spansOf(text: string, pattern: RegExp): readonly Span[] {
  const spans: Span[] = [];
  for (const found of text.matchAll(pattern)) spans.push({ start: found.index, end: found.index + found[0].length });
  return spans;
}

/** @returns the spans in order; those that overlap are joined */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { start: last.start, end: span.end };
  }
  return merged;
}
