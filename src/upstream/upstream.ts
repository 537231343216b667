/**
 * One upstream of a Gateway: its list of tools, its health and its one connector. The list is in storage, so it can be searched
 * without a connection, which is opened when a call or a refresh needs it.
 */
import { isWithin } from "../lib/is-within.ts";
import type { ToolChoice } from "../config/server-options.ts";
import type { ClientAbility } from "../lib/client-ability.ts";
import { sha256 } from "../lib/hash.ts";
import { Waiters } from "../lib/waiters.ts";
import { uncheckedParts } from "./arguments/check-args.ts";
import { ConnectionUse, type Cause } from "./connection-use.ts";
import { goneServer } from "./gone-server.ts";
import { JudgedCalls } from "./judged-calls.ts";
import { ListPace } from "./list-pace.ts";
import { UpstreamError } from "./connector.ts";
import type { CallOptions, Connector, ListSize, ToolDefinition, ToolList, ToolResult } from "./connector.ts";
import type { CredentialState } from "./credentials/credential-state.ts";
import type { OAuthSignIn } from "./credentials/oauth-sign-in.ts";
import type { Followed } from "./mcp/resource-updates.ts";
import { sizeOfList, usableList, type ListedTools, type ListedToolsStore } from "./listed-tools.ts";
import { ObservedResults, type ShapeStore } from "./observed-results.ts";
import type { Opened } from "./open-options.ts";
import { unwrapResult } from "./result.ts";
import { toolTable, type ToolTable } from "./tool-table.ts";
import { UpstreamHealth } from "./upstream-health.ts";
import type { UpstreamReport, UpstreamStatus, UpstreamSummary } from "./upstream-report.ts";

/** Maximum age of a list whose upstream has announced no change; an older one is read again at the next request. */
const REFRESH_AFTER_MS = 300_000;
const LIST_TIMEOUT_MS = 30_000;
/** Events that a connector reports by itself. */
export interface UpstreamEvents {
  readonly onToolsChanged: () => void;
  /** A resource that is followed has changed. */
  readonly onResourceUpdated: (uri: string) => void;
  readonly onSignedIn: () => void;
}

interface UpstreamOptions {
  readonly name: string;
  /** The name under which its definitions are accepted, if its server is another one for each principal. */
  readonly pinnedAs?: string;
  /** `definition` of the store: a list that was stored under another one is not used. */
  readonly listedAs: string;
  readonly store: ListedToolsStore & ShapeStore;
  /** False where nothing is learnt from results: names in an observed type would be read without the labels of what they came from. */
  readonly learns?: boolean;
  /** The choice of its tools in gateway.json, for messages. */
  readonly choice?: ToolChoice | undefined;
  /** The abilities of a direct call's client that it may use. */
  readonly asksClient?: readonly ClientAbility[];
  readonly open: (known: string | undefined, events: UpstreamEvents) => Opened;
  /** For those who wait for changes: a list with other tools was stored. */
  readonly onListed?: () => void;
  readonly onResourceUpdated?: (uri: string) => void;
  /** For those who end what is in flight. */
  readonly inFlight?: { begin(): void; end(): void };
}

export class Upstream {
  readonly name: string;
  readonly choice: ToolChoice | undefined;
  readonly #options: UpstreamOptions;
  #opened: Opened;
  readonly #observed: ObservedResults | undefined;
  #stored: ListedTools | undefined;
  /** The tools as the rest of the gateway sees them: the list together with observed output types. */
  #described: { readonly hash: string; readonly tools: readonly ToolDefinition[] } | undefined;
  #tools: ToolTable | undefined;
  readonly #health: UpstreamHealth;
  readonly #calls: JudgedCalls;
  #connection: ConnectionUse | undefined;
  #refreshing: Promise<void> | undefined;
  readonly #pace = new ListPace();
  /** The size of the list that was read last; undefined if it was read before this object was made. */
  #size: ListSize | undefined;
  /** Timer of the re-list that a change notice or a reopened tunnel scheduled. */
  #changeDue: ReturnType<typeof setTimeout> | undefined;
  #unchecked: readonly string[] | undefined;
  /** Callers that wait for a person to sign in. */
  readonly #awaiting = new Waiters();
  /** The list was read on the connection that is open now, so changes are heard of. */
  #following = false;
  /** Its tunnel was opened after its last failure, which says nothing about it any more; true until its list was asked for again. */
  #isReopened = false;

