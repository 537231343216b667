// The promise of an answer, as a script gets it. Reading it as if it were the answer means that an `await` is missing: the script would go on
// with wrong values, since a promise is true, has no properties and is "[object Promise]" in a text.

import { memberOf, quoted } from "./member-of.js";

const { apply, get, has, ownKeys } = Reflect;
const { hasOwn } = Object;
const { toPrimitive } = Symbol;
const AnswerProxy = Proxy;

/** Names that code reads of any promise, or of any object. */
const OF_PROMISES = new Set(["constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "__proto__"]);
const WAITING = new Set(["then", "catch", "finally"]);
/** Names by which the language makes a text, a number or JSON of an object. */
const CONVERTING = new Set(["toString", "toLocaleString", "valueOf", "toJSON"]);

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {string} call what was called, as the script writes it: `notes.list`
 * @param {() => void} onWait called when something waits for it
 * @param {string} [why] a sentence for the message: why it is a promise, where that is not plain
 * @returns {Promise<T>}
 */
export function answerPromise(promise, call, onWait, why) {
  /** @param {string} problem @param {string} [member] as in `.name` @returns {never} */
  const refuse = (problem, member = "") => {
    const awaited = member === "" ? `await ${call}(…)` : `(await ${call}(…))${member}`;
    const more = why === undefined ? "" : `. ${why}`;
    throw new TypeError(`${call}(…) is a promise${problem}. An await is missing: ${awaited}${more}`);
  };
  return new AnswerProxy(promise, {
    get(target, name) {
      if (name === toPrimitive || CONVERTING.has(/** @type {string} */ (name))) return refuse(", not its answer");
      if (typeof name !== "string" || OF_PROMISES.has(name) || hasOwn(target, name)) return get(target, name);
      if (!WAITING.has(name)) return refuse(` and has no ${quoted(name)}`, memberOf(name));
      onWait();
      const method = get(target, name);
      return (/** @type {unknown[]} */ ...args) => apply(method, target, args);
    },
    has(target, name) {
      if (typeof name === "string" && !has(target, name)) refuse(` and has no ${quoted(name)}`);
      return has(target, name);
    },
    ownKeys(target) {
      const keys = ownKeys(target);
      return keys.length > 0 ? keys : refuse(" and has no properties");
    },
  });
}
