/** What people ask of the policy of a principal: how often its rules decided, what it says of a call, what another document would have decided. */
import type { PolicyTest } from "../contract/policy.ts";
import { policyHash } from "../enforcement/policy-in-force.ts";
import type { PolicyInForce } from "../enforcement/policy-in-force.ts";
import { replay } from "../enforcement/replay.ts";
import type { ReplayedCall } from "../enforcement/replay.ts";
import { compilePolicy } from "../policy/compile.ts";
import type { PolicyDocument } from "../policy/document.ts";
import { MAX_WINDOW_MS } from "../policy/policy-bounds.ts";
import type { ToolFacts } from "../policy/scene.ts";
import { classify } from "../policy/tiers.ts";
import type { ToolDefinition } from "../upstream/connector.ts";
import type { Upstream } from "../upstream/upstream.ts";
import type { CallHistoryTable, RecordedCall } from "./store/call-history-table.ts";

/** The newest; each takes some 0.05 ms, and the Gateway does nothing else meanwhile. */
const MAX_REPLAYED_CALLS = 10_000;
/** So many more before them are read for conditions on earlier calls. */
const MAX_EARLIER_CALLS = 10_000;
const MAX_FLIPS_SHOWN = 500;

export interface ExplainedCall {
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export type KnownTools = ReadonlyMap<string, ToolDefinition>;

/** By `server.tool`; of upstreams that were never listed there are none. */
export async function knownTools(upstreams: Iterable<Upstream>): Promise<KnownTools> {
  const known = new Map<string, ToolDefinition>();
  for (const upstream of upstreams) {
    const described = await upstream.describe();
    for (const tool of described?.tools ?? []) known.set(`${upstream.name}.${tool.name}`, tool);
  }
  return known;
}

export function inForceOf(document: PolicyDocument): PolicyInForce {
  return { document, hash: policyHash(document), compiled: compilePolicy(document) };
}

export function toolFacts(path: string, known: KnownTools): ToolFacts {
  const dot = path.indexOf(".");
  const [server, name] = [path.slice(0, Math.max(0, dot)), path.slice(dot + 1)];
  const tool = known.get(path) ?? { name };
  return { server, name, tier: classify(tool).tier, annotations: tool.annotations ?? {} };
}

export function testPolicy(
  policy: PolicyInForce,
  table: CallHistoryTable,
  { since, principal, known }: { readonly since: number; readonly principal: string; readonly known: KnownTools },
): PolicyTest {
  const calls: ReplayedCall[] = [];
  let [counted, earlier] = [0, 0];
  let isTruncated = false;
  table.visit(since - MAX_WINDOW_MS, (call) => {
    if (call.startedAt >= since) {
      counted += 1;
      isTruncated = counted > MAX_REPLAYED_CALLS;
    } else earlier += 1;
    if (isTruncated || earlier > MAX_EARLIER_CALLS) return false;
    calls.push(replayed(call));
    return true;
  });
  calls.sort((one, other) => one.startedAt - other.startedAt);
  const { flips, approvals, uncertain } = replay(policy.compiled, calls, since, {
    principal,
    toolOf: (path) => toolFacts(path, known),
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

function replayed(call: RecordedCall): ReplayedCall {
  const { path, place, run, session, startedAt, state, decision, args, output } = call;
  const was = decision ?? (state === "denied" ? "deny" : "allow");
  return { path, place, run, session, startedAt, state, was, args: parsed(args), output: parsed(output) };
}

function parsed(json: string | undefined): { readonly value: unknown } | undefined {
  try {
    return json === undefined ? undefined : { value: JSON.parse(json) as unknown };
  } catch {
    return undefined;
  }
}
