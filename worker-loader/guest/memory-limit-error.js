// One native call, or all of a run together, asked for too much memory; see allocations.js. `genuine` remembers what the harness
// said: a script gets at the class through an error it caught, and must not report a text of its own under the gateway's code.

const genuine = /** @type {WeakMap<object, string>} */ (new WeakMap());
// Bound before any script runs.
const lookUp = WeakMap.prototype.get.bind(genuine);
const remember = WeakMap.prototype.set.bind(genuine);

export class MemoryLimitError extends RangeError {}

/** @param {string} message */
export function memoryLimitError(message) {
  const error = new MemoryLimitError(message);
  remember(error, message);
  return error;
}

/** @param {unknown} thrown @returns {string | undefined} what the harness said; undefined for all other errors */
export function memoryLimitOf(thrown) {
  return thrown !== null && typeof thrown === "object" ? lookUp(thrown) : undefined;
}
