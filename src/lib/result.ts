/** The result of a function with expected failures: a value, or an error that the caller can pass on. */
export type Result<Value, Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Problem };
