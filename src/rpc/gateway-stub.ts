/**
 * The contract of a principal's Gateway. The platform's RPC types do not support data of any shape (`unknown` inside a tool list
 * becomes `never`), so the contract is written down here.
 */
import type { Account } from "../auth/identity/account.ts";
import type { GatewayKey } from "../auth/gateway-key.ts";
import type { PackageGrant } from "../approvals/package-grant.ts";
import type { Access, Proof, Standing } from "../auth/principal.ts";
import type { GrantApprover } from "../auth/authorization-server/grant.ts";
import type { TokenCheck } from "../auth/authorization-server/grants.ts";
import type { Records } from "../auth/authorization-server/records.ts";
import type { ScriptSummary } from "../catalog/script-summary.ts";
import type { PartStore } from "../catalog/stored-parts.ts";
import type { VectorStore } from "../catalog/semantic/semantic-rank.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import type { Explanation, PolicySuggestion, PolicyTest } from "../contract/policy.ts";
import type { PolicyDocument } from "../policy/document/document.ts";
import type { PolicyProblem } from "../policy/document/problem.ts";
import type { Env } from "../config/env.ts";
import type { UsageDay } from "../contract/usage.ts";
import type { CallRecord, RunEnding, RunOpening } from "../ledger/run-record.ts";
import type {
  ApprovalDecision,
  ApprovalFilter,
  Decided,
  DecisionRefusal,
  LinkedApprovals,
  ShownApproval,
} from "../approvals/approval.ts";
import type { ClientAsking, DurableRequest, EndedRun, Resumed, StoredRun } from "../runs/durable/durable-run.ts";
import type { OpenRun } from "../runs/run-gateway.ts";
import type { RunError } from "../../worker-loader/index.ts";
import type { RunControl } from "../runs/run-control.ts";
import type { StoredHandle } from "../runs/results/handle.ts";
import type { RunScope, SessionRequest } from "../runs/run-scope.ts";
import type { FileStore } from "../runs/services/file-store.ts";
import type { PastRuns } from "../runs/services/past-runs.ts";
import type { ResultReader } from "../runs/services/results.ts";
import type { ValueStore } from "../runs/services/store.ts";
import type { NewScript, Saved, SavedScript } from "../saved-scripts/saved-script.ts";
import type {
  LastRun,
  NewSchedule,
  Refusal,
  Schedule,
  ScheduleChange,
  Trigger,
  TriggeredBy,
} from "../schedules/schedule.ts";
import type { SignInStep } from "../upstream/credentials/oauth-sign-in.ts";
import type { IdentityTokens } from "../upstream/credentials/stored-identity.ts";
import type { UpstreamReport } from "../upstream/upstream-report.ts";
import type { KeyCheck } from "../auth/authority.ts";
import type { ListenResult, ListenRequest, ServerResource } from "./listening.ts";

/** The caller of one of the gateway's own tools, for limits. */
export type AdmissionScope = Pick<RunScope, "credential" | "principal" | "request">;

export interface PolicyRuleHits {
  readonly rule: string;
  readonly decision: "allow" | "deny" | "ask" | "waiting" | "logged";
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly last: number;
}

