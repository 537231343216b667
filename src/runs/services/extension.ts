/** The functions by which a script asks the gateway's services, as part of its scope. */
import type { GuestExtension } from "../../../worker-loader/index.ts";
import filesText from "../../../dist/guest/files.guest.js";
import servicesText from "../../../dist/guest/services.guest.js";

export const servicesExtension: GuestExtension = {
  names: ["tools", "progress", "results", "store", "runs", "scripts"],
  main: "isogate/services.js",
  modules: { "isogate/services.js": servicesText },
};

/** Apart from the others, because a script that reads bytes can reach Uint8Array, which then has to be frozen. */
export const filesExtension: GuestExtension = {
  names: ["files", "store_files"],
  exposes: ["Uint8Array"],
  main: "isogate/files.js",
  modules: { "isogate/files.js": filesText },
};
