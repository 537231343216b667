/**
 * One Gateway per principal: owns the connections to upstreams, their credentials and what they listed, and hands out
 * the RunHost through which a run reaches them. The modules that it wires do the work.
 *
 * Every holder of a stub can call every public method, so only the gateway's own Worker holds one; a guest gets a
 * narrow RpcTarget instead. Nothing in memory that cannot be rebuilt from storage.
 */
import { jsonOrText } from "../lib/parse-json.ts";
import { isNarrowed, type Access } from "../auth/principal.ts";
import { pinMode } from "../enforcement/pinned-tools.ts";
import { ToolPins } from "./policy/tool-pins.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import { outputBudget } from "../config/gateway-config.ts";
import { loadConfig } from "../config/load-config.ts";
import { directoryOf } from "../rpc/directory-stub.ts";
import type { Env } from "../config/env.ts";
import type { PolicySuggestion, PolicyTest } from "../contract/policy.ts";
import { APPROVAL_DEFAULTS, type CompiledPolicy } from "../policy/compile.ts";
import type { PolicyDocument } from "../policy/document/document.ts";
import type { PolicyProblem } from "../policy/document/problem.ts";
import { unknownArguments } from "../policy/document/unknown-arguments.ts";
import { unknownBareNames } from "../policy/document/unknown-bare-names.ts";
import { unknownTools } from "../policy/document/unknown-tools.ts";
import { secretValues } from "../config/secrets.ts";
import type { RunEnding, RunOpening } from "../ledger/run-record.ts";
import type { RunError } from "../../worker-loader/index.ts";
import { DurableRuns } from "./durable/durable-runs.ts";
import type { RunHost } from "../runs/calls/run-host.ts";
import type { RunScope, SessionRequest } from "../runs/run-scope.ts";
import type { IdentityTokens } from "../upstream/credentials/stored-identity.ts";
import type { UpstreamReport } from "../upstream/upstream-report.ts";
import { ERASED } from "../rpc/gateway-stub.ts";
import type { ListenResult, ListenRequest, ServerResource } from "../rpc/listening.ts";
import type { AdmissionScope, GatewayStub, PolicyRuleHits, Serves } from "../rpc/gateway-stub.ts";
import { endingOf, openRun, type RunControlStub } from "./runs/open-run.ts";
import { Listening } from "./listening/listening.ts";
import { OpenRuns } from "./runs/open-runs.ts";
import { DataVault } from "./policy/data-vault.ts";
import { namedCall } from "./policy/named-call.ts";
import { CurrentPolicy } from "./policy/current-policy.ts";
import { PolicyHost } from "./policy/policy-host.ts";
import { LogLevelTable } from "./store/log-level-table.ts";
import type { LogLevel } from "../lib/log-message.ts";
import { DataTokenTable } from "./store/data-token-table.ts";
import { knownTools, type ExplainedCall } from "./policy/policy-questions.ts";
import { PrincipalIdentity } from "./principal-identity.ts";
import { PrincipalUpstreams } from "./upstreams/principal-upstreams.ts";
import type { CancellableRun } from "./runs/active-runs.ts";
import { RunLedger } from "./runs/run-ledger.ts";
import { RunPlaces } from "./runs/run-places.ts";
import { spansTo } from "./runs/span-exporter.ts";
import { endOfRun, recordedEnd } from "./runs/recorded-end.ts";
import { Scheduler } from "./scheduler.ts";
import { Tunnels, tunnelOpening } from "./upstreams/tunnels.ts";
import { resumeRun, runSchedule } from "./worker-entrypoints.ts";

/** How long a Gateway that is to be erased waits for its runs to end. */
const LAST_RUNS_MS = 5_000;

/** Longest wait for authorization servers to take back what was granted, when a principal is removed. */
const REVOKE_MS = 5_000;

const NO_SIGN_IN = { ok: false, message: "This upstream has no sign-in." } as const;

