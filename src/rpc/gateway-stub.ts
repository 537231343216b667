/**
 * A principal's Gateway as its callers see it. The platform's RPC types give up on data of any shape (`unknown` inside a
 * tool list becomes `never`), so the contract is written down once, here.
 */
import type { KeyCheck } from "../auth/authenticate.ts";
import type { Account } from "../auth/identity/account.ts";
import type { GatewayKey } from "../auth/gateway-key.ts";
import type { Access, Proof, Standing } from "../auth/principal.ts";
import type { TokenCheck } from "../auth/authorization-server/grants.ts";
import type { Records } from "../auth/authorization-server/records.ts";
import type { ScriptSummary } from "../catalog/script-summary.ts";
import type { PartStore } from "../catalog/stored-parts.ts";
import type { VectorStore } from "../catalog/semantic/semantic-rank.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import type { Explanation, PolicyTest } from "../contract/policy.ts";
import type { PolicyDocument } from "../policy/document.ts";
import type { Env } from "../config/env.ts";
import type { RunFilter, RunPage, UsageDay } from "../ledger/run-filter.ts";
import type { CallRecord, RunDetails, RunEnding, RunOpening } from "../ledger/run-record.ts";
import type { ApprovalDecision, ApprovalState, Decided, ShownApproval } from "../approvals/approval.ts";
import type { DurableLife, DurableRequest, EndedRun, Resumed } from "../runs/durable/durable-run.ts";
import type { OpenRun } from "../runs/run-gateway.ts";
import type { RunError } from "../../worker-loader/index.ts";
import type { RunControl } from "../runs/run-control.ts";
import type { ResultPart, StoredHandle } from "../runs/results/handle.ts";
import type { Part } from "../runs/results/select.ts";
import type { RunScope, SessionRequest } from "../runs/run-host.ts";
import type { StoredPart } from "../runs/services/results.ts";
import type { NewScript, Saved, SavedScript } from "../saved-scripts/saved-script.ts";
import type { NewSchedule, Refusal, Schedule, Trigger, TriggeredBy } from "../schedules/schedule.ts";
import type { SignInStep } from "../upstream/credentials/oauth-sign-in.ts";
import type { UpstreamReport } from "../upstream/upstream.ts";

/** Who uses one of the gateway's own tools, as limits count it. */
export type AdmissionScope = Pick<RunScope, "credential" | "principal" | "request">;

export interface PolicyRuleHits {
  readonly rule: string;
  readonly decision: "allow" | "deny" | "ask" | "logged";
  readonly count: number;
  /** In milliseconds since 1970. */
  readonly last: number;
}

