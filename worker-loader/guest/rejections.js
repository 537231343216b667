// Promises that were rejected and that nobody waits for. The runtime tells the global object, which scripts cannot listen
// to: this module is evaluated before the lockdown takes `addEventListener` away.

/** @type {Set<(reason: unknown) => void>} */
const listeners = new Set();

addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  // Two runs in one isolate: whose promise it was cannot be told, and a log line must not cross over.
  if (listeners.size !== 1) return;
  for (const listener of listeners) listener(event.reason);
});

/** @param {(reason: unknown) => void} listener @returns {() => void} stops listening */
export function hearRejections(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
