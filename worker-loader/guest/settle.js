// Runs the script and serializes its outcome: the value as JSON text, or the thrown value as data. The value of a script whose system knows
// no promises at the top is read last, when its async functions have changed it.
import { isAllUndefined } from "./all-undefined.js";
import { TooLong, Unserialisable, isA } from "./refused-values.js";
import { reportThrown } from "./thrown.js";
import { toJsonText } from "./values.js";

/** @typedef {{ afterValue: () => Promise<void>, afterError: () => Promise<void> }} Last Waits for what the script has left to do. */

/** @param {() => Promise<unknown>} work @param {number} maxValueLength @param {Last | undefined} last */
export async function settle(work, maxValueLength, last) {
  let value;
  try {
    value = await work();
  } catch (thrown) {
    const report = { ok: /** @type {const} */ (false), thrown: reportThrown(thrown) };
    if (last !== undefined) await last.afterError();
    return report;
  }
  if (last !== undefined) await last.afterValue();
  try {
    const text = toJsonText(value, "value", maxValueLength);
    return { ok: /** @type {const} */ (true), value: text, isAllUndefined: isAllUndefined(value) };
  } catch (error) {
    const thrown = isA(error, Unserialisable)
      ? {
          kind: "unserialisable",
          message: `The script's value cannot be returned: ${/** @type {Error} */ (error).message}`,
        }
      : isA(error, TooLong)
        ? { kind: "too-long" }
        : reportThrown(error);
    return { ok: /** @type {const} */ (false), thrown };
  }
}
