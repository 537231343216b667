/** The functions by which a script asks the gateway's services, as part of its scope. */
import type { GuestExtension } from "../../../worker-loader/index.ts";
import servicesText from "../../../dist/guest/services.js";

export const servicesExtension: GuestExtension = {
  names: ["tools", "progress", "results", "store", "runs", "scripts"],
  main: "isogate/services.js",
  modules: { "isogate/services.js": servicesText },
};
