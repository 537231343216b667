/**
 * Errors of V8 for a script that takes a value for something else: a result for a list, a promise for its value. V8 writes the expression as
 * `users.items`, `load(...).map` or `(intermediate value)`.
 */

export const IS_TAKEN_FOR_ANOTHER =
  /^TypeError: (?:Cannot (?:read|set) properties of (?:undefined|null)|Cannot destructure property|Spread syntax requires |(?:[\w$.[\]]|\((?:intermediate value|\.\.\.)\)){1,200} is not (?:a function|iterable)|(?:undefined|object null|object) is not (?:a function|iterable))/;

export const IS_PROMISE_TAKEN_FOR_A_VALUE =
  /^TypeError: (?:(?:[\w$.[\]]|\((?:intermediate value|\.\.\.)\)){1,200} is not (?:a function|iterable)|Cannot (?:read|set) properties of undefined|undefined is not a function|Spread syntax requires )/;

/** The guest's own error for a value of a tool, of `store` or of `files` that the script takes for a text (worker-loader/guest/allocations.js). */
export const IS_TAKEN_FOR_JSON = /^SyntaxError: JSON\.parse takes a text, and got /;
