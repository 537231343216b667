// What a script finds of the gateway itself: `tools` to look tools up, `progress` to tell the client how far it is.

/** @param {import("../../../../worker-loader/guest/extension.js").Kit} kit */
export function extend({ ask }) {
  return {
    tools: Object.freeze({
      /** @param {unknown} query @param {unknown} [options] */
      search: (query, options) => ask("tools.search", { query, options }),
      /** @param {unknown} path */
      describe: (path) => ask("tools.describe", { path }),
    }),
    /** @param {unknown} message @param {unknown} [fraction] */
    progress: (message, fraction) => ask("progress", { message, fraction }),
  };
}
