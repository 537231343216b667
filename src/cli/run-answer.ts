/** Formats the failure of a run, from the answer to `POST /code/exec`. */
import type { RunError } from "../contract/runs.ts";
import { printable } from "./printable.ts";
import type { Paint } from "./paint.ts";

const LINES_AROUND = 1;
const MAX_LINE_LENGTH = 160;

/** @param source the script; undefined if it is not known here */
export function printFailure(error: RunError, run: string, source: string | undefined, paint: Paint): string {
  const { code, message, line, column, hint, approvals } = error;
  const where = line === undefined ? "" : ` (line ${line}${column === undefined ? "" : `, column ${column}`})`;
  const lines = [`${paint.bad(printable(code))}${where}: ${printable(message)}`];
  if (line !== undefined && source !== undefined) lines.push(...excerpt(source, line, column, paint));
  // The excerpt shows the line already.
  const more = source === undefined ? hint : hint?.replace(/^Line \d+: [^\n]*\n?/, "");
  if (more) lines.push(printable(more));
  // A dry run is refused with the same code, and nothing of it waits.
  if (approvals !== undefined && run !== "")
    lines.push(
      printable(`isogate approvals list --run ${run} shows the waiting calls and how to decide on them here.`),
    );
  if (run !== "") lines.push(paint.dim(printable(`isogate runs show ${run}`)));
  return `${lines.join("\n")}\n`;
}

/** @returns the lines around the failing line, with a mark below the column */
function excerpt(source: string, line: number, column: number | undefined, paint: Paint): string[] {
  const all = source.split("\n");
  const first = Math.max(1, line - LINES_AROUND);
  const last = Math.min(all.length, line + LINES_AROUND);
  const width = String(last).length;
  const shown: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const text = all[number - 1] ?? "";
    const isFailing = number === line;
    const row = `${isFailing ? ">" : " "} ${String(number).padStart(width)} | ${printable(text.replaceAll("\t", " ")).slice(0, MAX_LINE_LENGTH)}`;
    shown.push(isFailing ? paint.strong(row) : paint.dim(row));
    if (isFailing && column !== undefined && column <= MAX_LINE_LENGTH) {
      shown.push(paint.bad(`  ${" ".repeat(width)} | ${" ".repeat(Math.max(0, column - 1))}^`));
    }
  }
  return shown;
}
