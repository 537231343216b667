// Errors for values that cannot leave the guest, and a safe `instanceof` for thrown values.

/** Thrown for a value that has no faithful JSON form; `path` is like `value.rows[3].when`. */
export class Unserialisable extends Error {
  /** @param {string} path @param {string} what */
  constructor(path, what) {
    super(`${path} is ${what}`);
    this.path = path;
  }
}

/** @param {string} key @returns the key as a part of a path */
export function member(key) {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key.slice(0, 100))}]`;
}

/** Thrown when the text would exceed its maximum length. */
export class TooLong extends Error {}

/** `instanceof` reads a proxy's prototype, and a script can make that throw. @param {unknown} error @param {Function} type */
export function isA(error, type) {
  try {
    return error instanceof type;
  } catch {
    return false;
  }
}
