/** Replays rules about personal data and secrets on a recorded call. */
import type { ToolData } from "../policy/data/data-rules.ts";
import { deniedText } from "../policy/data/data-texts.ts";
import { inspectJson, type DataFinding, type InspectedJson } from "../policy/data/inspect-json.ts";
import type { ReplayedCall } from "./replayed-call.ts";

export interface ReplayedData {
  /** Why the call would have been refused, or its result withheld. */
  readonly denied: { readonly rule: string; readonly message: string } | undefined;
  readonly findings: readonly DataFinding[];
  /** True if not everything that rules look at was recorded as it was. */
  readonly isUncertain: boolean;
}

export function replayData(data: ToolData, { path, args, output, state, was }: ReplayedCall): ReplayedData {
  const inArguments = inspected(args, data.arguments);
  const inResults = state === "ok" ? inspected(output, data.results) : undefined;
  const findings = [...(inArguments?.findings ?? []), ...(inResults?.findings ?? [])];
  const isLacking = (data.arguments.length > 0 && args === undefined) || (state === "ok" && isMissing(data, output));
  // The values that a rule refused are not in the record.
  const isUncertain = isLacking || (was === "deny" && isMarked(args));
  const denied = deniedBy(inArguments, path, "arguments") ?? deniedBy(inResults, path, "result");
  return { denied, findings, isUncertain };
}

function inspected(
  recorded: { readonly value: unknown } | undefined,
  wanted: ToolData["arguments"],
): InspectedJson | undefined {
  if (recorded === undefined || wanted.length === 0) return undefined;
  return inspectJson(JSON.stringify(recorded.value) ?? "null", wanted, (kind) => `[${kind}]`);
}

function deniedBy(result: InspectedJson | undefined, path: string, place: "arguments" | "result") {
  return result === undefined || result.ok
    ? undefined
    : { rule: result.rule.rule, message: deniedText(result, path, place) };
}

function isMissing({ results }: ToolData, output: ReplayedCall["output"]): boolean {
  return results.length > 0 && output === undefined;
}

function isMarked(args: ReplayedCall["args"]): boolean {
  return args !== undefined && JSON.stringify(args.value).includes("[REDACTED:");
}
