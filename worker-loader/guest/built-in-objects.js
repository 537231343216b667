// Tells objects of the runtime from those of a script: an instance of a built-in class holds what it is outside of its
// properties, so `{}` in its place would be wrong.
const { hasOwn } = Object;
const { apply } = Reflect;
const { toString: sourceOf } = Function.prototype;
const { includes } = String.prototype;

/** Objects of the language that are no prototypes: what they hold are functions. */
const NAMESPACES = /** @type {Set<unknown>} */ (new Set([Math, JSON, Reflect, Atomics, Intl]));
const isNamespace = NAMESPACES.has.bind(NAMESPACES);

/** @param {any} object @returns {boolean | undefined} undefined without a constructor of its own */
function hasNativeConstructor(object) {
  if (!hasOwn(object, "constructor")) return undefined;
  const { constructor } = object;
  if (typeof constructor !== "function" || constructor.prototype !== object) return undefined;
  return apply(includes, apply(sourceOf, constructor, []), ["[native code]"]);
}

/**
 * Whether a prototype is the runtime's: an instance of it holds what it is outside of its properties, and `{}` in its place would
 * be wrong. A class of a script has a constructor with source text.
 * @param {any} prototype
 */
export function isNativePrototype(prototype) {
  return hasNativeConstructor(prototype) ?? hasOwn(prototype, Symbol.toStringTag);
}

/** @param {object} value without a class of its own: a namespace like Math, or the prototype of a built-in class */
export function isBuiltInObject(value) {
  return isNamespace(value) || hasNativeConstructor(value) === true;
}
