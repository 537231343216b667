// The elements of a page, where the next page may have some of them again: the server counts its pages from another number than was
// guessed, or takes elements out of its pages.
const { create, hasOwn } = Object;
const { stringify } = JSON;

/** @param {readonly unknown[]} items */
export function knownElements(items) {
  /** @type {Record<string, true>} */
  const texts = create(null);
  /** @type {Record<string, true>} */
  const ids = create(null);
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at];
    if (!isObject(item)) continue;
    texts[stringify(item)] = true;
    const id = idOf(item);
    if (id !== undefined) ids[id] = true;
  }
  return {
    /** A list may have a plain value twice. @param {unknown} item */
    has: (item) => isObject(item) && texts[stringify(item)] === true,
    /** It may be the same one, changed. @param {unknown} item */
    hasId(item) {
      const id = isObject(item) ? idOf(item) : undefined;
      return id !== undefined && ids[id] === true;
    },
  };
}

/** @param {unknown} item @returns {item is object} */
function isObject(item) {
  return typeof item === "object" && item !== null;
}

/** @param {object} item */
function idOf(item) {
  const id = hasOwn(item, "id") ? /** @type {{ id: unknown }} */ (item).id : undefined;
  return typeof id === "string" || typeof id === "number" ? `${typeof id} ${id}` : undefined;
}
