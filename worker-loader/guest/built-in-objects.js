// Distinguishes objects of the runtime from those of a script: the state of a built-in's instance is not in its properties, so
// `{}` in its place would be wrong.
const { hasOwn } = Object;
const { apply } = Reflect;
const { toString: sourceOf } = Function.prototype;
const { includes } = String.prototype;

/** Namespace objects of the language, which hold functions. */
const NAMESPACES = /** @type {Set<unknown>} */ (new Set([Math, JSON, Reflect, Atomics, Intl]));
const isNamespace = NAMESPACES.has.bind(NAMESPACES);

/** @param {any} object @returns {boolean | undefined} undefined without a constructor of its own */
function hasNativeConstructor(object) {
  if (!hasOwn(object, "constructor")) return undefined;
  const { constructor } = object;
  if (typeof constructor !== "function" || constructor.prototype !== object) return undefined;
  return apply(includes, apply(sourceOf, constructor, []), ["[native code]"]);
}

/** Tells whether a prototype belongs to the runtime. The constructor of a script's class has source text. @param {any} prototype */
export function isNativePrototype(prototype) {
  return hasNativeConstructor(prototype) ?? hasOwn(prototype, Symbol.toStringTag);
}

/** @param {object} value @returns {boolean} true for a namespace like Math, or the prototype of a built-in class */
export function isBuiltInObject(value) {
  return isNamespace(value) || hasNativeConstructor(value) === true;
}
