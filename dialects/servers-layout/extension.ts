/** Adds the name that rewritten imports use to the script's scope; see reserved-name.ts. */
import type { GuestExtension } from "../../worker-loader/index.ts";
import layoutText from "../../dist/guest/layout.guest.js";
import pathText from "../../dist/guest/layout-path.guest.js";
import text from "../../dist/guest/servers.guest.js";
import { LAYOUT, PATH, SERVERS } from "./reserved-name.ts";

export const serversLayoutExtension: GuestExtension = {
  names: [SERVERS],
  main: "servers-layout/servers.js",
  modules: { "servers-layout/servers.js": text },
};

/** Adds the layout's files, and the function by which its generated files call tools, to the script's scope. */
export const layoutExtension: GuestExtension = {
  names: [LAYOUT, "fs", "readdir", "readFile", "callMCPTool"],
  main: "servers-layout/layout.js",
  modules: { "servers-layout/layout.js": layoutText },
};

export const pathExtension: GuestExtension = {
  names: [PATH],
  main: "servers-layout/layout-path.js",
  modules: { "servers-layout/layout-path.js": pathText },
};
