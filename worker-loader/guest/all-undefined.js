// Finds values of which JSON leaves nothing but brackets, because a script has read members that do not exist: `{ count: r.lenght }`,
// `[undefined]`. JSON leaves out a member that is undefined, so that the host cannot tell `{}` from such an object.

const { isArray } = Array;
const { getOwnPropertyDescriptor, getPrototypeOf, keys, prototype: objectPrototype } = Object;

/** Values that are looked at: none of them was written, so that each is cheap, and a model has read the first ones wrongly. */
const MAX_VALUES = 1_000;
const MAX_LEVELS = 20;

/** @param {unknown} value of a script, which was written as JSON @returns {true | undefined} true for an object or a list with parts that are all undefined */
export function isAllUndefined(value) {
  if (value === undefined) return undefined;
  let left = MAX_VALUES;
  /** @param {any} part @param {number} level @returns {boolean} */
  const isNothing = (part, level) => {
    left -= 1;
    if (part === undefined) return left >= 0;
    if (left < 0 || level > MAX_LEVELS || typeof part !== "object" || part === null) return false;
    if (!isArray(part) && getPrototypeOf(part) !== objectPrototype) return false;
    const names = keys(part);
    if (names.length === 0 || (isArray(part) && names.length !== part.length)) return false;
    // A getter is not called: it could do more than at the first time.
    return names.every((name) => isNothing(valueOf(part, name), level + 1));
  };
  try {
    return isNothing(value, 0) || undefined;
  } catch {
    // A proxy can refuse to be read.
    return undefined;
  }
}

/** @param {object} object @param {string} name */
function valueOf(object, name) {
  const property = getOwnPropertyDescriptor(object, name);
  return property !== undefined && "value" in property ? property.value : null;
}
