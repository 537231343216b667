// This module is loaded for scripts that may go on after their last statement; see ../read-last.ts.

/** @param {import("../../../worker-loader/guest/extension.js").Kit} kit */
export function extend({ readLast }) {
  readLast();
  return { $mcpproxy_last: true };
}
