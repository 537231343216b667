/** The guest's own modules, as text. */
import durableText from "../dist/guest/durable.guest.js";
import reusableText from "../dist/guest/reusable.guest.js";
import singleUseText from "../dist/guest/single-use.guest.js";

export const MAIN_MODULE = "harness.js";

/** guest/single-use.js, guest/reusable.js and guest/durable.js, each with all that it imports; see scripts/build-guest.mjs. */
export const HARNESS = { singleUse: singleUseText, reusable: reusableText, durable: durableText } as const;

/** Names in the scope of every script besides its servers; see guest/scope.js. */
export const BUILT_IN: readonly string[] =
  "input console log ToolError performance fetch globalThis self sleep setTimeout setInterval clearTimeout clearInterval queueMicrotask".split(
    " ",
  );
