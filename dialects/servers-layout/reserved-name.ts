/**
 * Rewritten imports reach a server through this object when the script uses the server's name itself: `const docs = await
 * getDocument(…)` beside an import from `./servers/docs`.
 */
export const SERVERS = "__servers";
