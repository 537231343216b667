// Sorts with a comparator that waits. Up to 63 items are compared in V8's order (an initial run, then binary insertion), so that
// tools are called in the order a synchronous sort would call them; longer lists are merged from such pieces.

const PIECE = 63;

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
  let pieces = [];
  for (let start = 0; start < defined.length; start += PIECE) {
    pieces.push(await insertInTurn(defined.slice(start, start + PIECE), order));
  }
  while (pieces.length > 1) {
    const merged = [];
    for (let at = 0; at < pieces.length; at += 2)
      merged.push(await merge(pieces[at] ?? [], pieces[at + 1] ?? [], order));
    pieces = merged;
  }
  const sorted = pieces[0] ?? [];
  while (sorted.length < values.length) sorted.push(undefined);
  return sorted;
}

/** @typedef {(one: unknown, other: unknown) => Promise<number>} Order */

/** @param {unknown[]} items changed in place @param {Order} order */
async function insertInTurn(items, order) {
  if (items.length < 2) return items;
  const first = await runAtStart(items, order);
  for (let start = first; start < items.length; start += 1) {
    const pivot = items[start];
    let left = 0;
    let right = start;
    while (left < right) {
      const middle = left + ((right - left) >> 1);
      if ((await order(pivot, items[middle])) < 0) right = middle;
      else left = middle + 1;
    }
    items.splice(start, 1);
    items.splice(left, 0, pivot);
  }
  return items;
}

/** @param {unknown[]} items @param {Order} order @returns {Promise<number>} length of the ordered run at the start; a descending run is reversed in place */
async function runAtStart(items, order) {
  const descends = (await order(items[1], items[0])) < 0;
  let length = 2;
  while (length < items.length) {
    const next = await order(items[length], items[length - 1]);
    if (descends ? next >= 0 : next < 0) break;
    length += 1;
  }
  if (descends) items.splice(0, length, ...items.slice(0, length).reverse());
  return length;
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
