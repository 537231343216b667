/** Hints and lines of log that the gateway adds to the outcome of a script. */
import type { Outcome, PreparedScript } from "../../worker-loader/index.ts";
import type { AnsweredShapes } from "./answered-shapes.ts";
import type { DoneCalls } from "./done-calls.ts";
import type { DryRun } from "./dry-run/would-call.ts";
import { endingRemark, uncaughtRemark } from "./ending-remark.ts";
import { withRuntimeHint } from "./runtime-hint.ts";
import type { KnownNames } from "./unknown-name.ts";

export interface Ended {
  readonly script: Pick<PreparedScript, "program" | "isFunction"> & { readonly code: string };
  readonly shapes: Pick<AnsweredShapes, "answered" | "describe" | "hintAt">;
  /** Whether the script is a part of another durable run. */
  readonly isWithin: boolean;
  /** Whether the run waits for a person, and goes on afterwards. */
  readonly isWaiting: boolean;
  readonly dry: Pick<DryRun, "remark"> | undefined;
  readonly done: Pick<DoneCalls, "describe">;
  /** `nesting` is set for a script that runs in another one. */
  readonly context: KnownNames & { readonly nesting?: unknown };
}

/**
 * @param before lines of log that precede those of the script
 * @returns the outcome with what there is to say of it; without a hint and without lines at its end where these cannot be made, because the calls
 *   of the script were made
 */
export function withRemarks(ran: Outcome, before: readonly string[], ended: Ended): Outcome {
  // Only the remark on an undefined value has to know of it.
  const { isAllUndefined: _, ...outcome } = ran.ok ? ran : { ...ran, isAllUndefined: undefined };
  try {
    const after = linesAfter(ran, ended).filter((remark) => remark !== undefined);
    return { ...hinted(outcome, ended), logs: [...before, ...outcome.logs, ...after] };
  } catch (error) {
    console.error("The remarks on the end of a script could not be made:", error);
    return { ...outcome, logs: [...before, ...outcome.logs] };
  }
}

function linesAfter(ran: Outcome, { script, shapes, isWithin, dry, context }: Ended): (string | undefined)[] {
  const uncaught = context.nesting === undefined ? uncaughtRemark(ran, shapes) : undefined;
  return [uncaught, endingRemark(ran, script, shapes, isWithin), dry?.remark];
}

function hinted(ran: Outcome, { script, shapes, isWaiting, dry, done, context }: Ended): Outcome {
  if (ran.ok) return ran;
  const error = withRuntimeHint(ran, script, context, shapes.answered);
  // A script that runs in another one must not tell it names of properties as part of an error.
  if (error.hint !== undefined || context.nesting !== undefined) return { ...ran, error };
  const ofShapes = error.code === "RUNTIME_ERROR" ? shapes.hintAt(error.message) : undefined;
  const hint = ofShapes ?? (isWaiting || dry ? undefined : done.describe(context.catalog));
  return { ...ran, error: hint === undefined ? error : { ...error, hint } };
}
