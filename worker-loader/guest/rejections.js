// Reports unhandled rejections. The runtime dispatches them to the global object, on which scripts cannot listen: this module
// reads `addEventListener` before the lockdown removes it.

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
  // With two runs in one isolate, the run of the promise is unknown, and a log line must not appear in the wrong run.
  if (listeners?.size !== 1) return;
  for (const listener of listeners) listener(event.reason);
}
