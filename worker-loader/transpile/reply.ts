/** The reply of `guest/transpiler.js`. */
export type Reply =
  | { readonly ok: true; readonly code: string; readonly map: string }
  | { readonly ok: false; readonly isDead: boolean; readonly errors: readonly TranspileMessage[] };

/** Lines are 1-based, columns 0-based UTF-16. */
export interface TranspileMessage {
  readonly text: string;
  readonly line?: number;
  readonly column?: number;
}
