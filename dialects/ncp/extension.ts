/**
 * `ncp.find`, `ncp.do` and `schedule.*` of NCP. The services `ncp.find` and `ncp.plan` search tools and map names to
 * parameters; the guest makes the call of a plan, so that it counts as a tool call.
 */
import type { GuestExtension } from "../../worker-loader/index.ts";
import text from "../../dist/guest/ncp.guest.js";

export const ncpExtension: GuestExtension = {
  names: ["ncp", "schedule"],
  main: "ncp/ncp.js",
  modules: { "ncp/ncp.js": text },
};
