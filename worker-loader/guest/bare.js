// The main module of guests whose script has no loop, no function and nothing in scope (prepare/inert.ts): it computes one
// value of plain data, in less time than everything of harness.js takes to be read. What it throws is the engine's.
import { WorkerEntrypoint } from "cloudflare:workers";
import { MAX_DEPTH, NOT_PLAIN, plainText } from "./plain-text.js";
import { Unserialisable, member } from "./refused-values.js";
import script from "./script.js";
import { settle } from "./settle.js";

export default class Guest extends WorkerEntrypoint {
  /** @param {undefined} _host @param {{ maxValueLength: number }} limits */
  run(_host, { maxValueLength }) {
    // Nothing to be counted: the module takes no `tick`.
    const work = /** @type {() => () => Promise<unknown>} */ (/** @type {unknown} */ (script))();
    return settle(work, maxValueLength, PARTS);
  }
}

/** @type {import("./settle.js").Parts} */
const PARTS = {
  toJsonText(value, root, maxLength) {
    const text = plainText(value, maxLength);
    if (text === NOT_PLAIN) throw refusal(value, root) ?? new TypeError(`${root} is no plain data`);
    return text;
  },
  reportThrown: (/** @type {any} */ { name, message, stack }) => ({
    kind: "error",
    message: `${name}: ${message}`,
    stack,
    causes: [],
  }),
};

/** Of numbers that are none, and of what is nested too deeply; as in values.js. @param {any} value @param {string} path @returns {Unserialisable | undefined} */
function refusal(value, path, depth = 0) {
  if (typeof value === "number" && !Number.isFinite(value))
    return new Unserialisable(path, `${value}, which JSON cannot carry`);
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > MAX_DEPTH) return new Unserialisable(path, `nested more than ${MAX_DEPTH} levels deep`);
  for (const key of Object.keys(value)) {
    const found = refusal(value[key], path + (Array.isArray(value) ? `[${key}]` : member(key)), depth + 1);
    if (found) return found;
  }
}
