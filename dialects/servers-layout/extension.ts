/** Adds the name that rewritten imports use to the script's scope; see reserved-name.ts. */
import type { GuestExtension } from "../../worker-loader/index.ts";
import layoutText from "../../dist/guest/layout.js";
import text from "../../dist/guest/servers.js";
import { LAYOUT, SERVERS } from "./reserved-name.ts";

export const serversLayoutExtension: GuestExtension = {
  names: [SERVERS],
  main: "servers-layout/servers.js",
  modules: { "servers-layout/servers.js": text },
};

/** What scripts for the layout find beside imports: its files, and the function by which generated files call tools. */
export const layoutExtension: GuestExtension = {
  names: [LAYOUT, "fs", "readdir", "readFile", "callMCPTool"],
  main: "servers-layout/layout.js",
  modules: { "servers-layout/layout.js": layoutText },
};
