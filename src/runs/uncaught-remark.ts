/** A line of log that says of an error which nothing has caught, and which took an answer for something else, what was answered. Pure. */
import type { Outcome } from "../../worker-loader/index.ts";
import type { AnsweredShapes } from "./answered-shapes.ts";

/** The form of the lines that worker-loader/uncaught-errors.ts writes. */
const UNCAUGHT = /^\[(?:unhandled|uncaught)\] (line \d{1,9}: )?(TypeError: .*)$/;

/** @returns undefined for a run that failed, whose error has such a hint itself */
export function uncaughtRemark({ ok, logs }: Outcome, shapes: Pick<AnsweredShapes, "hintAt">): string | undefined {
  if (!ok) return undefined;
  for (const line of logs) {
    const [, where = "", message = ""] = UNCAUGHT.exec(line) ?? [];
    const hint = message === "" ? undefined : shapes.hintAt(message);
    if (hint !== undefined) return `[isogate] ${where}${hint}`;
  }
  return undefined;
}
