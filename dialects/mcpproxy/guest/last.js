// This module is loaded for scripts that may go on after their last statement; see ../read-last.ts. The promise that it adds to the scope
// resolves after that statement.

/** @param {import("../../../worker-loader/guest/extension.js").Kit} kit */
export function extend({ readLast }) {
  return { $mcpproxy_last: readLast() };
}
