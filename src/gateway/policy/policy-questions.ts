/** Answers questions about a principal's policy: how often its rules decided, how it decides a call, how another document would have decided. */
import type { PolicySuggestion, PolicyTest } from "../../contract/policy.ts";
import { compileInForce, type PolicyInForce } from "../../enforcement/policy-in-force.ts";
import { replay } from "../../enforcement/replay.ts";
import { MAX_WINDOW_MS } from "../../policy/values/policy-bounds.ts";
import type { OriginalPaths } from "../../policy/values/tool-pattern.ts";
import type { ToolFacts } from "../../policy/conditions/evaluation-context.ts";
import { suggestPolicy } from "../../policy/suggest.ts";
import { classifyCall } from "../../enforcement/call-tier.ts";
import type { ToolDefinition } from "../../upstream/connector.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import type { CallHistoryTable, RecordedCall } from "../store/call-history-table.ts";
import type { ReplayedCall } from "../../enforcement/replayed-call.ts";

/** The newest; each takes some 0.05 ms, and the Gateway does nothing else meanwhile. */
const MAX_REPLAYED_CALLS = 10_000;
/** Number of earlier rows that are read besides, for conditions on earlier calls. */
const MAX_EARLIER_CALLS = 10_000;
/** UTF-16 length of their arguments and results, which are parsed together. */
const MAX_REPLAYED_CHARS = 20_000_000;
const MAX_FLIPS_SHOWN = 500;

export interface ExplainedCall {
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export type KnownTools = ReadonlyMap<string, ToolDefinition>;

/** @returns tools by `server.tool`; upstreams that were never listed have none */
export async function knownTools(upstreams: Iterable<Upstream>): Promise<KnownTools> {
  const known = new Map<string, ToolDefinition>();
  for (const upstream of upstreams) {
    const described = await upstream.describe();
    for (const tool of described?.tools ?? []) known.set(`${upstream.name}.${tool.name}`, tool);
  }
  return known;
}

export function toolFacts(path: string, args: unknown, known: KnownTools): ToolFacts {
  const dot = path.indexOf(".");
  const [server, name] = [path.slice(0, Math.max(0, dot)), path.slice(dot + 1)];
  const tool = known.get(path) ?? { name };
  return { server, name, tier: classifyCall(tool, args).tier, annotations: tool.annotations ?? {} };
}

export interface RecordedSince {
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly principal: string;
  readonly known: KnownTools;
  readonly originals: OriginalPaths;
  /** Puts values in place of the tokens in a JSON text that was recorded. */
  readonly reveal?: (json: string) => string;
}

export function testPolicy(policy: PolicyInForce, table: CallHistoryTable, recorded: RecordedSince): PolicyTest {
  return replayTest(policy, readCalls(table, recorded), recorded);
}

/** Drafts a policy from the recorded calls. Arguments are limited only where every recorded call of the tool stays allowed. */
export function suggestFromCalls(table: CallHistoryTable, recorded: RecordedSince): PolicySuggestion {
  const read = readCalls(table, recorded);
  const observed = read.calls
    .filter(({ startedAt, state, was }) => startedAt >= recorded.since && state !== "denied" && was !== "deny")
    .map(({ path, was, args }) => ({ path, args, isApproved: was === "ask" }));
  const narrow = suggestPolicy(observed, () => true);
  const refused = new Set(
    replayTest(compileInForce(narrow.document, recorded.originals), read, recorded).flips.map(pathOf),
  );
  const draft = refused.size === 0 ? narrow : suggestPolicy(observed, (tool) => !refused.has(tool));
  return {
    policy: draft.document,
    rules: draft.rules.map(({ needsApproval, ...rule }) => ({
      ...rule,
      needs_approval: needsApproval,
      conditions: [...rule.conditions],
    })),
    left_out: [...draft.leftOut],
    replay: replayTest(compileInForce(draft.document, recorded.originals), read, recorded),
  };
}

function pathOf({ server, tool }: { readonly server: string; readonly tool: string }): string {
  return `${server}.${tool}`;
}

interface ReadCalls {
  /** Oldest first, with earlier ones for conditions on the history. */
  readonly calls: readonly ReplayedCall[];
  readonly isTruncated: boolean;
}

function readCalls(table: CallHistoryTable, { since, reveal }: RecordedSince): ReadCalls {
  const calls: ReplayedCall[] = [];
  let [counted, earlier] = [0, 0];
  let isTruncated = false;
  let chars = 0;
  table.visit(since - MAX_WINDOW_MS, (call) => {
    if (call.startedAt >= since) {
      counted += 1;
      isTruncated = counted > MAX_REPLAYED_CALLS;
    } else earlier += 1;
    chars += (call.args?.length ?? 0) + (call.output?.length ?? 0);
    if (chars > MAX_REPLAYED_CHARS) isTruncated = true;
    if (isTruncated || earlier > MAX_EARLIER_CALLS) return false;
    calls.push(replayed(call, reveal));
    return true;
  });
  calls.sort((one, other) => one.startedAt - other.startedAt);
  return { calls, isTruncated };
}

function replayTest(
  policy: PolicyInForce,
  { calls, isTruncated }: ReadCalls,
  { since, principal, known }: RecordedSince,
): PolicyTest {
  const { flips, approvals, uncertain, data } = replay(policy.compiled, calls, since, {
    principal,
    toolOf: (path, args) => toolFacts(path, args, known),
  });
  const within = calls.filter(({ startedAt }) => startedAt >= since);
  return {
    since: new Date(since).toISOString(),
    calls: within.length,
    runs: new Set(within.map(({ place }) => place.run)).size,
    flipped: flips.length,
    runs_affected: new Set(flips.map(({ place }) => place.run)).size,
    approvals,
    uncertain,
    truncated: isTruncated,
    data: [...data].map(([rule, count]) => ({ rule, calls: count })),
    flips: flips.slice(0, MAX_FLIPS_SHOWN).map(({ place, path, was, now, rule, message, isUncertain }) => {
      const dot = path.indexOf(".");
      return {
        ...place,
        server: path.slice(0, Math.max(0, dot)),
        tool: path.slice(dot + 1),
        was,
        now,
        rule,
        ...(message !== undefined && { message }),
        uncertain: isUncertain,
      };
    }),
  };
}

function replayed(call: RecordedCall, reveal: RecordedSince["reveal"] = (json) => json): ReplayedCall {
  const { path, place, run, session, startedAt, state, decision, args, output } = call;
  const was = decision ?? (state === "denied" ? "deny" : "allow");
  return {
    path,
    place,
    run,
    session,
    startedAt,
    state,
    was,
    args: parsed(args, reveal),
    output: parsed(output, reveal),
  };
}

function parsed(json: string | undefined, reveal: (json: string) => string): { readonly value: unknown } | undefined {
  try {
    return json === undefined ? undefined : { value: JSON.parse(reveal(json)) as unknown };
  } catch {
    return undefined;
  }
}
