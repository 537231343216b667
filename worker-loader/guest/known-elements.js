// The elements of a page that have an id, where the next page may have some of them again: the server counts its pages from another number
// than was guessed, or takes elements out of its pages. Elements without an id may be equal and yet be others.
const { create, hasOwn } = Object;
const { stringify } = JSON;

/** @param {readonly unknown[]} items */
export function knownElements(items) {
  /** @type {Record<string, string>} */
  const texts = create(null);
  for (let at = 0; at < items.length; at += 1) {
    const id = idOf(items[at]);
    if (id !== undefined) texts[id] = stringify(items[at]);
  }
  return {
    /** @param {unknown} item */
    has(item) {
      const id = idOf(item);
      return id !== undefined && texts[id] === stringify(item);
    },
    /** It may be the same one, changed. @param {unknown} item */
    hasId(item) {
      const id = idOf(item);
      return id !== undefined && texts[id] !== undefined;
    },
  };
}

/** @param {unknown} item */
function idOf(item) {
  if (typeof item !== "object" || item === null || !hasOwn(item, "id")) return undefined;
  const { id } = /** @type {{ id: unknown }} */ (item);
  return typeof id === "string" || typeof id === "number" ? `${typeof id} ${id}` : undefined;
}
