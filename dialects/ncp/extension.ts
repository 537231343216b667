/**
 * `ncp.find`, `ncp.do` and `schedule.*` of NCP. Looking for tools and mapping names to parameters is the services'
 * (`ncp.find`, `ncp.plan`); what comes of a plan is called from the guest, so that it counts as the tool call it is.
 */
import type { GuestExtension } from "../../worker-loader/index.ts";
import text from "../../dist/guest/ncp.js";

export const ncpExtension: GuestExtension = {
  names: ["ncp", "schedule"],
  main: "ncp/ncp.js",
  modules: { "ncp/ncp.js": text },
};
