/**
 * `__servers`, by which rewritten imports name a server whose own name the script has given to something else: `const
 * docs = await getDocument(…)` beside an import from `./servers/docs`.
 */
import type { GuestExtension } from "../../worker-loader/index.ts";
import text from "../../dist/guest/servers.js";

export const SERVERS = "__servers";

export const serversLayoutExtension: GuestExtension = {
  names: [SERVERS],
  main: "servers-layout/servers.js",
  modules: { "servers-layout/servers.js": text },
};
