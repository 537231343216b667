/**
 * `mcp.search_docs({ … })` of execbox and `codemode.search_docs({ … })` of `@cloudflare/codemode`: one object for the
 * tools of all servers. The service `execbox.find` resolves a tool's name to its server.
 */
import type { GuestExtension } from "../../worker-loader/index.ts";
import text from "../../dist/guest/execbox.guest.js";

export const execboxExtension: GuestExtension = {
  names: ["mcp", "codemode"],
  main: "execbox/execbox.js",
  modules: { "execbox/execbox.js": text },
};
