/**
 * Checks the request that every run of a schedule will make, when the schedule is made or changed: what a run would refuse is said to the
 * person or script that writes it, not by the run of the next morning.
 */
import type { GatewayConfig } from "../config/gateway-config.ts";
import { isRecord } from "../lib/is-record.ts";
import { prepareText, type TextContext } from "../saved-scripts/prepare-text.ts";
import type { DefinedSchedule } from "../schedules/define-schedule.ts";
import type { Result } from "../lib/result.ts";
import { readInput } from "./input-text.ts";
import { parseRunRequest } from "./run-options.ts";

export interface ScheduledRequestContext {
  readonly defaults: GatewayConfig["limits"];
  /** Called only for a request with code. */
  readonly text: () => TextContext | Promise<TextContext>;
}

/** @returns the schedule, if its runs can begin */
export async function checkScheduled(
  defined: Result<DefinedSchedule, string>,
  { defaults, text }: ScheduledRequestContext,
): Promise<Result<DefinedSchedule, string>> {
  if (!defined.ok) return defined;
  const { code, script: _script, tool, ...request } = defined.value.schedule.request;
  const input = readInput(request.input ?? {}).value;
  if (tool !== undefined && !isRecord(input)) {
    const got = Array.isArray(input) ? "a list" : `a ${typeof input}`;
    const error = `input has the arguments of ${tool}: expected an object like {"name": "value"} (got ${got}).`;
    return { ok: false, error };
  }
  // Saved scripts are looked up by the Gateway, tools by the catalog.
  const parsed = parseRunRequest({ ...request, code: code ?? "1" }, defaults);
  if (!parsed.ok) return { ok: false, error: parsed.error.message };
  if (code === undefined) return defined;
  const prepared = await prepareText(code, request.language, await text());
  return prepared.ok ? defined : prepared;
}
