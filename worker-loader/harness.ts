/** The guest's own module, as text, and a name for exactly this version of it. */
import harnessText from "../dist/guest/harness.js";

export const MAIN_MODULE = "harness.js";

/** guest/harness.js and all that it imports, in one; see scripts/build-guest.mjs. */
export const HARNESS: Readonly<Record<string, string>> = { [MAIN_MODULE]: harnessText };

/** In scope of every script besides its servers; see guest/scope.js. */
export const BUILT_IN: readonly string[] =
  "input console ToolError performance fetch globalThis self sleep setTimeout setInterval clearTimeout clearInterval queueMicrotask".split(
    " ",
  );
