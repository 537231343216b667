/** Adds the name that rewritten imports use to the script's scope; see reserved-name.ts. */
import type { GuestExtension } from "../../worker-loader/index.ts";
import text from "../../dist/guest/servers.js";
import { SERVERS } from "./reserved-name.ts";

export const serversLayoutExtension: GuestExtension = {
  names: [SERVERS],
  main: "servers-layout/servers.js",
  modules: { "servers-layout/servers.js": text },
};
