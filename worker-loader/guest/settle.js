// Runs the script and serializes its outcome: the value as JSON text, or the thrown value as data.
import { TooLong, Unserialisable, isA } from "./refused-values.js";
import { reportThrown } from "./thrown.js";
import { toJsonText } from "./values.js";

/** @param {() => Promise<unknown>} work @param {number} maxValueLength */
export async function settle(work, maxValueLength) {
  let value;
  try {
    value = await work();
  } catch (thrown) {
    return { ok: /** @type {const} */ (false), thrown: reportThrown(thrown) };
  }
  try {
    return { ok: /** @type {const} */ (true), value: toJsonText(value, "value", maxValueLength) };
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
