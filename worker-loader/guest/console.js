// The script's `console`. Lines are kept up to a limit, with a marker where they were cut, and sent to the host in batches while
// the script runs, so that a run that is ended from outside still has its log.
import { isA } from "./refused-values.js";
import { scriptFramesOf } from "./stack-of.js";
import { describe, toShownText } from "./values.js";

const MAX_LINE = 8_192;
const MAX_JOINED = 1_000_000;
/** Frames that are sent with an error. The host may not know the place of the first one. */
const MAX_FRAMES = 3;
/** A script can make frames of any length. */
const MAX_STACK = 1_000;

/** @typedef {{ maxLines: number, maxLength: number }} LogBounds */
/** @typedef {{ kind: "unhandled" | "uncaught", message: string, stack: string }} Uncaught An error that nothing has caught; the host knows its line */
/** @typedef {string | Uncaught} Line */

export class Log {
  #lines = /** @type {Line[]} */ ([]);
  #arrived = 0;
  #length = 0;
  #dropped = 0;
  #flushing = false;
  #bounds;
  #send;

  /** @param {LogBounds} bounds @param {(from: number, lines: Line[]) => Promise<void>} send */
  constructor(bounds, send) {
    this.#bounds = bounds;
    this.#send = send;
  }

  /** @param {string} line */
  add(line) {
    this.#keep(line, (cut) => cut);
  }

  /** @param {Uncaught["kind"]} kind a promise that was rejected, or a callback that has thrown @param {unknown} error */
  addUncaught(kind, error) {
    const stackOfError = () => scriptFramesOf(error).slice(0, MAX_FRAMES).join("\n").slice(0, MAX_STACK);
    this.#keep(describe(error), (message) => ({ kind, message, stack: stackOfError() }));
  }

  /** @param {string} text @param {(cut: string) => Line} toLine */
  #keep(text, toLine) {
    const cut =
      text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}… (${text.length - MAX_LINE} more characters)` : text;
    if (this.#lines.length >= this.#bounds.maxLines || this.#length + cut.length > this.#bounds.maxLength) {
      this.#dropped += 1;
      return;
    }
    this.#lines.push(toLine(cut));
    this.#length += cut.length;
    if (!this.#flushing) {
      this.#flushing = true;
      void Promise.resolve().then(() => this.#flush());
    }
  }

  async #flush() {
    try {
      while (this.#arrived < this.#lines.length) {
        const until = this.#lines.length;
        await this.#send(this.#arrived, this.#lines.slice(this.#arrived));
        this.#arrived = until;
      }
    } catch {
      // The host has ended the run and does not need these lines any more.
    } finally {
      this.#flushing = false;
    }
  }

  /** @returns lines that the host has not acknowledged (it may have received them), and the number of dropped lines */
  rest() {
    return { from: this.#arrived, lines: this.#lines.slice(this.#arrived), dropped: this.#dropped };
  }
}

const LEVELS = /** @type {const} */ ({
  log: "",
  info: "",
  debug: "[debug] ",
  warn: "[warn] ",
  error: "[error] ",
  trace: "[trace] ",
});

/** @param {Log} log */
export function createConsole(log) {
  /** @type {Record<string, (...values: unknown[]) => void>} */
  const console = {};
  for (const [level, prefix] of Object.entries(LEVELS)) {
    console[level] = (...values) => log.add(prefix + lineOf(values));
  }
  const { log: plainLog = () => {}, error: logError = () => {} } = console;
  console.table = plainLog;
  console.dir = (value) => plainLog(value);
  console.dirxml = plainLog;
  console.group = (...values) => {
    if (values.length > 0) plainLog(...values);
  };
  console.groupCollapsed = console.group;
  // A log has no groups that end, and no terminal, profiler or timeline.
  for (const name of ["groupEnd", "clear", "profile", "profileEnd", "timeStamp"]) console[name] = () => {};
  console.assert = (condition, ...values) => {
    if (condition) return;
    const [first, ...rest] = values;
    if (typeof first === "string") logError(`Assertion failed: ${first}`, ...rest);
    else logError("Assertion failed", ...values);
  };
  const counts = new Map();
  console.count = (label = "default") => {
    counts.set(label, (counts.get(label) ?? 0) + 1);
    plainLog(`${String(label)}: ${counts.get(label)}`);
  };
  console.countReset = (label = "default") => void counts.delete(label);
  const started = new Map();
  console.time = (label = "default") => void started.set(label, Date.now());
  /** @type {(label?: unknown, ...values: unknown[]) => void} */
  const logTime = (label = "default", ...values) =>
    plainLog("%s: %d ms", String(label), Date.now() - (started.get(label) ?? Date.now()), ...values);
  console.timeLog = logTime;
  console.timeEnd = (label) => logTime(label);
  return console;
}

/** Fills `%s` and the like as Node does. Never throws, as `show` does not. @param {unknown[]} values */
function lineOf(values) {
  const [first, ...rest] = values;
  if (typeof first !== "string" || rest.length === 0 || !first.includes("%")) return joined(values.map(show));
  let [used, length] = [0, first.length];
  const text = first.slice(0, MAX_LINE).replace(/%[%sdifjoOc]/g, (sign) => {
    if (sign === "%%") return "%";
    if (used === rest.length || length > MAX_LINE) return sign;
    const filled = formatted(sign, rest[used]);
    used += 1;
    length += filled.length;
    return filled;
  });
  return joined([text + first.slice(MAX_LINE), ...rest.slice(used).map(show)]);
}

/** Leaves out what no line shows: the engine refuses texts of half a billion characters. @param {string[]} texts */
function joined(texts) {
  let line = texts[0] ?? "";
  for (let at = 1; at < texts.length && line.length <= MAX_JOINED; at += 1) line += ` ${texts[at]}`;
  return line;
}

/** @param {string} sign @param {unknown} value */
function formatted(sign, value) {
  if (sign === "%c") return "";
  const isNumber = value === null || ["number", "string", "boolean"].includes(typeof value);
  switch (sign) {
    case "%d":
      return typeof value === "bigint" ? `${value}n` : String(isNumber ? Number(value) : Number.NaN);
    case "%i":
      return typeof value === "bigint"
        ? `${value}n`
        : String(isNumber ? Number.parseInt(String(value), 10) : Number.NaN);
    case "%f":
      return String(isNumber ? Number.parseFloat(String(value)) : Number.NaN);
    case "%j":
      return typeof value === "string" ? JSON.stringify(value) : show(value);
    default:
      return show(value);
  }
}

/** Never throws, so that a log line cannot end a script. @param {unknown} value */
function show(value) {
  try {
    if (typeof value === "string") return value;
    if (typeof value === "function") return `[function ${value.name || "anonymous"}]`;
    return isA(value, Error) ? describe(value) : toShownText(value, MAX_LINE);
  } catch {
    return "[something that cannot be shown]";
  }
}