/** Its records are those of this principal's grants and tokens. */
export interface GatewayStub extends VectorStore, PartStore, Records {
  /**
   * @param have hashes of tool lists the caller already holds
   * @param access what may be seen; everything when left out
   * @param origin of the gateway, as the asker knows it; without it there are no links to sign in
   */
  snapshot(have: readonly string[], access?: Access, origin?: string): Promise<Snapshot>;
  /** The caller closes the run, or drops it. */
  openRun(scope: RunScope, opening: RunOpening, control: RunControl): Promise<OpenRun>;
  /** Begins a run whose answer nobody waits for. @returns why it does not begin */
  detachRun(request: DurableRequest): Promise<string | undefined>;
  /** For whoever goes on with a run. @returns undefined when it is not to be gone on with */
  takeRun(run: string): Promise<DurableLife | undefined>;
  /** A run that was gone on with has ended without being open. */
  endRun(run: string, ended: EndedRun): Promise<void>;
  /** Goes on with a run that waits, if it can. @param ms how long to wait for it @param isPatient a person was asked just now */
  resumeRun(run: string, access: Access, ms: number, isPatient?: boolean): Promise<Resumed>;
  /** Of runs that `access` covers; oldest first. */
  listApprovals(state: ApprovalState | undefined, limit: number, access: Access): Promise<readonly ShownApproval[]>;
  readApproval(id: string): Promise<ShownApproval | undefined>;
  /** @returns undefined when there is none */
  decideApproval(id: string, decision: ApprovalDecision, access: Access): Promise<Decided | "wider" | undefined>;
  /** What a link shows. @returns undefined when it leads nowhere any more */
  approvalsOfLink(
    ticket: string,
  ): Promise<{ readonly run: string; readonly approvals: readonly ShownApproval[] } | undefined>;
  /** A use of `execute_code`, which limits count. @returns why the policy refuses it */
  admitRun(opening: RunOpening, scope: AdmissionScope): Promise<RunError | undefined>;
  /** A use of `search_tools`. @returns why the policy refuses it */
  admitSearch(args: unknown, scope: AdmissionScope): Promise<RunError | undefined>;
  /** A client has cancelled a request of its session; the run may not be open yet. */
  cancelRequest(request: SessionRequest): Promise<void>;
  /** A client has ended its session: its runs end. */
  endClientSession(session: string): Promise<void>;
  acceptKey(key: GatewayKey): Promise<void>;
  /** @param hash SHA-256 of the whole key, hex */
  checkKey(id: string, hash: string): Promise<KeyCheck>;
  /** The token endpoint, for a code or token of this principal. @param origin the gateway's, as the client called it */
  answerTokenRequest(origin: string, request: Request): Promise<Response>;
  checkToken(origin: string, token: string): Promise<TokenCheck>;
  /** A person has signed in with it; see auth/identity/kept-account.ts. */
  keepAccount(account: Account): Promise<void>;
  keptAccount(): Promise<Account | undefined>;
  checkAccount(): Promise<Standing | undefined>;
  /** Whether what a request was let in by is still good. */
  stands(proof: Proof): Promise<boolean>;
  /** Somebody signed out of it. Its event streams end. @param until when its cookie would expire */
  endSession(session: string, until: number): Promise<void>;
  isSessionEnded(session: string): Promise<boolean>;
  /** Runs and grants that came with it end. Idempotent. */
  forgetKey(id: string): Promise<void>;
  /** All upstreams, in the order of gateway.json. @param origin see `snapshot` */
  upstreams(origin: string): Promise<readonly UpstreamReport[]>;
  /**
   * @param access everything when left out; when narrowed, there is no link where somebody has signed in already
   * @returns where a person signs in; undefined where nobody does
   */
  connectUpstream(server: string, origin: string, access?: Access): Promise<string | undefined>;
  /** @returns whether the other side knows; undefined where there is nothing to disconnect */
  disconnectUpstream(server: string): Promise<boolean | undefined>;
  /** Resolves when a person has signed in to the upstream, or after `ms`; at once where nobody does. */
  awaitSignIn(server: string, ms: number): Promise<void>;
  /** The steps of a sign-in; see upstream/credentials/oauth-sign-in.ts. */
  isTicketOpen(server: string, ticket: string, origin: string): Promise<boolean>;
  beginSignIn(
    server: string,
    ticket: string,
    origin: string,
    browser: string,
  ): Promise<SignInStep<{ readonly url: string }>>;
  /** @param query of the callback */
  finishSignIn(server: string, query: string, origin: string, browser: string): Promise<SignInStep<object>>;
  /** Deletes everything and ends everything. */
  erase(): Promise<void>;
  /** A run that never was open here, or that this object has lost. */
  recordRun(opening: RunOpening, ending: RunEnding, state: "refused" | "ended"): Promise<void>;

  // Policy
  /** How often each rule of a document decided. @param policy hash of the document */
  policyHits(policy: string): Promise<readonly PolicyRuleHits[]>;
  /** @param document one to try instead of the one in force. @returns undefined where there is no policy */
  explainPolicy(
    call: { readonly server: string; readonly tool: string; readonly args: Readonly<Record<string, unknown>> },
    scope: AdmissionScope,
    document?: PolicyDocument,
  ): Promise<Explanation | undefined>;
  /** An admin has decided about a tool of the server. */
  pinsChanged(server: string): Promise<void>;
  /** @param since milliseconds since the epoch */
  testPolicy(document: PolicyDocument, since: number, principal: string): Promise<PolicyTest>;

