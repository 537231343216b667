// The methods of a host's stub, read before the script runs. Later, `host.log` would first be looked for on Object.prototype, where a script can
// define it and get the stub itself: with that, it could send any report, and calls by the hundred thousand.

/** The methods that every run calls. */
export const METHODS = /** @type {const} */ (["call", "ask", "log", "limit", "settle"]);

/**
 * @template {object} Stub
 * @template {keyof Stub & string} Name
 * @param {Stub} host @param {readonly Name[]} names
 * @returns {Pick<Stub, Name>} an object with these methods as its own properties
 */
export function methodsOf(host, names) {
  const methods = /** @type {any} */ ({});
  for (const name of names) {
    const method = /** @type {any} */ (host)[name];
    // Spreading a list would ask the script's iterator for the arguments.
    methods[name] = (/** @type {unknown} */ one, /** @type {unknown} */ two, /** @type {unknown} */ three) =>
      method(one, two, three);
  }
  return methods;
}