  constructor(options: UpstreamOptions) {
    this.name = options.name;
    this.choice = options.choice;
    this.#options = options;
    this.#observed = options.learns === false ? undefined : new ObservedResults(options.name, options.store);
    this.#stored = usableList(options.store.read(options.name, options.listedAs));
    this.#opened = options.open(this.#stored?.known, {
      onToolsChanged: () => this.#onToolsChanged(),
      onResourceUpdated: (uri) => options.onResourceUpdated?.(uri),
      onSignedIn: () => this.#onSignedIn(),
    });
    this.#health = new UpstreamHealth(options.name);
    this.#calls = new JudgedCalls(options.name, this.#health);
    if (!this.#opened.ok) this.#health.unusable(new UpstreamError("UPSTREAM_ERROR", this.#opened.reason));
  }

  /** The name under which an admin accepts its definitions. */
  get pinnedAs(): string {
    return this.#options.pinnedAs ?? this.name;
  }

  get asksClient(): readonly ClientAbility[] {
    return this.#options.asksClient ?? [];
  }

  /** True while its connection is open and it says when its tools change. */
  get isFollowing(): boolean {
    return this.#following;
  }

  get isDown(): boolean {
    return this.#health.error !== undefined;
  }

  /** True if its tools were listed before, by this object or an earlier one. */
  get isListed(): boolean {
    return this.#stored !== undefined;
  }

  /** Its tools as the SDK shows them, and the hash of exactly that. */
  async describe(): Promise<{ readonly hash: string; readonly tools: readonly ToolDefinition[] } | undefined> {
    if (this.#stored === undefined || this.#described !== undefined) return this.#described;
    const stored = this.#stored;
    const tools = this.#observed?.describe(stored.tools) ?? stored.tools;
    const hash = tools === stored.tools ? stored.hash : await sha256(JSON.stringify(tools));
    // Listed again meanwhile: the next to ask describes that.
    if (this.#stored === stored) this.#described = { hash, tools };
    return { hash, tools };
  }

  /** @param origin of the gateway, as the asker knows it; without it there is no link to sign in */
  async summary(origin?: string): Promise<UpstreamSummary> {
    const unreadable = this.#stored?.unreadable ?? [];
    const status = this.#status();
    return {
      name: this.name,
      status: origin === undefined ? status : await this.#withLink(status, origin),
      ...(unreadable.length > 0 && { unreadable }),
    };
  }

  /**
   * Starts to read the list again when it may be outdated.
   * @returns what is worth waiting for: the first listing ever, and nothing else. Never rejects.
   */
  refreshIfDue(now: number): Promise<void> | undefined {
    const isRecent = this.#stored !== undefined && isWithin(REFRESH_AFTER_MS, this.#stored.listedAt, now);
    const fresh = this.#following && isRecent;
    if (!this.#opened.ok || fresh || this.#health.isResting(now)) return undefined;
    if (this.#stored !== undefined && this.#relistWait("use", now) > 0) return undefined;
    const wasListedBefore = this.#options.store.noteAsked(this.name, this.#options.listedAs);
    const refreshed = this.refresh();
    return wasListedBefore ? undefined : refreshed;
  }

  /** Never rejects; the result is in `summary`. */
  refresh(): Promise<void> {
    return this.#refresh("use");
  }

  /** Asks it for its list, also while it rests; that it does not answer makes no rest longer. Never rejects. */
  check(): Promise<void> {
    return this.#opened.ok ? this.#refresh("use", true) : Promise.resolve();
  }

  #refresh(cause: Cause, isCheck = false): Promise<void> {
    this.#refreshing ??= this.#refreshNow(cause, isCheck).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** Its tools by name; asks the upstream only when it was never listed. @throws UpstreamError */
  async tools(): Promise<ToolTable> {
    if (this.#stored === undefined) await this.refresh();
    if (this.#stored === undefined) {
      if (this.#health.error !== undefined) throw this.#health.error;
      throw new UpstreamError("UPSTREAM_ERROR", `${this.name} has not answered yet`, { isTransient: true });
    }
    this.#tools ??= toolTable(this.#stored.tools);
    return this.#tools;
  }

  /** @throws UpstreamError */
  async call(tool: ToolDefinition, args: Record<string, unknown>, options: CallOptions): Promise<ToolResult> {
    const judged = this.#calls.begin(tool.name);
    this.#options.inFlight?.begin();
    const onAttempt = (): void => {
      judged.sent();
      options.onAttempt?.();
    };
    try {
      const result = await this.#using("use", (connector) => connector.call(tool, args, { ...options, onAttempt }));
      judged.answered(result);
      if (options.isWithheld !== true) this.#learnFrom(tool, result);
      return result;
    } catch (error) {
      if (judged.failed(error, options.signal.aborted)) void this.refresh();
      throw error;
    } finally {
      this.#options.inFlight?.end();
    }
  }

  #learnFrom(tool: ToolDefinition, result: ToolResult): void {
    const unwrapped = tool.outputSchema === undefined ? unwrapResult(result) : undefined;
    if (unwrapped?.ok !== true || this.#observed === undefined) return;
    try {
      if (this.#observed.note(tool, unwrapped.value)) this.#described = undefined;
    } catch (error) {
      // The call has succeeded, whatever its result says about the tool.
      console.error(`The form of a result of ${this.name} cannot be stored:`, error);
    }
  }

  /**
   * Has it report changes of these resources and of no others. The connection stays open as long as somebody asks for that again and again.
   * @throws UpstreamError
   */
  async followResources(uris: ReadonlySet<string>): Promise<Followed> {
    const { followResources } = this.#opened.ok ? this.#opened : {};
    if (this.#health.error !== undefined && this.#health.isResting(Date.now())) throw this.#health.error;
    if (followResources !== undefined) return this.#using("use", () => followResources(uris));
    const reason = this.#opened.ok ? `${this.name} has no resources that change.` : this.#opened.reason;
    throw new UpstreamError("UPSTREAM_ERROR", reason, { concernsCallOnly: true });
  }

  async #refreshNow(cause: Cause, isCheck: boolean): Promise<void> {
    this.#pace.note(cause, Date.now());
    try {
      const listed = await this.#using(cause, (connector) => connector.list(AbortSignal.timeout(LIST_TIMEOUT_MS)));
      if (listed === "unchanged") this.#keep();
      else await this.#storeList(listed);
      this.#health.listed();
    } catch (error) {
      if (isCheck) this.#health.checkFailed(error, Date.now());
      else this.#health.listFailed(error, Date.now());
    }
    this.#isReopened = false;
  }

  /** The list is as it was: what is stored is good for another while. */
  #keep(): void {
    if (this.#stored !== undefined) this.#stored = { ...this.#stored, listedAt: Date.now() };
    this.#following = true;
  }

  async #storeList({ tools, unreadable, size, known }: ToolList): Promise<void> {
    this.#size = size ?? sizeOfList(tools);
    await this.#store({
      tools,
      unreadable,
      hash: await sha256(JSON.stringify(tools)),
      listedAt: Date.now(),
      ...(known && { known }),
    });
  }

  async #store(next: ListedTools): Promise<void> {
    this.#options.store.write(this.name, this.#options.listedAs, next);
    const isChanged = next.hash !== this.#stored?.hash;
    if (isChanged) {
      this.#tools = undefined;
      this.#described = undefined;
      this.#unchecked = undefined;
      this.#observed?.keepOnly(next.tools);
    }
    this.#stored = next;
    this.#following = true;
    if (isChanged) this.#options.onListed?.();
  }

  /** @param origin see `summary` */
  async report(origin: string): Promise<UpstreamReport> {
    const credential: CredentialState = this.#opened.ok
      ? await this.#opened.credential.describe()
      : { state: "error", message: this.#opened.reason };
    const tools = this.#stored?.tools ?? [];
    this.#unchecked ??= uncheckedParts(tools);
    const signsIn = this.signIn !== undefined;
    return { ...(await this.summary(origin)), tools: tools.length, unchecked: this.#unchecked, credential, signsIn };
  }

  /** Undefined where there is no sign-in. */
  get signIn(): OAuthSignIn | undefined {
    return this.#opened.ok ? this.#opened.credential.signIn : undefined;
  }

  /** @param origin of the gateway, as the person knows it @returns the page where a person signs in; undefined if the upstream has no sign-in */
  async signInLink(origin: string): Promise<string | undefined> {
    return this.signIn?.link(origin);
  }

  /** @returns true if a new sign-in would replace an earlier one */
  async isSignedIn(): Promise<boolean> {
    return this.#opened.ok && (await this.#opened.credential.describe()).state !== "sign_in_required";
  }

  /** Revokes the credential at its authorization server and deletes it. Never rejects. */
  async revoke(): Promise<void> {
    if (this.#opened.ok) await this.#opened.credential.disconnect?.().catch(() => false);
  }

  /** It is no longer an upstream of the gateway: runs that still hold it call it no more, and what is in flight ends. */
  retire(): void {
    const reason = goneServer(this.name);
    this.#opened = { ok: false, reason };
    this.#health.unusable(new UpstreamError("UPSTREAM_ERROR", reason));
    this.#connection?.close();
  }

  /** @returns true if the authorization server confirmed the revocation; undefined where there is nothing to disconnect */
  async disconnect(): Promise<boolean | undefined> {
    if (!this.#opened.ok || this.#opened.credential.disconnect === undefined) return undefined;
    const isRevoked = await this.#opened.credential.disconnect();
    this.#connection?.close();
    await this.refresh();
    return isRevoked;
  }

  /** Resolves when a person has signed in and the list was read, or after `ms`; at once where no person has to. */
  async awaitSignIn(ms: number): Promise<void> {
    if (!this.#opened.ok || (await this.#opened.credential.needsPerson?.()) !== true) return;
    await this.#awaiting.change(this.name, ms);
  }

  #onSignedIn(): void {
    this.#connection?.close();
    // A refresh that is under way was begun without the sign-in.
    void Promise.resolve(this.#refreshing)
      .then(() => this.refresh())
      .then(() => this.#awaiting.tell(this.name));
  }

  /** Its tunnel was opened: its list may be another one, and is read as often as that of an upstream that announces changes. */
  reopened(): void {
    this.#isReopened = true;
    if (this.#stored === undefined) void this.refresh();
    else this.#onToolsChanged();
  }

  /** Reads the list once however often the upstream announces a change, and again only after a pause. */
  #onToolsChanged(): void {
    this.#changeDue ??= setTimeout(() => void this.#readChange(), this.#relistWait("upstream", Date.now()));
  }

  #relistWait(cause: Cause, now: number): number {
    this.#size ??= sizeOfList(this.#stored?.tools ?? []);
    return this.#pace.waitMs(cause, this.#size, now);
  }

  async #readChange(): Promise<void> {
    // The list that is being read may not contain the change.
    await this.#refreshing;
    this.#changeDue = undefined;
    await this.#refresh("upstream");
  }

  /** @throws UpstreamError when the upstream cannot be used */
  async #using<T>(cause: Cause, work: (connector: Connector) => Promise<T>): Promise<T> {
    if (!this.#opened.ok) throw new UpstreamError("UPSTREAM_ERROR", this.#opened.reason);
    this.#connection ??= new ConnectionUse(this.#opened.connector, () => this.#onClose());
    return this.#connection.use(cause, work);
  }

  /** Without a connection no change notices arrive. */
  #onClose(): void {
    this.#following = false;
    if (this.#changeDue !== undefined) clearTimeout(this.#changeDue);
    this.#changeDue = undefined;
  }

  async #withLink(status: UpstreamStatus, origin: string): Promise<UpstreamStatus> {
    if (status.state !== "down" || status.needsSignIn !== true) return status;
    const signInUrl = await this.signInLink(origin);
    return signInUrl === undefined ? status : { ...status, signInUrl };
  }

  #status(): UpstreamStatus {
    const { error, staleness } = this.#health;
    if (error !== undefined && !this.#isReopened) {
      const { message: reason, signIn } = error;
      return { state: "down", reason, ...(signIn && { needsSignIn: true }) };
    }
    if (error === undefined && this.#stored !== undefined)
      return { state: "ready", ...(staleness !== undefined && { reason: staleness }) };
    const reason = this.#opened.ok ? this.#opened.waiting?.() : undefined;
    return { state: "connecting", ...(reason !== undefined && { reason }) };
  }
}
