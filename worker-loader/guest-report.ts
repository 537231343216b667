/**
 * Reads a guest's report. It is untrusted: a script that replaces built-ins makes the harness cut nothing off. Every field is
 * checked and bounded as the harness bounds it, and codes other than the script's own are only accepted from failures that the host returned.
 */
import * as z from "zod";
import { MALFORMED_REPORT } from "./isolate-errors.ts";
import { outOfMemory } from "./limit-errors.ts";
import type { RunLimits } from "./limits.ts";
import type { RunError } from "./outcome.ts";
import type { Locate, Position } from "./syntax/position.ts";

/** The harness sends no longer texts of its own; a forged one would go into a model's context. */
const MAX_TEXT_LENGTH = 16_384;
/** The bound of guest/values.js for what was thrown. A failure of a call has the message of its upstream, which may be far longer. */
const MAX_MESSAGE_LENGTH = 4_096;
/** The bound of guest/thrown.js. Each cause has a stack, and reading a hostile one takes 15 ms. */
const MAX_CAUSES = 5;
/** The bound of guest/plain-text.js, and one level for the value itself. */
const MAX_VALUE_DEPTH = 201;

const cutText = z.string().transform((given) => given.slice(0, MAX_TEXT_LENGTH));

/** A list whose further items are not looked at: a message of 32 MB can name one object millions of times. */
function firstOf<Item extends z.ZodType>(max: number, item: Item) {
  return z.preprocess((given) => (Array.isArray(given) ? given.slice(0, max) : given), z.array(item));
}

const failureSchema = z.object({
  code: z.string(),
  message: z.string(),
  server: cutText.optional(),
  tool: cutText.optional(),
  hint: cutText.optional(),
  rule: cutText.optional(),
  retry_after_ms: z.number().optional(),
  retryable: z.boolean().optional(),
});

const causeSchema = z.object({
  label: z.enum(["cause", "error", "suppressed"]),
  message: cutText,
  stack: cutText.optional(),
});

const thrownSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("unserialisable"), message: cutText }),
  z.object({ kind: z.literal("too-long") }),
  z.object({ kind: z.literal("memory"), message: cutText, stack: cutText.optional() }),
  z.object({ kind: z.literal("call"), failure: failureSchema, stack: cutText.optional() }),
  z.object({
    kind: z.literal("error"),
    message: cutText,
    stack: cutText.optional(),
    causes: firstOf(MAX_CAUSES, causeSchema),
  }),
]);

const reportSchema = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    value: z.string().optional(),
    isAllUndefined: z.literal(true).optional().catch(undefined),
  }),
  z.object({ ok: z.literal(false), thrown: thrownSchema }),
]);

type GuestReport = z.output<typeof reportSchema>;
type Thrown = z.output<typeof thrownSchema>;

export function readReport(value: unknown): GuestReport | undefined {
  return reportSchema.safeParse(value).data;
}

const NO_LOGS = { from: 0, lines: [], dropped: 0 };

const timersLeftSchema = z.object({ count: z.int().min(1), ms: z.number().min(0), stack: cutText.optional() });

const endSchema = z
  .object({
    limit: z.enum(["CPU_LIMIT", "TIMEOUT", "CANCELLED"]).optional(),
    stack: cutText.optional().catch(undefined),
    logs: z.object({ from: z.number(), lines: z.array(z.unknown()), dropped: z.number() }).catch(NO_LOGS),
    timersLeft: timersLeftSchema.optional().catch(undefined),
  })
  .catch({ logs: NO_LOGS });

/** Parses a guest's report that nothing is left to do. */
export function readEnd(value: unknown): z.output<typeof endSchema> {
  return endSchema.parse(value);
}

const MAX_UNANSWERED_NAMED = 10;

const listedCalls = z.object({
  count: z.int().min(0),
  first: firstOf(MAX_UNANSWERED_NAMED, z.object({ tool: cutText, stack: cutText.optional() })),
});
const NO_CALLS: z.output<typeof listedCalls> = { count: 0, first: [] };

const unansweredSchema = listedCalls
  .extend({ unread: listedCalls.catch(NO_CALLS) })
  .catch({ ...NO_CALLS, unread: NO_CALLS });

/** Parses a guest's list of calls that had no answer when the script ended, and of those whose answer nothing has waited for. */
export function readUnanswered(value: unknown): z.output<typeof unansweredSchema> {
  return unansweredSchema.parse(value);
}

