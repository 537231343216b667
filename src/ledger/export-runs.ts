/** Exports runs as JSON lines, or as CSV (RFC 4180) that a spreadsheet does not evaluate as formulas. */

const COLUMNS = [
  "id",
  "outcome",
  "code",
  "via",
  "client",
  "started_at",
  "ended_at",
  "duration_ms",
  "calls",
  "failed_calls",
  "unknown_calls",
  "servers",
  "script",
  "title",
  "tokens_results",
  "tokens_definitions",
  "tokens_returned",
  "tokens_kept_out",
] as const;

export const CSV_HEADER = `${COLUMNS.join(",")}\r\n`;

/** @param run a run in the shape of the REST interface */
export function csvRow(run: Readonly<Record<string, unknown>>): string {
  const flat: Record<string, unknown> = { ...run };
  for (const [name, count] of Object.entries(run["tokens"] ?? {})) flat[`tokens_${name}`] = count;
  return `${COLUMNS.map((column) => cell(flat[column])).join(",")}\r\n`;
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "number") return String(value);
  const text = typeof value === "string" ? value : Array.isArray(value) ? value.join(" ") : JSON.stringify(value);
  // A spreadsheet evaluates a cell that begins like a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
