/**
 * One Gateway per principal: owns the connections to upstreams, their credentials and what they listed, and hands out
 * the RunHost through which a run reaches them. Thin: what it does is in the modules it wires.
 *
 * Every public method can be called by whoever holds a stub, so only the gateway's own Worker does; a guest gets a
 * narrow RpcTarget instead. Nothing in memory that cannot be rebuilt from storage.
 */
import { localServers } from "../../local-servers.ts";
import type { KeyCheck } from "../auth/authenticate.ts";
import type { GatewayKey } from "../auth/gateway-key.ts";
import type { Account } from "../auth/identity/account.ts";
import { ACCOUNT_CREDENTIAL, KeptAccount } from "../auth/identity/kept-account.ts";
import { EndedSessions } from "../auth/ended-sessions.ts";
import { Grants } from "../auth/authorization-server/grants.ts";
import type { TokenCheck } from "../auth/authorization-server/grants.ts";
import { RecordTable } from "../auth/authorization-server/record-table.ts";
import type { RecordPage, StoredRecord } from "../auth/authorization-server/records.ts";
import { ownCredential } from "../auth/own-credential.ts";
import { allowsServer, FULL_ACCESS, isNarrowed } from "../auth/principal.ts";
import type { Access, Proof, Standing } from "../auth/principal.ts";
import { listsBeyond } from "../catalog/list-size.ts";
import { narrowTools } from "../catalog/narrow.ts";
import { withoutHeld, withoutHidden } from "./hidden-tools.ts";
import { pinMode } from "../enforcement/pinned-tools.ts";
import { NOTHING_HELD, ToolPins } from "./tool-pins.ts";
import type { HeldTools } from "./tool-pins.ts";
import type { ServerSnapshot, Snapshot } from "../catalog/snapshot.ts";
import { isDisabled, outputBudget } from "../config/gateway-config.ts";
import { loadConfig } from "../config/load-config.ts";
import { directoryOf } from "../rpc/directory-stub.ts";
import type { Env } from "../config/env.ts";
import { hidesServer, policyInForce } from "../enforcement/policy-in-force.ts";
import type { PolicyInForce } from "../enforcement/policy-in-force.ts";
import type { PolicyTest } from "../contract/policy.ts";
import type { PolicyDocument } from "../policy/document.ts";
import { sha256 } from "../lib/hash.ts";
import { secretValues } from "../config/secrets.ts";
import type { RunCounts, RunEnding, RunOpening } from "../ledger/run-record.ts";
import { MAX_ALL_LISTS_CHARS } from "../limits/upstream-limits.ts";
import type { RunError } from "../../worker-loader/index.ts";
import { RunHost } from "../runs/run-host.ts";
import type { RunScope, SessionRequest } from "../runs/run-host.ts";
import type { RunEnd, Schedule, Trigger } from "../schedules/schedule.ts";
import { openConnector } from "../upstream/open-connector.ts";
import { Upstream } from "../upstream/upstream.ts";
import type { OAuthSignIn } from "../upstream/credentials/oauth-sign-in.ts";
import type { UpstreamEvents, UpstreamReport } from "../upstream/upstream.ts";
import { ERASED } from "../rpc/gateway-stub.ts";
import type { AdmissionScope, GatewayStub, PolicyRuleHits, Serves } from "../rpc/gateway-stub.ts";
import { OpenRuns } from "./open-runs.ts";
import { PolicyHost } from "./policy-host.ts";
import { inForceOf, knownTools } from "./policy-questions.ts";
import type { ExplainedCall } from "./policy-questions.ts";
import { PrincipalData } from "./principal-data.ts";
import { RunLedger } from "./run-ledger.ts";
import type { RunControl } from "./run-ledger.ts";
import { spansTo } from "./span-exporter.ts";
import { Scheduler } from "./scheduler.ts";
import { CatalogTable } from "./store/catalog-table.ts";
import { CredentialTable } from "./store/credential-table.ts";
import { KeyTable } from "./store/key-table.ts";

/** The first answer waits at most this long for upstreams that were never listed; a slow one is shown as connecting. */
const FIRST_LISTING_MS = 1_500;
/** How long a Gateway that is to be erased waits for its runs to end. */
const LAST_RUNS_MS = 5_000;
/** The Directory is told of a key's last use at most this often. */
const NOTE_USE_EVERY_MS = 300_000;

