/** The guest's own modules, as text. */
import bareText from "../dist/guest/bare.js";
import inertText from "../dist/guest/inert.js";
import lockedText from "../dist/guest/locked.js";
import type { GuestKind } from "./prepare/inert.ts";

export const MAIN_MODULE = "harness.js";

/** guest/inert.js and so on with all that they import, each in one; see scripts/build-guest.mjs. */
export const HARNESS: Readonly<Record<GuestKind, string>> = {
  bare: bareText,
  inert: inertText,
  locked: lockedText,
};

/** In scope of every script besides its servers; see guest/scope.js. */
export const BUILT_IN: readonly string[] =
  "input console ToolError performance fetch globalThis self sleep setTimeout setInterval clearTimeout clearInterval queueMicrotask".split(
    " ",
  );
