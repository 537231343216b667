/** The guest's own modules, as text, and a name for exactly this version of them. */
import allocationsText from "./guest/allocations.js";
import callsText from "./guest/calls.js";
import consoleText from "./guest/console.js";
import extensionText from "./guest/extension.js";
import guardText from "./guest/guard.js";
import harnessText from "./guest/harness.js";
import lockdownText from "./guest/lockdown.js";
import rejectionsText from "./guest/rejections.js";
import scopeText from "./guest/scope.js";
import thrownText from "./guest/thrown.js";
import timersText from "./guest/timers.js";
import toolErrorText from "./guest/tool-error.js";
import toolsText from "./guest/tools.js";
import valuesText from "./guest/values.js";

export const MAIN_MODULE = "harness.js";

export const HARNESS: Readonly<Record<string, string>> = {
  [MAIN_MODULE]: harnessText,
  "allocations.js": allocationsText,
  "calls.js": callsText,
  "console.js": consoleText,
  "extension.js": extensionText,
  "guard.js": guardText,
  "lockdown.js": lockdownText,
  "rejections.js": rejectionsText,
  "scope.js": scopeText,
  "thrown.js": thrownText,
  "timers.js": timersText,
  "tool-error.js": toolErrorText,
  "tools.js": toolsText,
  "values.js": valuesText,
};

/** In scope of every script besides its servers; see guest/scope.js. */
export const BUILT_IN: readonly string[] =
  "input console call_tool ToolError performance fetch globalThis self sleep setTimeout setInterval clearTimeout clearInterval queueMicrotask".split(
    " ",
  );
