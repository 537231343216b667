// The error of native calls that ask for too much memory; see allocation-budget.js. `genuine` holds the harness's message: a script gets
// the class from an error it caught, and must not report its own text under the gateway's code.

const genuine = /** @type {WeakMap<object, string>} */ (new WeakMap());
// Bound before any script runs, so that none can replace it.
const lookUp = WeakMap.prototype.get.bind(genuine);
const remember = WeakMap.prototype.set.bind(genuine);

export class MemoryLimitError extends RangeError {}

/** @param {string} message */
export function memoryLimitError(message) {
  const error = new MemoryLimitError(message);
  remember(error, message);
  return error;
}

/** @param {unknown} thrown @returns {string | undefined} the harness's message; undefined for all other errors */
export function memoryLimitOf(thrown) {
  return thrown !== null && typeof thrown === "object" ? lookUp(thrown) : undefined;
}
