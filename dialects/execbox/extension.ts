/**
 * `mcp.search_docs({ … })` of execbox and `codemode.search_docs({ … })` of `@cloudflare/codemode`: one object for the
 * tools of all servers. Which server a name means is the service `execbox.find`'s to say.
 */
import type { GuestExtension } from "../../worker-loader/index.ts";
import text from "../../dist/guest/execbox.js";

export const execboxExtension: GuestExtension = {
  names: ["mcp", "codemode"],
  main: "execbox/execbox.js",
  modules: { "execbox/execbox.js": text },
};
