/** Decides one call under a document, with everything that a table does not mention filled in. */
import { compilePolicy } from "../../../src/policy/compile.ts";
import { decide, type Decision, type DecisionRequest } from "../../../src/policy/decide.ts";
import type { PolicyDocument, Tier } from "../../../src/policy/document/document.ts";
import type { FlowFacts } from "../../../src/policy/flows.ts";
import { CallHistory } from "../../../src/policy/conditions/history.ts";
import { validatePolicy } from "../../../src/policy/document/validate.ts";
import type { CallRow } from "../../../src/policy/conditions/call-row.ts";

/** A Sunday, 12:00 UTC. */
export const NOW = Date.UTC(2026, 10, 22, 12);

export interface Call {
  readonly path?: string;
  readonly args?: unknown;
  readonly tier?: Tier;
  readonly annotations?: unknown;
  readonly principal?: Readonly<Record<string, unknown>>;
  readonly run?: Readonly<Record<string, unknown>>;
  readonly session?: string;
  readonly isApproved?: boolean;
  readonly flows?: FlowFacts;
  readonly at?: number;
}

/** Seconds ago, tool, and what differs from a call of the same run that succeeded without arguments. */
export type Earlier = readonly [secondsAgo: number, tool: string, row?: Partial<CallRow>];

/** @throws with the problems of a document that has some */
export function accepted(document: unknown): PolicyDocument {
  const validation = validatePolicy(document);
  if (!validation.ok) throw new Error(JSON.stringify(validation.problems, null, 1));
  return validation.document;
}

export function historyOf(earlier: readonly Earlier[], now = NOW): CallHistory {
  const history = new CallHistory();
  for (const [secondsAgo, tool, row] of earlier) {
    history.append({ startedAt: now - secondsAgo * 1_000, tool, state: "ok", args: {}, run: "r1", ...row });
  }
  return history;
}

export function requestOf(call: Call, history = new CallHistory()): DecisionRequest {
  const { path = "pay.refund", args = {}, tier = "write", annotations = {}, session, flows, isApproved = false } = call;
  const dot = path.indexOf(".");
  return {
    call: {
      path,
      args,
      tool: { server: path.slice(0, Math.max(0, dot)), name: path.slice(dot + 1), tier, annotations },
      principal: { id: "ann", role: "member", ...call.principal },
      run: { id: "r1", ...call.run },
      runId: "r1",
      ...(session !== undefined && { sessionId: session }),
    },
    history,
    owners: { grant: "k1", principal: "ann", run: "r1", ...(session !== undefined && { session }) },
    now: call.at ?? NOW,
    ...(flows !== undefined && { flows }),
    isApproved,
  };
}

export function decideWith(document: unknown, call: Call = {}, earlier: readonly Earlier[] = []): Decision {
  return decide(compilePolicy(accepted(document)), requestOf(call, historyOf(earlier, call.at)));
}

/** A document with rules for the tool that calls are of unless they say otherwise. */
export function refundRule(rule: object): object {
  return { version: "1", default: "allow", tools: { "pay.refund": rule } };
}