export class Gateway extends PrincipalIdentity implements Serves<Omit<GatewayStub, "openRun">> {
  readonly #upstreams: PrincipalUpstreams;
  readonly #openRuns = new OpenRuns(
    ({ credential, access }) => credential === undefined || this.stands({ credential }, access),
  );
  readonly #places: RunPlaces;
  readonly #fetchAllow: readonly string[] | undefined;
  readonly #tunnels: Tunnels;
  readonly #logLevels: LogLevelTable;
  readonly #listening: Listening;
  protected readonly endAllOf: (id: string) => void;
  protected readonly ledger: RunLedger;
  protected readonly schedules: Scheduler;
  readonly #policy: PolicyHost;
  readonly #currentPolicy: CurrentPolicy;
  readonly #pins: ToolPins;
  protected readonly durable: DurableRuns;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#currentPolicy = new CurrentPolicy(env);
    this.endAllOf = (id) => {
      this.#openRuns.revoke(id);
      this.durable.revoke(id);
      this.#tunnels.endAllOf(id);
      this.#listening.endAllOf(id);
      // Nothing remembers which credential has begun a sign-in to an upstream.
      ctx.waitUntil(this.#upstreams.cancelSignIns());
      this.ledger.endStreams(({ credential }) => credential === id);
    };
    const loaded = loadConfig(env);
    this.#fetchAllow = loaded.ok ? loaded.config.fetch?.allow : undefined;
    this.#logLevels = new LogLevelTable(ctx.storage);
    this.#places = new RunPlaces(loaded.ok ? loaded.config.limits : {});
    this.ledger = new RunLedger(ctx.storage, {
      config: loaded.ok ? loaded.config.ledger : undefined,
      secrets: loaded.ok ? secretValues(JSON.stringify(loaded.config), { ...env }) : [],
      budget: outputBudget(loaded.ok ? loaded.config : { limits: {} }),
      now: Date.now,
      spans: loaded.ok ? spansTo(loaded.config.telemetry, env) : undefined,
      stands: (proof) => this.stands(proof),
      holderOf: this.holderOf,
      onValueKept: () => this.schedules.setAlarm(),
    });
    const approvals = (): CompiledPolicy["approvals"] =>
      this.#currentPolicy.inForce()?.compiled.approvals ?? APPROVAL_DEFAULTS;
    this.durable = new DurableRuns({
      storage: ctx.storage,
      now: Date.now,
      expiresMs: () => approvals().expiresSeconds * 1_000,
      policyHash: () => this.#currentPolicy.hash(),
      waitMs: () => approvals().waitMs,
      launch: (run, principal) => resumeRun(ctx, run, principal),
      setAlarm: () => this.schedules.setAlarm(),
      stands: (credential, access) => this.stands({ credential }, access),
      holderOf: this.holderOf,
      address: ctx.id.toString(),
      secrets: env.ISOGATE_ENCRYPTION_KEY,
      redact: this.ledger.redact,
      statsOf: (run) => this.ledger.statsOf(run),
      isRecorded: (run) => this.ledger.isRecorded(run),
      onEnded: ({ opening }, { outcome }) => this.ledger.record(opening, endingOf(outcome), "ended"),
      onParked: (schedule, run) => this.schedules.runParked(schedule, run),
      onOver: (run) => this.schedules.runOver(run),
    });
    this.schedules = new Scheduler(ctx.storage, {
      launch: async (schedule, trigger) => recordedEnd(this.ledger, await runSchedule(ctx, schedule, trigger)),
      endOf: (run) => (this.durable.status.goesOn(run) ? undefined : endOfRun(this.ledger, run)),
      cutOffRuns: () => this.durable.status.cutOffRuns(),
      stands: (credential, access) => this.stands({ credential }, access),
      othersDue: () => earlier(this.durable.nextDue(), this.ledger.nextExpiry()),
    });
    this.#policy = new PolicyHost({
      storage: ctx.storage,
      current: () => this.#currentPolicy.inForce(),
      borrow: ({ key, amount, max, expiresAt }, usual) =>
        directoryOf(env).lendCounter({ key, needed: amount, usual, max, expiresAt }),
      now: Date.now,
      vault: new DataVault({
        table: new DataTokenTable(ctx.storage),
        owner: ctx.id.toString(),
        secrets: env.ISOGATE_ENCRYPTION_KEY,
        now: Date.now,
      }),
    });
    this.#pins = new ToolPins(directoryOf(env), () => (loaded.ok ? pinMode(loaded.config) : "off"));
    this.#tunnels = new Tunnels(
      ctx,
      (proof) => this.stands(proof),
      this.holderOf,
      (servers) => void this.#upstreams.refresh(servers),
    );
    this.#upstreams = new PrincipalUpstreams(ctx, env, {
      pins: this.#pins,
      tunnels: this.#tunnels,
      onOpened: (config) => {
        this.#currentPolicy.opened(config.mcpServers);
        this.ledger.learnSecrets(secretValues(JSON.stringify(config.mcpServers), { ...env }));
      },
      onListed: () => this.#listening.toolsChanged(),
      onResourceUpdated: (server, uri) => this.#listening.resourceUpdated(server, uri),
    });
    this.#listening = new Listening({
      storage: ctx.storage,
      now: Date.now,
      stands: (proof, access) => this.stands(proof, access),
      holderOf: this.holderOf,
      upstreams: () => this.#upstreams.all,
    });
  }

  /** A tunnel; the route has checked who asks (http/tunnel.ts). Everything else goes by RPC. */
  override async fetch(request: Request): Promise<Response> {
    const { tunnel, proof } = tunnelOpening.parse(JSON.parse(new URL(request.url).searchParams.get("opening") ?? ""));
    const response = this.#tunnels.accept(tunnel, proof);
    if (response.status === 101) await this.#upstreams.reopened(tunnel.servers);
    return response;
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    this.#tunnels.received(socket, message);
  }

  override webSocketClose(socket: WebSocket): void {
    this.#tunnels.closed(socket);
  }

  override webSocketError(socket: WebSocket): void {
    this.#tunnels.closed(socket);
  }

  /** See GatewayStub. What `access` withholds does not leave the Gateway. */
  async snapshot(have: readonly string[], access: Access, origin?: string): Promise<Snapshot> {
    const { servers, lists } = await this.#upstreams.shown(have, access, () => this.#currentPolicy.inForce(), origin);
    return { servers, lists, scripts: this.listScripts() };
  }

  /** @param control ends the run when somebody asks for it @returns the run's only way to upstreams; dropping it aborts what is in flight. */
  async openRun(scope: RunScope, opening: RunOpening, control: CancellableRun): Promise<RunHost> {
    const session = scope.request?.session;
    const logLevel = scope.logLevel ?? (session === undefined ? undefined : this.#logLevels.get(session));
    const upstreams = await this.#upstreams.all;
    // The run may have been cancelled or its credential revoked until now. It is open in the same turn, so that nothing comes between.
    if (scope.durable !== undefined) this.durable.status.refuseEnded(scope.durable);
    const own = (control as RunControlStub).dup();
    const host = openRun({ ...scope, ...(logLevel && { logLevel }) }, opening, own, {
      upstreams,
      identifiers: this.#upstreams.identifiers,
      recheck: () => this.#upstreams.all,
      heldOf: (upstream) => this.#upstreams.heldOf(upstream),
      switchedOff: this.#upstreams.switchedOff(scope.access),
      ledger: this.ledger,
      durable: this.durable,
      policy: this.#policy,
      openRuns: this.#openRuns,
      // A saved script that a run calls is part of that run.
      place: opening.parent === undefined ? this.#places.place(scope.durable?.isResumed === true) : undefined,
      fetchAllow: this.#fetchAllow,
    });
    // The credential may have been revoked after its request was let in: then the run that is open now is the only one that did not hear of it.
    const { credential, access } = scope;
    if (credential !== undefined && !this.stands({ credential }, access)) this.#openRuns.revoke(credential);
    return host;
  }

  admitRun(opening: RunOpening, scope: AdmissionScope): Promise<RunError | undefined> {
    const { code, saved, input, options } = opening;
    const args = {
      ...(saved ? { script: saved.name } : { code }),
      input: jsonOrText(input),
      options: jsonOrText(options),
    };
    return this.#policy.admitOwn("execute_code", args, opening, scope);
  }

  admitSearch(args: unknown, scope: AdmissionScope): Promise<RunError | undefined> {
    return this.#policy.admitOwn("search_tools", args, { id: "", via: "mcp" }, scope);
  }

  policyHits(policy: string): readonly PolicyRuleHits[] {
    return this.#policy.hits(policy);
  }

  unopenedValues(): Promise<number> {
    return this.#policy.unopenedValues();
  }

  async explainPolicy(call: ExplainedCall, scope: AdmissionScope, document?: PolicyDocument) {
    const upstreams = await this.#upstreams.all;
    const known = await knownTools(upstreams.values());
    const other = document && this.#currentPolicy.asInForce(document);
    return this.#policy.explain(await namedCall(call, upstreams, this.#upstreams.identifiers), scope, { other, known });
  }

  async testPolicy(document: PolicyDocument, since: number, principal: string): Promise<PolicyTest> {
    const known = await knownTools((await this.#upstreams.all).values());
    const originals = this.#currentPolicy.originals();
    // Rows that wait to be written belong to the history.
    this.ledger.flush();
    return this.#policy.test(this.#currentPolicy.asInForce(document), { since, principal, known, originals });
  }

  async suggestPolicy(since: number, principal: string): Promise<PolicySuggestion> {
    const known = await knownTools((await this.#upstreams.all).values());
    this.ledger.flush();
    return this.#policy.suggest({ since, principal, known, originals: this.#currentPolicy.originals() });
  }

  async unlistedNames(document: PolicyDocument): Promise<readonly PolicyProblem[]> {
    const servers = await this.#upstreams.listedTools();
    const originals = this.#currentPolicy.originals();
    return [unknownTools, unknownBareNames, unknownArguments].flatMap((warningsOf) =>
      warningsOf(document, servers, originals),
    );
  }

  pinsChanged(server: string): void {
    this.#pins.forget(server);
  }

  cancelRequest(request: SessionRequest): void {
    this.#openRuns.cancelRequest(request);
  }

  endClientSession(session: string): void {
    this.#openRuns.endSession(session);
    this.#logLevels.delete(session);
    this.#listening.endSession(session);
    this.durable.packages.end(session);
  }

  setLogLevel(session: string, level: LogLevel): void {
    this.#logLevels.set(session, level, Date.now());
  }

  listen(id: string, request: ListenRequest): Promise<ListenResult> {
    return this.#listening.listen(id, request);
  }

  stopListening(id: string): void {
    this.#listening.stop(id);
  }

  subscribe(session: string, resource: ServerResource): Promise<string | undefined> {
    return this.#listening.subscribe(session, resource);
  }

  unsubscribe(session: string, uri: string): void {
    this.#listening.unsubscribe(session, uri);
  }

  recordRun(opening: RunOpening, ending: RunEnding, state: "refused" | "ended"): void {
    this.ledger.record(opening, ending, state);
  }

  override alarm(): void {
    const now = Date.now();
    try {
      this.durable.wake(now);
      this.ledger.dropExpired(now);
    } finally {
      // The platform repeats an alarm that failed; schedules do not wait for that.
      this.schedules.wake(now);
    }
  }

  upstreams(origin: string): Promise<readonly UpstreamReport[]> {
    return this.#upstreams.reports(origin);
  }

  checkUpstreams(origin: string): Promise<readonly UpstreamReport[]> {
    return this.#upstreams.checkedReports(origin);
  }

  async connectUpstream(server: string, origin: string, access: Access): Promise<string | undefined> {
    const upstream = await this.#upstreams.get(server);
    if (isNarrowed(access) && (await upstream?.isSignedIn())) return undefined;
    return upstream?.signInLink(origin);
  }

  async disconnectUpstream(server: string): Promise<boolean | undefined> {
    return (await this.#upstreams.get(server))?.disconnect();
  }

  keepIdentity(tokens: IdentityTokens): Promise<void> {
    return this.#upstreams.keepIdentity(tokens);
  }

  upstreamsChanged(): void {
    this.#upstreams.changed();
  }

  async refreshUpstream(server: string): Promise<boolean> {
    const upstream = await this.#upstreams.get(server);
    await upstream?.refresh();
    return upstream !== undefined;
  }

  async awaitSignIn(server: string, ms: number): Promise<void> {
    await (await this.#upstreams.get(server))?.awaitSignIn(ms);
  }

  async isTicketOpen(server: string, ticket: string, origin: string): Promise<boolean> {
    return (await this.#upstreams.signInAt(server))?.isOpen(ticket, origin) ?? false;
  }

  async beginSignIn(server: string, ticket: string, origin: string, browser: string) {
    return (await this.#upstreams.signInAt(server))?.begin(ticket, origin, browser) ?? NO_SIGN_IN;
  }

  async finishSignIn(server: string, query: string, origin: string, browser: string) {
    return (await this.#upstreams.signInAt(server))?.finish(new URLSearchParams(query), origin, browser) ?? NO_SIGN_IN;
  }

  /** Ends in an abort, so that nothing in memory outlives what was deleted or writes it again; see `eraseGateway`. */
  async erase(): Promise<void> {
    this.schedules.abandon();
    this.#openRuns.revokeAll();
    // Data is deleted also if the upstreams cannot be opened or reached.
    const revoked = Promise.resolve(this.#upstreams.all)
      .then((all) => Promise.all([...all.values()].map((upstream) => upstream.revoke())))
      .catch((error: unknown) => console.error("erase:", error));
    // Their Workers write down how they ended; what came after the deletion would be left behind.
    for (const until = Date.now() + LAST_RUNS_MS; this.#openRuns.size > 0 && Date.now() < until;) {
      await scheduler.wait(20);
    }
    this.ledger.abandon();
    await Promise.race([revoked, scheduler.wait(REVOKE_MS)]);
    await this.deleteEverything();
    this.ctx.abort(ERASED);
  }
}

function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}
