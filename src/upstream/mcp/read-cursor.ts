/** Reads the `nextCursor` of a page: what cannot be sent back is a problem to be told, not the end of a list. */

const MAX_CURSOR_CHARS = 100_000;

interface ReadCursor {
  /** Undefined after the last page. */
  readonly cursor?: string | undefined;
  /** Why the next page cannot be asked for, behind "the list has". */
  readonly problem?: string;
}

export function readCursor(value: unknown): ReadCursor {
  if (value === undefined || value === null) return {};
  if (typeof value !== "string") return { problem: "a cursor that is not a text" };
  if (value.length <= MAX_CURSOR_CHARS) return { cursor: value };
  return { problem: `a cursor of ${value.length} characters; at most ${MAX_CURSOR_CHARS} are sent` };
}
