/** What a function returns that may fail as expected: a value, or the reason in a form that the caller can tell its own caller. */
export type Result<Value, Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Problem };
