/** Errors of V8 for a script that takes a value for something else: a result for a list, a promise for its value. */

/** The expression as V8 writes it: `users.items`, `load(...).map`, `(intermediate value)`. */
const EXPRESSION = String.raw`(?:[\w$.[\]]|\((?:intermediate value|\.\.\.)\)){1,200}`;

export const IS_TAKEN_FOR_ANOTHER = new RegExp(
  `^TypeError: (?:Cannot (?:read|set) properties of (?:undefined|null)|Cannot destructure property|Spread syntax requires |${EXPRESSION} is not (?:a function|iterable)|(?:undefined|object null|object) is not (?:a function|iterable))`,
);

export const IS_PROMISE_TAKEN_FOR_A_VALUE = new RegExp(
  `^TypeError: (?:${EXPRESSION} is not (?:a function|iterable)|Cannot (?:read|set) properties of undefined|undefined is not a function|Spread syntax requires )`,
);