/** `Records` are those of this principal's grants and tokens. */
export interface GatewayStub extends VectorStore, PartStore, Records, ValueStore, FileStore, PastRuns, ResultReader {
  /**
   * @param have hashes of tool lists the caller already holds
   * @param access the caller's access
   * @param origin the gateway's origin as the client knows it; without it there are no sign-in links
   */
  snapshot(have: readonly string[], access: Access, origin?: string): Promise<Snapshot>;
  /** The caller closes the run, or drops it. */
  openRun(scope: RunScope, opening: RunOpening, control: RunControl): Promise<OpenRun>;
  /** Starts a detached run, whose answer no client waits for. @returns why it did not start; undefined if it did */
  detachRun(request: DurableRequest): Promise<string | undefined>;
  /** Takes over a run in order to resume it. @returns undefined if it must not be resumed */
  takeRun(run: string): Promise<StoredRun | undefined>;
  /** Ends a resumed run that was not open. */
  endRun(run: string, ended: EndedRun): Promise<void>;
  /** Resumes a waiting run, if possible. @param ms time to wait for it @param client "cannot ask" where it is left out */
  resumeRun(run: string, access: Access, ms: number, client?: ClientAsking): Promise<Resumed>;
  /** @returns approvals of runs that `access` covers, oldest first */
  listApprovals(filter: ApprovalFilter, limit: number, access: Access): Promise<readonly ShownApproval[]>;
  readApproval(id: string): Promise<ShownApproval | undefined>;
  /** @returns undefined if there is no such approval */
  decideApproval(
    id: string,
    decision: ApprovalDecision,
    access: Access,
  ): Promise<Decided | DecisionRefusal | undefined>;
  /** Ends an approval for minutes. @returns "wider" for credentials that could not give it, "none" if there is no such approval */
  withdrawApproval(id: string, access: Access): Promise<"withdrawn" | "none" | "wider">;
  /** Approvals of packages that hold for more than a run, newest first. */
  listPackageGrants(): Promise<readonly PackageGrant[]>;
  /** @returns false if there is no such approval */
  withdrawPackageGrant(id: string): Promise<boolean>;
  /** @returns the approvals of a link; "wider" if its run has more access than `access`, undefined if it is no longer valid */
  approvalsOfLink(ticket: string, access: Access): Promise<LinkedApprovals | "wider" | undefined>;
  /** Counts a use of `execute_code` for limits. @returns why the policy refuses it; undefined if it does not */
  admitRun(opening: RunOpening, scope: AdmissionScope): Promise<RunError | undefined>;
  /** Counts a use of `search_tools`. @returns why the policy refuses it; undefined if it does not */
  admitSearch(args: unknown, scope: AdmissionScope): Promise<RunError | undefined>;
  /** Cancels a request of a client's session; its run may not be open yet. */
  cancelRequest(request: SessionRequest): Promise<void>;
  /** Ends the runs of a session that its client has ended. */
  endClientSession(session: string): Promise<void>;
  /**
   * A client listens for changes of its tools and of resources, or goes on to. Resolves when there is news, or after the wait.
   * @param id of its stream
   */
  listen(id: string, request: ListenRequest): Promise<ListenResult>;
  /** A client has stopped listening. */
  stopListening(id: string): Promise<void>;
  /**
   * A 2025-era client subscribes to a resource, and hears of changes on the stream of its session.
   * @returns why it does not, as the end of a sentence; undefined if it does
   */
  subscribe(session: string, resource: ServerResource): Promise<string | undefined>;
  unsubscribe(session: string, uri: string): Promise<void>;
  /** The client of a session wants the log messages of upstreams from this level on. */
  setLogLevel(session: string, level: NonNullable<RunScope["logLevel"]>): Promise<void>;
  acceptKey(key: GatewayKey): Promise<void>;
  /** @param hash SHA-256 of the whole key, hex */
  checkKey(id: string, hash: string): Promise<KeyCheck>;
  /**
   * Answers a token request with a code or token of this principal.
   * @param origin the gateway's origin as the client knows it
   * @param blockedSeconds how long the sender has to wait after too many failures
   */
  answerTokenRequest(origin: string, request: Request, blockedSeconds?: number): Promise<Response>;
  checkToken(origin: string, token: string): Promise<TokenCheck>;
  /** Makes room before a grant is stored. @returns false if there is no room; see `Grants.makeRoom` */
  makeRoomForGrant(approver: GrantApprover): Promise<boolean>;
  /** Stores the account with which a person has signed in; see auth/identity/stored-account.ts. */
  keepAccount(account: Account): Promise<void>;
  /** Stores what a sign-in at the identity provider has left; see upstream/credentials/stored-identity.ts. */
  keepIdentity(tokens: IdentityTokens): Promise<void>;
  keptAccount(): Promise<Account | undefined>;
  checkAccount(): Promise<Standing | undefined>;
  /** @returns true if the credential, session and token of a request are still valid, and still permit `access` if it is given */
  stands(proof: Proof, access?: Access): Promise<boolean>;
  /** Ends a signed-out session and its event streams. @param until expiry of its cookie, in milliseconds since 1970 */
  endSession(session: string, until: number): Promise<void>;
  isSessionEnded(session: string): Promise<boolean>;
  /** Deletes a key and ends its runs and grants. Idempotent. */
  forgetKey(id: string): Promise<void>;
  /** All upstreams, in the order of gateway.json. @param origin see `snapshot` */
  upstreams(origin: string): Promise<readonly UpstreamReport[]>;
  /** The same after each upstream was asked, which takes up to 5 s. For admins: an upstream that rests is asked as well. */
  checkUpstreams(origin: string): Promise<readonly UpstreamReport[]>;
  /**
   * @param access if it is restricted, it gets no link to an upstream to which a person has signed in
   * @returns the URL of the sign-in page; undefined if the upstream has no sign-in
   */
  connectUpstream(server: string, origin: string, access: Access): Promise<string | undefined>;
  /** @returns true if the authorization server confirmed the revocation; undefined if there is nothing to disconnect */
  disconnectUpstream(server: string): Promise<boolean | undefined>;
  /** To call when an admin has added, removed or switched an upstream. */
  upstreamsChanged(): Promise<void>;
  /** Reads the upstream's list of tools again. @returns false if there is no such upstream */
  refreshUpstream(server: string): Promise<boolean>;
  /** Resolves when a person has signed in to the upstream, or after `ms`; at once if it has no sign-in. */
  awaitSignIn(server: string, ms: number): Promise<void>;
  /** The steps of a sign-in; see upstream/credentials/oauth-sign-in.ts. */
  isTicketOpen(server: string, ticket: string, origin: string): Promise<boolean>;
  beginSignIn(
    server: string,
    ticket: string,
    origin: string,
    browser: string,
  ): Promise<SignInStep<{ readonly url: string }>>;
  /** @param query the query of the callback */
  finishSignIn(server: string, query: string, origin: string, browser: string): Promise<SignInStep<object>>;
  /** Deletes all data of the principal and ends its runs and streams. */
  erase(): Promise<void>;
  /** Records a run that was never open here, or that this object has lost. */
  recordRun(opening: RunOpening, ending: RunEnding, state: "refused" | "ended"): Promise<void>;