/** Longest wait for authorization servers to take back what was granted, when a principal is removed. */
const REVOKE_MS = 5_000;

const NOBODY_SIGNS_IN = { ok: false, message: "Nobody signs in to this upstream." } as const;

export class Gateway extends PrincipalData implements Serves<Omit<GatewayStub, "openRun">> {
  readonly #upstreams: Promise<ReadonlyMap<string, Upstream>>;
  readonly #keys: KeyTable;
  readonly #grants: Grants;
  readonly #openRuns = new OpenRuns();
  /** When the Directory was last told of a key's use, by key. */
  readonly #notedUse = new Map<string, number>();
  readonly #account: KeptAccount;
  readonly #endedSessions: EndedSessions;
  protected readonly ledger: RunLedger;
  protected readonly schedules: Scheduler;
  readonly #policy: PolicyHost;
  readonly #pins: ToolPins;
  #firstListing: Promise<void> | undefined;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#keys = new KeyTable(ctx.storage);
    const loaded = loadConfig(env);
    this.#account = new KeptAccount(new RecordTable(ctx.storage), loaded.ok ? loaded.config.auth : {});
    this.#endedSessions = new EndedSessions(new RecordTable(ctx.storage));
    this.ledger = new RunLedger(ctx.storage, {
      config: loaded.ok ? loaded.config.ledger : undefined,
      secrets: loaded.ok ? secretValues(JSON.stringify(loaded.config), { ...env }) : [],
      budget: outputBudget(loaded.ok ? loaded.config : { limits: {} }),
      now: Date.now,
      spans: loaded.ok ? spansTo(loaded.config.telemetry, env) : undefined,
      stands: (proof) => this.stands(proof),
    });
    this.schedules = new Scheduler(
      ctx.storage,
      async (schedule, trigger) => this.#asWrittenDown(await launchIn(ctx, schedule, trigger)),
      (credential) => this.stands({ credential }),
    );
    this.#policy = new PolicyHost({
      storage: ctx.storage,
      current: () => this.#policyInForce(),
      borrow: ({ key, amount, max, expiresAt }, usual) =>
        directoryOf(env).lendCounter({ key, needed: amount, usual, max, expiresAt }),
      now: Date.now,
    });
    this.#pins = new ToolPins(directoryOf(env), () => (loaded.ok ? pinMode(loaded.config) : "off"));
    this.#grants = this.#openGrants();
    this.#upstreams = this.#openUpstreams();
  }

  /** See GatewayStub. What `access` withholds does not leave the Gateway. */
  async snapshot(have: readonly string[], access: Access = FULL_ACCESS, origin?: string): Promise<Snapshot> {
    const all = [...(await this.#upstreams).values()];
    const policy = this.#policyInForce();
    const upstreams = all.filter(
      ({ name }) => allowsServer(access, name) && !(policy !== undefined && hidesServer(policy, name)),
    );
    await this.#refresh(upstreams);
    const lists: Record<string, Snapshot["lists"][string]> = {};
    const listed = await Promise.all(upstreams.map((upstream) => upstream.describe()));
    const beyond = listsBeyond(
      listed.map((described) => described?.tools ?? []),
      MAX_ALL_LISTS_CHARS,
    );
    const servers = await Promise.all(
      upstreams.map(async (upstream, index): Promise<ServerSnapshot> => {
        const described = listed[index];
        const summary = await upstream.summary(origin);
        if (described === undefined) return summary;
        if (beyond.has(index)) return { ...summary, status: { state: "down", reason: tooMuch(upstream.name) } };
        const visible = policy === undefined ? described : withoutHidden(described, upstream.name, policy);
        const { shown, held } = withoutHeld(visible, await this.#heldOf(upstream));
        const { hash, tools, withheld } = narrowTools(shown, access);
        if (!have.includes(hash)) lists[hash] = tools;
        return {
          ...summary,
          hash,
          ...(withheld.length > 0 && { withheld }),
          ...(held.length > 0 && { held }),
        };
      }),
    );
    return { servers, lists, scripts: this.listScripts() };
  }

  /**
   * @param control ends the run when somebody asks for it
   * @returns the run's only way to upstreams; dropping it aborts what is in flight.
   */
  async openRun(scope: RunScope, asked: RunOpening, control: RunControl): Promise<RunHost> {
    const session = scope.request?.session;
    const opening = session === undefined ? asked : { ...asked, session };
    // What comes as an argument is let go of when this call is answered.
    const own = (control as OwnedRunControl).dup();
    const upstreams = await this.#upstreams;
    const journal = this.ledger.open(opening, own, scope.access);
    const onClose = (ending: RunEnding | undefined): RunCounts => {
      this.#openRuns.delete(host);
      own[Symbol.dispose]();
      return ending
        ? this.ledger.end(journal, ending, "ended")
        : this.ledger.end(journal, lostWorker(opening, journal.logs), "interrupted");
    };
    const guard = this.#policy.guard(opening, scope);
    const heldOf = (upstream: Upstream): Promise<HeldTools> => this.#heldOf(upstream);
    const host = new RunHost({ upstreams, scope, journal, run: opening.id, guard, heldOf, onClose });
    this.#openRuns.add(host, own);
    return host;
  }

  admitRun(opening: RunOpening, scope: AdmissionScope): Promise<RunError | undefined> {
    const { code, saved, input, options } = opening;
    const args = { ...(saved ? { script: saved.name } : { code }), input: parsed(input), options: parsed(options) };
    return this.#policy.admitOwn("execute_code", args, opening, scope);
  }

  admitSearch(args: unknown, scope: AdmissionScope): Promise<RunError | undefined> {
    return this.#policy.admitOwn("search_tools", args, { id: "", via: "mcp" }, scope);
  }

  policyHits(policy: string): readonly PolicyRuleHits[] {
    return this.#policy.hits(policy);
  }

  async explainPolicy(call: ExplainedCall, scope: AdmissionScope, document?: PolicyDocument) {
    const known = await knownTools((await this.#upstreams).values());
    const other = document === undefined ? undefined : inForceOf(document);
    return this.#policy.explain(call, scope, { other, known });
  }

  async testPolicy(document: PolicyDocument, since: number, principal: string): Promise<PolicyTest> {
    const known = await knownTools((await this.#upstreams).values());
    // What waits to be written is part of what happened.
    this.ledger.settle();
    return this.#policy.test(inForceOf(document), { since, principal, known });
  }

  pinsChanged(server: string): void {
    this.#pins.forget(server);
  }

  /** Tools of an upstream that no call may reach until an admin has accepted them. */
  async #heldOf(upstream: Upstream): Promise<HeldTools> {
    const listed = await upstream.describe();
    if (listed === undefined) return NOTHING_HELD;
    const others = async (): Promise<ReadonlySet<string>> => {
      const known = [...(await this.#upstreams).values()].filter(({ name }) => name !== upstream.name);
      const lists = await Promise.all(known.map((other) => other.describe()));
      return new Set(lists.flatMap((list) => list?.tools.map(({ name }) => name) ?? []));
    };
    return this.#pins.held(upstream.name, listed, others, Date.now());
  }

  #policyInForce(): PolicyInForce | undefined {
    const loaded = loadConfig(this.env);
    return loaded.ok ? policyInForce(loaded.config) : undefined;
  }

  cancelRequest(request: SessionRequest): void {
    this.#openRuns.cancelRequest(request);
  }

  endClientSession(session: string): void {
    this.#openRuns.endSession(session);
  }

  recordRun(opening: RunOpening, ending: RunEnding, state: "refused" | "ended"): void {
    this.ledger.record(opening, ending, state);
  }

  override alarm(): void {
    this.schedules.wake(Date.now());
  }

  async upstreams(origin: string): Promise<readonly UpstreamReport[]> {
    const upstreams = [...(await this.#upstreams).values()];
    await this.#refresh(upstreams);
    return Promise.all(upstreams.map((upstream) => upstream.report(origin)));
  }

  async connectUpstream(server: string, origin: string, access = FULL_ACCESS): Promise<string | undefined> {
    const upstream = (await this.#upstreams).get(server);
    if (isNarrowed(access) && (await upstream?.isSignedIn())) return undefined;
    return upstream?.signInLink(origin);
  }

  async disconnectUpstream(server: string): Promise<boolean | undefined> {
    return (await this.#upstreams).get(server)?.disconnect();
  }

  async awaitSignIn(server: string, ms: number): Promise<void> {
    await (await this.#upstreams).get(server)?.awaitSignIn(ms);
  }

  async isTicketOpen(server: string, ticket: string, origin: string): Promise<boolean> {
    return (await this.#signInAt(server))?.isOpen(ticket, origin) ?? false;
  }

  async beginSignIn(server: string, ticket: string, origin: string, browser: string) {
    return (await this.#signInAt(server))?.begin(ticket, origin, browser) ?? NOBODY_SIGNS_IN;
  }

  async finishSignIn(server: string, query: string, origin: string, browser: string) {
    return (await this.#signInAt(server))?.finish(new URLSearchParams(query), origin, browser) ?? NOBODY_SIGNS_IN;
  }

  acceptKey(key: GatewayKey): void {
    this.#keys.accept(key);
  }

  checkKey(id: string, hash: string): KeyCheck {
    const now = Date.now();
    if (this.#account.isOut()) return { ok: false, reason: "unknown" };
    const check = this.#keys.check(id, hash, now);
    if (check.ok && now - (this.#notedUse.get(id) ?? 0) >= NOTE_USE_EVERY_MS) {
      this.#notedUse.set(id, now);
      this.ctx.waitUntil(directoryOf(this.env).noteKeyUse(id, now));
    }
    return check;
  }

  forgetKey(id: string): void {
    this.#keys.forget(id);
    this.#endAllOf(id);
    this.schedules.pauseThoseOf(id);
    this.#grants.endThoseOfKey(id);
  }

  answerTokenRequest(origin: string, request: Request): Promise<Response> {
    return this.#grants.token(origin, request, this.ctx as unknown as ExecutionContext);
  }

  checkToken(origin: string, token: string): Promise<TokenCheck> {
    return this.#grants.check(origin, token);
  }

  stands({ credential, session, until }: Proof): boolean {
    const now = Date.now();
    if (until !== undefined && until <= now) return false;
    if (session !== undefined && this.#endedSessions.has(session, now)) return false;
    return (
      credential !== undefined &&
      (credential === ownCredential(this.env) ||
        (credential === ACCOUNT_CREDENTIAL && this.#account.standing() !== undefined) ||
        this.#standingOfKey(credential) !== undefined ||
        this.#grants.stands(credential))
    );
  }

  endSession(id: string, until: number): void {
    this.#endedSessions.end(id, until, Date.now());
    this.ledger.endStreams(({ session }) => session === id);
  }

  isSessionEnded(id: string): boolean {
    return this.#endedSessions.has(id, Date.now());
  }

  keepAccount(account: Account): void {
    this.#account.keep(account);
  }

  keptAccount(): Account | undefined {
    return this.#account.kept();
  }

  checkAccount(): Standing | undefined {
    return this.#account.standing();
  }

  getRecord(key: string): Promise<StoredRecord | undefined> {
    return this.#grants.getRecord(key);
  }

  putRecord(key: string, value: string, expiresAt: number | undefined, metadata: unknown): Promise<void> {
    return this.#grants.putRecord(key, value, expiresAt, metadata);
  }

  deleteRecord(key: string): Promise<void> {
    return this.#grants.deleteRecord(key);
  }

  listRecords(prefix: string, limit: number, after: string | undefined): Promise<RecordPage> {
    return this.#grants.listRecords(prefix, limit, after);
  }

  /** Ends in an abort, so that nothing in memory outlives what was deleted or writes it again; see `eraseGateway`. */
  async erase(): Promise<void> {
    this.schedules.abandon();
    this.#openRuns.revokeAll();
    const upstreams = [...(await this.#upstreams).values()];
    const revoked = Promise.all(upstreams.map((upstream) => upstream.revoke()));
    // Their Workers write down how they ended; what came after the deletion would be left behind.
    for (const until = Date.now() + LAST_RUNS_MS; this.#openRuns.size > 0 && Date.now() < until;) {
      await scheduler.wait(20);
    }
    this.ledger.abandon();
    await Promise.race([revoked, new Promise((resolve) => setTimeout(resolve, REVOKE_MS))]);
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    await this.ctx.storage.sync();
    this.ctx.abort(ERASED);
  }

  /** With the message as the ledger has it: what is kept with a schedule holds no secret either. */
  #asWrittenDown({ run, ok, code }: RunEnd): RunEnd {
    const message = this.ledger.read(run)?.message;
    return { run, ok, ...(code !== undefined && { code }), ...(message !== undefined && { message }) };
  }

  /** Runs and event streams that came with it. */
  #endAllOf(id: string): void {
    this.#openRuns.revoke(id);
    this.ledger.endStreams(({ credential }) => credential === id);
  }

  #standingOfKey(id: string): Standing | undefined {
    return this.#account.isOut() ? undefined : this.#keys.standing(id, Date.now());
  }

  #openGrants(): Grants {
    const loaded = loadConfig(this.env);
    return new Grants({
      table: new RecordTable(this.ctx.storage),
      clients: directoryOf(this.env),
      today: {
        config: loaded.ok ? loaded.config.auth : {},
        ownerHash: ownCredential(this.env),
        standingOfKey: (id) => this.#standingOfKey(id),
      },
      onTokenRevoked: (grant) => this.#endAllOf(grant),
      onEnded: (grant) => {
        this.#endAllOf(grant);
        this.schedules.pauseThoseOf(grant);
      },
    });
  }

  async #signInAt(server: string): Promise<OAuthSignIn | undefined> {
    return (await this.#upstreams).get(server)?.signIn;
  }

  /** What is due is read again behind the answer; only what was never asked before is waited for, and not for long. */
  async #refresh(upstreams: readonly Upstream[]): Promise<void> {
    const now = Date.now();
    const first = upstreams.flatMap((upstream) => upstream.refreshIfDue(now) ?? []);
    if (first.length > 0) {
      const moment = new Promise<void>((resolve) => setTimeout(resolve, FIRST_LISTING_MS));
      this.#firstListing = Promise.race([Promise.all(first).then(() => undefined), moment]);
    }
    await this.#firstListing;
  }

  async #openUpstreams(): Promise<ReadonlyMap<string, Upstream>> {
    const loaded = loadConfig(this.env);
    if (!loaded.ok) throw new Error(`gateway.json is invalid: ${loaded.problems.map(({ text }) => text).join("; ")}`);
    const store = new CatalogTable(this.ctx.storage);
    const gateway = this.ctx.id.toString();
    const secrets = this.env.ISOGATE_ENCRYPTION_KEY;
    const credentials = { gateway, store: new CredentialTable(this.ctx.storage, { owner: gateway, secrets }) };
    const upstreams = new Map<string, Upstream>();
    for (const [name, config] of Object.entries(loaded.config.mcpServers)) {
      if (isDisabled(config)) continue;
      const definition = await sha256(JSON.stringify(config));
      const open = (known: string | undefined, events: UpstreamEvents) =>
        openConnector({ server: name, config, env: { ...this.env }, localServers, known, credentials, ...events });
      upstreams.set(name, new Upstream({ name, definition, store, open }));
    }
    return upstreams;
  }
}

/** What was recorded of a request is JSON, or was cut. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
}

function tooMuch(server: string): string {
  const most = MAX_ALL_LISTS_CHARS / 1_000_000;
  return `The tools of ${server} do not fit beside those of the other servers: all lists together may have ${most} million characters of JSON. Its tools can be called, not found.`;
}

/** A stub that came through RPC. */
interface OwnedRunControl extends RunControl {
  dup(): RunControl & Disposable;
}

/** The Worker's own entrypoint for it (index.ts), which no binding names; the platform's types do not know what it exports. */
function launchIn({ exports }: DurableObjectState, schedule: Schedule, trigger: Trigger): Promise<RunEnd> {
  const { ScheduledRuns } = exports as unknown as {
    ScheduledRuns: { run(asked: Schedule, by: Trigger): Promise<RunEnd> };
  };
  return ScheduledRuns.run(schedule, trigger);
}

function lostWorker({ startedAt }: RunOpening, logs: readonly string[]): RunEnding {
  const message = "The run was cut off: the Worker that executed it went away.";
  const error = { code: "INTERNAL_ERROR", message };
  return { outcome: { ok: false, error }, logs, endedAt: Math.max(Date.now(), startedAt), prepareMs: 0 };
}