function isJson(value: string): boolean {
  if (isTextDeeper(value, MAX_VALUE_DEPTH)) return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** Knows the failures that the host returned to the run. */
interface ReportedFailures {
  hasGiven(failure: { readonly code: string; readonly message: string }): boolean;
}

/** An outcome without its logs, which the gate keeps. */
export type Ending =
  | { readonly ok: true; readonly value?: string; readonly isAllUndefined?: true }
  | { readonly ok: false; readonly error: RunError };

/** @param report undefined if the guest's message is not a report */
export function toEnding(
  report: GuestReport | undefined,
  locate: Locate,
  limits: RunLimits,
  given: ReportedFailures,
): Ending {
  if (report === undefined) return MALFORMED;
  if (!report.ok) return { ok: false, error: toError(report.thrown, locate, limits, given) };
  const { value, isAllUndefined } = report;
  if (value === undefined) return { ok: true };
  if (value.length > limits.maxValueLength) return { ok: false, error: tooLong(limits) };
  return isJson(value) ? { ok: true, value, ...(isAllUndefined && { isAllUndefined }) } : MALFORMED;
}

const MALFORMED: Ending = { ok: false, error: MALFORMED_REPORT };

function tooLong({ maxValueLength }: RunLimits): RunError {
  const message = `The script's value has more than ${maxValueLength} characters of JSON, which is the maximum. Return a part or a summary of it.`;
  return { code: "OUTPUT_TOO_LARGE", message };
}

function toError(thrown: Thrown, locate: Locate, limits: RunLimits, given: ReportedFailures): RunError {
  switch (thrown.kind) {
    case "unserialisable":
      return { code: "SERIALIZATION_ERROR", message: thrown.message };
    case "too-long":
      return tooLong(limits);
    case "memory":
      return { ...outOfMemory(thrown.message), ...traceOf(thrown.stack, locate) };
    case "call": {
      const { hint, server, tool, rule, retry_after_ms, retryable } = thrown.failure;
      const isGiven = given.hasGiven(thrown.failure);
      const message = cutMessage(thrown.failure.message);
      // Arguments that cannot be sent are refused in the guest; every other code is the host's.
      const isGenuine = isGiven || thrown.failure.code === "INVALID_ARGS";
      if (!isGenuine) return { code: "RUNTIME_ERROR", message, ...traceOf(thrown.stack, locate) };
      const of = {
        ...(server !== undefined && { server }),
        ...(tool !== undefined && { tool }),
        ...(rule !== undefined && { rule }),
        ...(retry_after_ms !== undefined && { retry_after_ms }),
        ...(retryable === true && { retryable }),
      };
      return { code: thrown.failure.code, message, ...(hint && { hint }), ...of, ...traceOf(thrown.stack, locate) };
    }
    case "error":
      return { code: "RUNTIME_ERROR", message: withFirstCauses(thrown), ...withCauses(thrown, locate) };
  }
}

function cutMessage(message: string): string {
  if (message.length <= MAX_MESSAGE_LENGTH) return message;
  return `${message.slice(0, MAX_MESSAGE_LENGTH).toWellFormed()}… (${message.length} characters)`;
}

/** Causes that the message names. A model may read the message alone, and "All promises were rejected" gives no reason. */
const MAX_CAUSES_IN_MESSAGE = 3;
const MAX_CAUSE_LENGTH = 300;

function withFirstCauses({ message, causes }: Extract<Thrown, { kind: "error" }>): string {
  if (causes.length === 0) return message;
  const named = causes.slice(0, MAX_CAUSES_IN_MESSAGE).map((cause) => `${cause.label}: ${shortened(cause.message)}`);
  return `${message} (${[...named, ...(causes.length > named.length ? ["…"] : [])].join("; ")})`;
}

function shortened(text: string): string {
  return text.length > MAX_CAUSE_LENGTH ? `${text.slice(0, MAX_CAUSE_LENGTH).toWellFormed()}…` : text;
}

/** Appends the causes, each with its own frames, to the script's frames. */
function withCauses({ stack, causes }: Extract<Thrown, { kind: "error" }>, locate: Locate): Trace {
  const own = traceOf(stack, locate);
  if (causes.length === 0) return own;
  // The engine makes the error of Promise.any, which has no place in the script.
  const place = own.line === undefined ? causes.map((cause) => placeOf(cause.stack, locate)).find(Boolean) : own;
  const below = causes.map((cause) => {
    const frames = traceOf(cause.stack, locate).stack;
    return `${cause.label}: ${cause.message}${frames ? `\n${frames.replaceAll(/^/gm, "  ")}` : ""}`;
  });
  return {
    ...own,
    ...(place && { line: place.line, column: place.column }),
    stack: [...(own.stack ? [own.stack] : []), ...below].join("\n"),
  };
}

const FRAME = /^\s*at (?:async )?(?:(.*?) \()?(?:.*?\/)?([\w.-]+\.js):(\d+):(\d+)\)?$/;

/** A script can set the text of a stack, and FRAME takes cubic time on a hostile line. */
const MAX_FRAMES = 100;
const MAX_FRAME_LENGTH = 300;

/** @returns the innermost position in the script, from a stack of its isolate */
export function placeOf(stack: string | undefined, locate: Locate): Position | undefined {
  const { line, column } = traceOf(stack, locate);
  return line === undefined || column === undefined ? undefined : { line, column };
}

type Trace = Pick<RunError, "line" | "column" | "stack">;

/** @returns the script's frames with positions in the user's text; frames of the harness are left out */
export function traceOf(stack: string | undefined, locate: Locate): Trace {
  if (stack === undefined) return {};
  const frames: string[] = [];
  let first: Position | undefined;
  for (const text of stack.split("\n", MAX_FRAMES)) {
    if (text.length > MAX_FRAME_LENGTH) continue;
    const match = FRAME.exec(text);
    if (!match || match[2] !== "script.js") continue;
    const [line, column] = [Number(match[3]), Number(match[4])];
    // A script can forge a stack, and the maps refuse such places.
    const place = line < 1 || column < 1 ? undefined : locate({ line, column });
    if (!place) continue;
    first ??= place;
    const [, name] = match;
    frames.push(`at ${name ? `${name} ` : ""}(script:${place.line}:${place.column})`);
  }
  return first ? { ...first, stack: frames.join("\n") } : {};
}

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
const LIST = "[".charCodeAt(0);
const LIST_END = "]".charCodeAt(0);
const OBJECT = "{".charCodeAt(0);
const OBJECT_END = "}".charCodeAt(0);

/**
 * Tells whether the lists and objects of a JSON text are nested more deeply. It looks at the text, because parsing millions of lists in one
 * another takes all memory of an isolate.
 */
function isTextDeeper(json: string, max: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const mark = json.charCodeAt(at);
    if (mark === QUOTE) isInString = !isInString;
    else if (isInString) at += mark === BACKSLASH ? 1 : 0;
    else if (mark === LIST || mark === OBJECT) depth += 1;
    else if (mark === LIST_END || mark === OBJECT_END) depth -= 1;
    if (depth > max) return true;
  }
  return false;
}
