/**
 * Rewritten imports reach a server through this object when the script uses the server's name itself: `const docs = await
 * getDocument(…)` beside an import from `./servers/docs`.
 */
export const SERVERS = "__servers";

/** Rewritten imports of `fs/promises` and of the client, and of skills where the script uses the name `scripts` itself, go through this object. */
export const LAYOUT = "__layout";

/** Rewritten imports of `path` go through this object. */
export const PATH = "__path";
