/** The name that loads guest/tool-paths.js; no script writes it. */
export const EXECUTOR = "$executor";
