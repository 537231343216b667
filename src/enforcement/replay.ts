/**
 * Recorded calls under another document: which would have been decided otherwise. Calls are taken in the order in which they were made, so that conditions
 * on earlier calls and limits see what they would have seen. What was not recorded in full is in doubt, as it would be for a decision.
 */
import type { CompiledPolicy } from "../policy/compile.ts";
import { decide } from "../policy/decide.ts";
import { NO_FLOWS } from "../policy/flows.ts";
import { CallHistory } from "../policy/conditions/history.ts";
import { reserve, written } from "../policy/limits.ts";
import type { ToolFacts } from "../policy/conditions/evaluation-context.ts";
import type { ReplayedCall } from "./replayed-call.ts";
import type { ToolData } from "../policy/data/data-rules.ts";
import { deniedText } from "../policy/data/data-texts.ts";
import { inspectJson, type DataFinding, type InspectedJson } from "../policy/data/inspect-json.ts";

interface Flip {
  readonly place: ReplayedCall["place"];
  readonly path: string;
  readonly was: ReplayedCall["was"];
  readonly now: ReplayedCall["was"];
  readonly rule: string;
  readonly message: string | undefined;
  readonly isUncertain: boolean;
}

interface Replay {
  readonly flips: readonly Flip[];
  readonly approvals: number;
  readonly uncertain: number;
  /** The number of calls in which each rule about data found something. */
  readonly data: ReadonlyMap<string, number>;
}

/** In place of a value that was not kept: no path fits it. */
const NOT_KEPT = "not kept";

interface Caller {
  readonly principal: string;
  readonly toolOf: (path: string, args: unknown) => ToolFacts;
}

/** The decision about a recorded call under the other document, before rules about data. */
interface Judgement {
  readonly now: ReplayedCall["was"];
  readonly rule: string;
  readonly message: string | undefined;
}

/** @param calls oldest first @param since earlier calls only count as earlier calls */
export function replay(policy: CompiledPolicy, calls: readonly ReplayedCall[], since: number, caller: Caller): Replay {
  const history = new CallHistory();
  const counters = new Map<string, number>();
  const flips: Flip[] = [];
  const found = new Map<string, number>();
  let [approvals, uncertain] = [0, 0];
  for (const call of calls) {
    const { path, startedAt, place, was } = call;
    let isSent = call.state !== "denied";
    if (startedAt >= since) {
      const toolData = policy.data?.toolData(path);
      const data = toolData && replayData(toolData, call);
      for (const one of new Set(data?.findings.map((finding) => finding.rule.rule)))
        found.set(one, (found.get(one) ?? 0) + 1);
      const judged = judge(policy, call, caller, { history, counters });
      const { now, rule, message } = withData(judged, data, was);
      const isUncertain = call.args === undefined || rule.startsWith("/flows/") || data?.isUncertain === true;
      if (isUncertain) uncertain += 1;
      if (now === "ask") approvals += 1;
      if (now !== was) flips.push({ place, path, was, now, rule, message, isUncertain });
      // A call whose result is withheld has been made.
      if (judged.now === "deny" || data?.isRefused === true) isSent = false;
    }
    history.append(asEarlierCall(call, isSent));
  }
  return { flips, approvals, uncertain, data: found };
}

interface Before {
  readonly history: CallHistory;
  /** Amounts of limits, which this call adds to. */
  readonly counters: Map<string, number>;
}

function judge(policy: CompiledPolicy, call: ReplayedCall, caller: Caller, { history, counters }: Before): Judgement {
  const { path, run, session, startedAt, place } = call;
  const { principal, toolOf } = caller;
  const decision = decide(policy, {
    call: {
      path,
      args: argsOf(call),
      tool: toolOf(path, argsOf(call)),
      principal: { id: principal },
      run: { id: place.run },
      runId: run,
      ...(session !== undefined && { sessionId: session }),
    },
    history,
    owners: { grant: principal, principal, run, ...(session !== undefined && { session }) },
    now: startedAt,
    // The script is not read again: the order of calls stands in for its flows.
    flows: policy.flows.length === 0 ? NO_FLOWS : { sources: "unknown", carried: [] },
  });
  const { verdict, rule } = decision;
  if (verdict !== "allow") return { now: verdict, rule, message: decision.message };
  const reservation = reserve(decision.limits, (key) => counters.get(key) ?? 0, startedAt);
  if (!reservation.ok) return { now: "deny", rule: reservation.exceeded.rule, message: reservation.exceeded.message };
  for (const write of reservation.writes) counters.set(write.key, written(counters.get(write.key) ?? 0, write));
  return { now: verdict, rule, message: undefined };
}

function withData(judged: Judgement, data: ReplayedData | undefined, was: ReplayedCall["was"]): Judgement {
  if (data?.denied !== undefined && judged.now !== "deny") return { now: "deny", ...data.denied };
  return data?.isUncertain === true && was === "deny" ? { ...judged, now: was } : judged;
}

function argsOf({ args }: ReplayedCall): unknown {
  return args === undefined ? NOT_KEPT : args.value;
}

function asEarlierCall(call: ReplayedCall, isSent: boolean): Parameters<CallHistory["append"]>[0] {
  const { path, run, session, startedAt, state } = call;
  return {
    startedAt,
    tool: path,
    run,
    ...(session !== undefined && { session }),
    args: argsOf(call),
    output: call.output === undefined ? NOT_KEPT : call.output.value,
    // A call that was refused then and would be sent now has an unknown outcome.
    state: isSent ? (state === "denied" ? "unknown" : state) : "denied",
  };
}

interface ReplayedData {
  /** Why the call would have been refused, or its result withheld. */
  readonly denied: { readonly rule: string; readonly message: string } | undefined;
  /** True if a rule about its arguments would have refused the call. */
  readonly isRefused: boolean;
  readonly findings: readonly DataFinding[];
  /** True if not everything that rules look at was recorded as it was. */
  readonly isUncertain: boolean;
}

/** Replays rules about personal data and secrets on a recorded call. */
function replayData(data: ToolData, { path, args, output, state, was }: ReplayedCall): ReplayedData {
  const inArguments = inspected(args, data.arguments);
  const inResults = state === "ok" ? inspected(output, data.results) : undefined;
  const findings = [...(inArguments?.findings ?? []), ...(inResults?.findings ?? [])];
  const isLacking = (data.arguments.length > 0 && args === undefined) || (state === "ok" && isMissing(data, output));
  // The values that a rule refused are not in the record.
  const isUncertain = isLacking || (was === "deny" && isMarked(args));
  const denied = deniedBy(inArguments, path, "arguments") ?? deniedBy(inResults, path, "result");
  return { denied, isRefused: inArguments?.ok === false, findings, isUncertain };
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
