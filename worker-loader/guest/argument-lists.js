// Bounds the lists of arguments that Reflect.apply, Reflect.construct and Function.prototype.apply take: the engine reads all items of
// `{ length: 1e8 }`, which takes 14 s, before it finds that its stack has no room for them.
import { checkLimits } from "./allocation-budget.js";
import { replace } from "./replace-built-in.js";

const { apply, construct } = Reflect;
const TooMany = RangeError;
const { min, trunc } = Math;
/** Arguments of one call. The engine has room for some 120,000 on its stack. */
const MAX_ARGUMENTS = 131_072;
/** Items that are copied between two checks. */
const STEPS = 1_024;

export function limitReflect() {
  replace(Reflect, {
    apply(/** @type {any} */ target, /** @type {any} */ self, /** @type {any} */ list) {
      return apply(target, self, typeof target === "function" ? bounded(list) : NONE);
    },
  });
  replace(Reflect, {
    construct(/** @type {any} */ target, /** @type {any} */ list, /** @type {any} */ newTarget) {
      const args = typeof target === "function" ? bounded(list) : NONE;
      return arguments.length < 3 ? construct(target, args) : construct(target, args, newTarget);
    },
  });
}

export function limitArguments() {
  const { apply: applyOf } = Function.prototype;
  replace(Function.prototype, {
    apply(/** @type {any} */ self, /** @type {any} */ list) {
      // The built-in says that this is no function.
      if (typeof this !== "function") return apply(/** @type {any} */ (applyOf), this, [self, NONE]);
      return apply(this, self, list === undefined || list === null ? NONE : bounded(list));
    },
  });
}

/** @type {any} */
const NONE = Object.freeze([]);

/**
 * A list that cannot say another length when the built-in asks again. Its length is read once, and its items are read once, in order, as the
 * built-in does it.
 * @param {any} list @returns {any} the value itself if it is no object: the built-in says what is wrong with it
 */
function bounded(list) {
  if ((typeof list !== "object" && typeof list !== "function") || list === null) return list;
  const length = min(trunc(+list.length) || 0, Number.MAX_SAFE_INTEGER);
  if (length > MAX_ARGUMENTS)
    throw new TooMany(`A call takes at most ${MAX_ARGUMENTS} arguments, and the list has ${length}.`);
  /** @type {any} */
  const copy = { __proto__: null, length: length > 0 ? length : 0 };
  for (let index = 0; index < length; index += 1) {
    if (index % STEPS === STEPS - 1) checkLimits();
    copy[index] = list[index];
  }
  return copy;
}
