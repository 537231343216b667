// Sorts with a comparator that waits.

/**
 * Stable; `undefined` goes last without being compared (ECMA-262 §23.1.3.30).
 * @param {readonly unknown[]} values @param {(one: unknown, other: unknown) => Promise<unknown>} compare @param {() => number} tick
 * @returns {Promise<unknown[]>} a new array
 */
export async function sortInTurn(values, compare, tick) {
  const defined = values.filter((value) => value !== undefined);
  /** @param {unknown} one @param {unknown} other */
  const order = async (one, other) => {
    tick();
    return Number(await compare(one, other)) || 0;
  };
  const sorted = await mergeSort(defined, order);
  while (sorted.length < values.length) sorted.push(undefined);
  return sorted;
}

/** @typedef {(one: unknown, other: unknown) => Promise<number>} Order */

/** @param {unknown[]} items @param {Order} order @returns {Promise<unknown[]>} */
async function mergeSort(items, order) {
  if (items.length < 2) return items;
  const middle = items.length >> 1;
  return merge(await mergeSort(items.slice(0, middle), order), await mergeSort(items.slice(middle), order), order);
}

/** @param {unknown[]} left @param {unknown[]} right @param {Order} order */
async function merge(left, right, order) {
  const merged = [];
  let at = 0;
  for (const item of left) {
    while (at < right.length && (await order(right[at], item)) < 0) {
      merged.push(right[at]);
      at += 1;
    }
    merged.push(item);
  }
  return [...merged, ...right.slice(at)];
}
