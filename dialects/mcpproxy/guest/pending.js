// A pending value is what a waiting function returns in a script that does not write `await`. It is no promise, because the script
// may make promises of its own and keep them. Rewritten code waits for it at the call; where the rewriting missed a call that
// waits, using the value throws an error that says so.

const waiting = /** @type {WeakMap<object, Promise<Boxed>>} */ (new WeakMap());
const lookUp = WeakMap.prototype.get.bind(waiting);
const remember = WeakMap.prototype.set.bind(waiting);
const has = WeakMap.prototype.has.bind(waiting);

/** A boxed value passes through a promise unchanged; a bare promise or thenable would be unwrapped. @typedef {{ readonly v: unknown }} Boxed */

/** @param {unknown} v @returns {Boxed} */
export function box(v) {
  return { v };
}

const MESSAGE =
  "A tool was called where the script cannot wait for it: a function that calls tools was passed to code that runs it at once. Call it in a loop of the script instead, or use `await` with call_tool throughout.";

/** @returns {never} */
function refuse() {
  throw new TypeError(MESSAGE);
}

/**
 * @param {Promise<Boxed>} promise
 * @param {(object: object, what: string) => void} registerOpaque
 * @returns {object}
 */
export function pending(promise, registerOpaque) {
  // Code that awaits it, or returns it from a promise's callback, gets the value.
  const then = (/** @type {(value: unknown) => void} */ resolve, /** @type {(reason: unknown) => void} */ reject) => {
    promise.then(({ v }) => resolve(v), reject);
  };
  const made = new Proxy(Object.freeze(Object.create(null)), {
    get: (_target, name) => (name === "then" ? then : refuse()),
    has: refuse,
    set: refuse,
  });
  remember(made, promise);
  registerOpaque(made, `a tool call that was not waited for. ${MESSAGE}`);
  return made;
}

/** @param {unknown} value @returns {Promise<Boxed> | undefined} */
export function promiseOf(value) {
  return isPending(value) ? lookUp(/** @type {object} */ (value)) : undefined;
}

/** @param {unknown} value */
export function isPending(value) {
  return value !== null && typeof value === "object" && has(value);
}
