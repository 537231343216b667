// Why a value cannot leave its guest, and how what was thrown is told apart.

/** Thrown for a value that has no faithful JSON form; `path` is like `value.rows[3].when`. */
export class Unserialisable extends Error {
  /** @param {string} path @param {string} what */
  constructor(path, what) {
    super(`${path} is ${what}`);
    this.path = path;
  }
}

/** A part of a path. @param {string} key */
export function member(key) {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key.slice(0, 100))}]`;
}

/** Thrown when the text would be longer than it may be. */
export class TooLong extends Error {}

/** `instanceof` asks a proxy for its prototype, and a script can make that throw. @param {unknown} error @param {Function} type */
export function isA(error, type) {
  try {
    return error instanceof type;
  } catch {
    return false;
  }
}
