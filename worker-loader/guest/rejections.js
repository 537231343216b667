// Promises that were rejected and that nobody waits for. The runtime tells the global object, which scripts cannot listen
// to: `addEventListener` is taken here, before the lockdown takes it away from everybody.

const listen = addEventListener;

/** @type {Set<(reason: unknown) => void> | undefined} */
let listeners;

/** @param {(reason: unknown) => void} listener @returns {() => void} stops listening */
export function hearRejections(listener) {
  if (listeners === undefined) {
    listeners = new Set();
    listen("unhandledrejection", tell);
  }
  const all = listeners;
  all.add(listener);
  return () => void all.delete(listener);
}

/** @param {PromiseRejectionEvent} event */
function tell(event) {
  event.preventDefault();
  // Two runs in one isolate: whose promise it was cannot be told, and a log line must not cross over.
  if (listeners?.size !== 1) return;
  for (const listener of listeners) listener(event.reason);
}
