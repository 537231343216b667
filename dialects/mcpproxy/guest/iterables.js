// Tells which iterables a loop has to wait for: rewritten generators that call tools are asynchronous ones.

/** The iterator methods of built-in collections and generators, none of which waits. */
const OWN = new Set(
  [[], "", new Map(), new Set(), [].values(), new Uint8Array()].map((one) => /** @type {any} */ (one)[Symbol.iterator]),
);

/** @param {any} it */
export function isIterable(it) {
  const start = it[Symbol.iterator] ?? it[Symbol.asyncIterator];
  return start !== undefined && start !== null;
}

/** @param {any} it */
export function mayWait(it) {
  if (it === null || it === undefined) return false;
  const start = it[Symbol.iterator];
  if (start === undefined || start === null) return typeof it[Symbol.asyncIterator] === "function";
  return !OWN.has(start);
}
