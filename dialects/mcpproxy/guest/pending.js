// What a function that waits for tools returns in a script that does not write `await`: not a promise, which the script might
// have made itself and wants to keep, but a thing of its own kind. The rewritten script waits for it where it stands; where
// the rewriting did not see that a call can wait, touching it says so.

const waiting = /** @type {WeakMap<object, Promise<Boxed>>} */ (new WeakMap());
const lookUp = WeakMap.prototype.get.bind(waiting);
const remember = WeakMap.prototype.set.bind(waiting);
const has = WeakMap.prototype.has.bind(waiting);

/** A value on its way through a promise: a promise or a thenable would be unwrapped. @typedef {{ readonly v: unknown }} Boxed */

/** @param {unknown} v @returns {Boxed} */
export function box(v) {
  return { v };
}

const MESSAGE =
  "A tool was called where the script cannot wait for it: a function that calls tools was handed to code that runs at once. Call it in a loop of the script instead, or use `await` with call_tool throughout.";

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
  // Whoever does `await` it, or return it to a promise, means the value.
  const then = (/** @type {(value: unknown) => void} */ resolve, /** @type {(reason: unknown) => void} */ reject) => {
    promise.then(({ v }) => resolve(v), reject);
  };
  const made = new Proxy(Object.freeze(Object.create(null)), {
    get: (_target, name) => (name === "then" ? then : refuse()),
    has: refuse,
    set: refuse,
  });
  remember(made, promise);
  registerOpaque(made, `a tool call nobody waited for. ${MESSAGE}`);
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
