/** `tools` as executor's scripts use it, for scripts that do (rewrite.ts). */
import type { GuestExtension } from "../../worker-loader/index.ts";
import text from "../../dist/guest/tool-paths.guest.js";
import { EXECUTOR } from "./reserved-name.ts";

/** It comes after the extension that has the gateway's own `tools`, and replaces them. */
export const executorExtension: GuestExtension = {
  names: [EXECUTOR],
  main: "executor/tool-paths.js",
  modules: { "executor/tool-paths.js": text },
};
