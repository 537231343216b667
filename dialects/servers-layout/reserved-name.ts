/**
 * By which rewritten imports name a server whose own name the script has given to something else: `const docs = await
 * getDocument(…)` beside an import from `./servers/docs`.
 */
export const SERVERS = "__servers";