  // Runs
  listRuns(filter: RunFilter): Promise<RunPage>;
  readRun(id: string): Promise<RunDetails | undefined>;
  /** @returns undefined when there is no such run */
  listCalls(run: string, after: number, limit: number): Promise<readonly CallRecord[] | undefined>;
  readCall(run: string, call: number): Promise<CallRecord | undefined>;
  /** @returns `wider` when the run may do what `access` does not permit */
  cancelRun(run: string, reason: string, access: Access): Promise<"cancelled" | "none" | "wider">;
  /** @returns server-sent events of one run, or of all of them; undefined when there is no such run */
  watchRuns(run: string | undefined, proof: Proof): Promise<ReadableStream<Uint8Array> | "too-many" | undefined>;
  /** @param since milliseconds since the epoch */
  readUsage(since: number): Promise<readonly UsageDay[]>;
  readResult(run: string, of: ResultPart, part: Part): Promise<StoredPart>;
  listHandles(): Promise<readonly StoredHandle[]>;

  // Values that scripts keep; JSON texts
  getValue(key: string): Promise<string | undefined>;
  /** @returns what is wrong; undefined when it is stored */
  putValue(key: string, value: string): Promise<string | undefined>;
  /** @returns false when there was none */
  deleteValue(key: string): Promise<boolean>;
  listKeys(): Promise<readonly string[]>;

  // Saved scripts
  listScripts(): Promise<readonly ScriptSummary[]>;
  /** @param version the newest when left out */
  getScript(name: string, version?: number): Promise<SavedScript | undefined>;
  listScriptVersions(name: string): Promise<readonly { readonly version: number; readonly createdAt: number }[]>;
  /** @param base the version that was edited; another newest version is a conflict */
  saveScript(script: NewScript, base?: number): Promise<Saved>;
  /** @returns false when there was none */
  removeScript(name: string): Promise<boolean>;

  // Schedules
  listSchedules(): Promise<readonly Schedule[]>;
  getSchedule(name: string): Promise<Schedule | undefined>;
  /** @param from the trigger of the schedule's run whose script asks */
  putSchedule(schedule: NewSchedule, isActive: boolean, from?: Trigger): Promise<Refusal | undefined>;
  removeSchedule(name: string, access: Access): Promise<Refusal | undefined>;
  setScheduleActive(name: string, isActive: boolean, access: Access, from?: Trigger): Promise<Refusal | undefined>;
  triggerSchedule(name: string, access: Access, by?: TriggeredBy): Promise<Refusal | undefined>;
}

/** What the class behind a stub has to provide: the same methods, answering at once or later. */
export type Serves<Stub> = {
  [Method in keyof Stub]: Stub[Method] extends (...args: infer Args) => Promise<infer Answer>
    ? (...args: Args) => Answer | Promise<Answer>
    : never;
};

export function gatewayOf(env: Env, principal: string): GatewayStub {
  return env.GATEWAY.getByName(principal) as unknown as GatewayStub;
}

/**
 * The Gateway that a ticket or a `state` names.
 * @returns undefined when it names none of this deployment: ids carry a proof of where they were made
 */
export function gatewayAt(env: Env, token: string): { readonly id: string; readonly gateway: GatewayStub } | undefined {
  const id = /^isogate_([0-9a-f]{64})_/.exec(token)?.[1];
  if (id === undefined) return undefined;
  try {
    return { id, gateway: env.GATEWAY.get(env.GATEWAY.idFromString(id)) as unknown as GatewayStub };
  } catch {
    return undefined;
  }
}

/** How a Gateway that has erased itself ends: its caller sees the abort as an error with this message. */
export const ERASED = "ISOGATE_ERASED";

export function isErased(error: unknown): boolean {
  return error instanceof Error && error.message.includes(ERASED);
}

/** Resolves when nothing is left in storage and nothing of it runs any more. */
export async function eraseGateway(env: Env, principal: string): Promise<void> {
  try {
    await gatewayOf(env, principal).erase();
  } catch (error) {
    if (!isErased(error)) throw error;
  }
}
