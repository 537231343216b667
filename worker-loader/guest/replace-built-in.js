// Replaces built-ins by ones that a script cannot tell from them: same name, length, prototype and statics.

const { construct, apply } = Reflect;
const { defineProperty } = Object;

/**
 * Replaces a method by one with the same name and length and no prototype, as built-ins have it.
 * @param {any} owner
 * @param {Record<string, (this: any, ...args: any[]) => unknown>} replacement one method, as methods are written
 */
export function replace(owner, replacement) {
  for (const name in replacement) {
    const value = replacement[name];
    const { length } = owner[name];
    if (value?.length !== length) defineProperty(value, "length", { value: length });
    defineProperty(owner, name, { value, writable: true, enumerable: false, configurable: true });
  }
}

/**
 * Replaces a constructor by one with the same name, prototype and statics that gets converted arguments.
 * @param {string} name
 * @param {(args: any[]) => any[]} convert
 */
export function replaceConstructor(name, convert) {
  const globals = /** @type {Record<string, any>} */ (globalThis);
  const original = globals[name];
  const replacement = new Proxy(original, {
    construct: (target, args, newTarget) => construct(target, convert(args), newTarget),
    apply: (target, self, args) => apply(target, self, convert(args)),
  });
  defineProperty(original.prototype, "constructor", {
    value: replacement,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  defineProperty(globals, name, { value: replacement, writable: true, enumerable: false, configurable: true });
}
