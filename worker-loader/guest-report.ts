/**
 * Reads what came back from a guest. It is the guest's word: every field is checked, and codes other than the
 * script's own are only taken from failures the harness itself made.
 */
import * as z from "zod";
import { computedTooLong, outOfMemory, timedOut } from "./limit-errors.ts";
import type { RunLimits } from "./limits.ts";
import type { RunError } from "./outcome.ts";
import type { Locate, Position } from "./prepare/position.ts";

const failureSchema = z.object({
  code: z.string(),
  message: z.string(),
  server: z.string().optional(),
  tool: z.string().optional(),
  hint: z.string().optional(),
});

const thrownSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("unserialisable"), message: z.string() }),
  z.object({ kind: z.literal("limit"), reason: z.enum(["CPU_LIMIT", "TIMEOUT", "CANCELLED"]) }),
  z.object({ kind: z.literal("memory"), message: z.string(), stack: z.string().optional() }),
  z.object({ kind: z.literal("call"), failure: failureSchema, stack: z.string().optional() }),
  z.object({ kind: z.literal("error"), message: z.string(), stack: z.string().optional() }),
]);

const logsSchema = z.object({ from: z.number(), lines: z.array(z.string()), dropped: z.number() });

const reportSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), value: z.string().refine(isJson).optional(), logs: logsSchema }),
  z.object({ ok: z.literal(false), thrown: thrownSchema, logs: logsSchema }),
]);

export type GuestReport = z.output<typeof reportSchema>;
type Thrown = z.output<typeof thrownSchema>;

export function readReport(value: unknown): GuestReport | undefined {
  return reportSchema.safeParse(value).data;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** An outcome without its logs, which the gate keeps. */
export type Ending = { readonly ok: true; readonly value?: string } | { readonly ok: false; readonly error: RunError };

export function toOutcome(report: GuestReport, locate: Locate, limits: RunLimits): Ending {
  if (!report.ok) return { ok: false, error: toError(report.thrown, locate, limits) };
  const { value } = report;
  if (value === undefined) return { ok: true };
  if (value.length > limits.maxValueLength) {
    const message = `The script's value has ${value.length} characters of JSON; at most ${limits.maxValueLength} are returned. Return a part or a summary of it.`;
    return { ok: false, error: { code: "OUTPUT_TOO_LARGE", message } };
  }
  return { ok: true, value };
}

function toError(thrown: Thrown, locate: Locate, limits: RunLimits): RunError {
  switch (thrown.kind) {
    case "unserialisable":
      return { code: "SERIALIZATION_ERROR", message: thrown.message };
    case "limit":
      return thrown.reason === "TIMEOUT" ? timedOut(limits) : computedTooLong(limits);
    case "memory":
      return { ...outOfMemory(thrown.message), ...traced(thrown.stack, locate) };
    case "call": {
      const { code, message, hint } = thrown.failure;
      return { code, message, ...(hint && { hint }), ...traced(thrown.stack, locate) };
    }
    case "error":
      return { code: "RUNTIME_ERROR", message: thrown.message, ...traced(thrown.stack, locate) };
  }
}

const FRAME = /^\s*at (?:async )?(?:(.*?) \()?(?:.*?\/)?([\w.-]+\.js):(\d+):(\d+)\)?$/;

/** The script's own frames in the script's own coordinates; everything of the harness is left out. */
function traced(stack: string | undefined, locate: Locate): Pick<RunError, "line" | "column" | "stack"> {
  if (stack === undefined) return {};
  const frames: string[] = [];
  let first: Position | undefined;
  for (const text of stack.split("\n")) {
    const match = FRAME.exec(text);
    if (!match || match[2] !== "script.js") continue;
    const place = locate({ line: Number(match[3]), column: Number(match[4]) });
    if (!place) continue;
    first ??= place;
    const [, name] = match;
    frames.push(`at ${name ? `${name} ` : ""}(script:${place.line}:${place.column})`);
  }
  return first ? { ...first, stack: frames.join("\n") } : {};
}
