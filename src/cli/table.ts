/** Formats rows of a table for a terminal. The last column takes the rest of the line. */
import { oneLine } from "./printable.ts";
import type { Paint } from "./paint.ts";

export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

const MIN_LAST_COLUMN = 20;

export function table(
  headings: readonly string[],
  rows: readonly (readonly (string | Cell)[])[],
  { width, paint }: { readonly width: number; readonly paint: Paint },
): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "string" ? { text: cell } : cell)));
  const texts = cells.map((row) => row.map(({ text }) => oneLine(text, 200)));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...texts.map((row) => row[column]?.length ?? 0)),
  );
  const last = headings.length - 1;
  const before = widths.slice(0, last).reduce((sum, one) => sum + one + 2, 0);
  const max = Math.max(MIN_LAST_COLUMN, width - before);
  const line = (row: readonly string[], painted: (text: string, column: number) => string): string =>
    row
      .map((text, column) => {
        if (column === last) return painted(oneLine(text, max), column);
        return painted(text, column) + " ".repeat((widths[column] ?? 0) - text.length);
      })
      .join("  ")
      .trimEnd();
  return [
    line(headings, (text) => paint.dim(text)),
    ...texts.map((row, index) => line(row, (text, column) => cells[index]?.[column]?.paint?.(text) ?? text)),
    "",
  ].join("\n");
}