  // Policy
  /** @param policy hash of a policy document @returns how often each of its rules decided */
  policyHits(policy: string): Promise<readonly PolicyRuleHits[]>;
  /** @returns how many values that the policy has tokenized ISOGATE_ENCRYPTION_KEY cannot open */
  unopenedValues(): Promise<number>;
  /** @param document a document to use instead of the current one @returns undefined if there is no policy */
  explainPolicy(
    call: { readonly server: string; readonly tool: string; readonly args: Readonly<Record<string, unknown>> },
    scope: AdmissionScope,
    document?: PolicyDocument,
  ): Promise<Explanation | undefined>;
  /** @returns warnings about rules for tools and arguments that the servers which are listed now do not list */
  unlistedNames(document: PolicyDocument): Promise<readonly PolicyProblem[]>;
  /** To call when an admin has decided about a tool of the server. */
  pinsChanged(server: string): Promise<void>;
  /** @param since milliseconds since 1970 */
  suggestPolicy(since: number, principal: string): Promise<PolicySuggestion>;
  testPolicy(document: PolicyDocument, since: number, principal: string): Promise<PolicyTest>;

  // Runs
  /** @returns the number of calls in the record of a run, without those of the scripts inside it; 0 if there is no such run */
  countCalls(run: string): Promise<number>;
  readCall(run: string, call: number): Promise<CallRecord | undefined>;
  /** @returns `wider` if the run has more access than `access` */
  cancelRun(run: string, reason: string, access: Access): Promise<"cancelled" | "none" | "wider">;
  /** @returns server-sent events of one run, or of all of them; undefined if there is no such run */
  watchRuns(run: string | undefined, proof: Proof): Promise<ReadableStream<Uint8Array> | "too-many" | undefined>;
  /** @param since milliseconds since 1970 */
  readUsage(since: number): Promise<readonly UsageDay[]>;
  listHandles(): Promise<readonly StoredHandle[]>;

  // Saved scripts
  listScripts(): Promise<readonly ScriptSummary[]>;
  /** @param version the newest if absent */
  getScript(name: string, version?: number): Promise<SavedScript | undefined>;
  listScriptVersions(name: string): Promise<readonly { readonly version: number; readonly createdAt: number }[]>;
  /** @param base the version that was edited; another newest version is a conflict */
  saveScript(script: NewScript, base?: number): Promise<Saved>;
  /** @returns false when there was none */
  removeScript(name: string): Promise<boolean>;

  // Schedules
  listSchedules(): Promise<readonly Schedule[]>;
  getSchedule(name: string): Promise<Schedule | undefined>;
  /**
   * @param from the trigger of the scheduled run whose script makes the request
   * @param change what an existing schedule is changed from, and by whom; undefined when a schedule is created
   */
  putSchedule(
    schedule: NewSchedule,
    isActive: boolean,
    from?: Trigger,
    change?: ScheduleChange,
  ): Promise<Refusal | undefined>;
  /** @returns how the schedule's last runs ended, the newest first; undefined if there is no such schedule */
  listExecutions(schedule: string): Promise<readonly LastRun[] | undefined>;
  removeSchedule(name: string, access: Access): Promise<Refusal | undefined>;
  setScheduleActive(name: string, isActive: boolean, access: Access, from?: Trigger): Promise<Refusal | undefined>;
  triggerSchedule(name: string, access: Access, by?: TriggeredBy): Promise<Refusal | undefined>;
}

/** The methods that the class behind a stub has to implement, synchronously or not: RPC returns a promise in any case. */
export type Serves<Stub> = {
  [Method in keyof Stub]: Stub[Method] extends (...args: infer Args) => Promise<infer Answer>
    ? (...args: Args) => Answer | Promise<Answer>
    : never;
};

export function gatewayOf(env: Env, principal: string): GatewayStub {
  return env.GATEWAY.getByName(principal) as unknown as GatewayStub;
}

/**
 * @param token a ticket or a `state` that names a Gateway
 * @returns undefined if it names no Gateway of this deployment; ids contain a proof of that
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

/** The message with which a Gateway that has erased itself aborts; its caller gets an error with this message. */
export const ERASED = "ISOGATE_ERASED";

export function isErased(error: unknown): boolean {
  return error instanceof Error && error.message.includes(ERASED);
}

/** Resolves when the storage is empty and no run of the principal is left. */
export async function eraseGateway(env: Env, principal: string): Promise<void> {
  try {
    await gatewayOf(env, principal).erase();
  } catch (error) {
    if (!isErased(error)) throw error;
  }
}
