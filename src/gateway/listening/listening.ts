/**
 * Clients that listen for changes of their tools and of resources. A connection to an upstream stays open for the resources that somebody
 * listens for, because no client hears of a change without it; it is closed some time after the last has left.
 */
import { isWithin } from "../../lib/is-within.ts";
import { allowsServer, type Access, type Proof } from "../../auth/principal.ts";
import { LISTEN_CHECK_MS, MAX_RESOURCES_OF_LISTENER } from "../../limits/listen-limits.ts";
import { MAX_FOLLOW_MS } from "../../limits/upstream-limits.ts";
import type { ListenResult, ListenRequest, ServerResource } from "../../rpc/listening.ts";
import { UpstreamError } from "../../upstream/connector.ts";
import type { Followed } from "../../upstream/mcp/resource-updates.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { SubscriptionTable } from "../store/subscription-table.ts";
import { Listeners, type Listener } from "./listeners.ts";

/** A 2025-era client may subscribe before it opens the stream of its session. */
const SESSION_GRACE_MS = 60_000;

interface ListeningOptions {
  readonly storage: DurableObjectStorage;
  readonly now: () => number;
  /** @returns true if the credentials are still valid, and still permit `access` */
  readonly stands: (proof: Proof, access: Access) => boolean;
  /** See PrincipalIdentity. */
  readonly holderOf: (credential: string) => string;
  readonly upstreams: () => Promise<ReadonlyMap<string, Upstream>>;
}

interface FollowedResources {
  readonly wanted: ReadonlySet<string>;
  /** URIs whose changes are not reported, with the reason. */
  readonly refused: ReadonlyMap<string, string>;
  readonly askedAt: number;
}

export class Listening {
  readonly #options: ListeningOptions;
  readonly #listeners: Listeners;
  readonly #subscriptions: SubscriptionTable;
  /** The resources that each server was last asked to report changes of. */
  readonly #followed = new Map<string, FollowedResources>();

  constructor(options: ListeningOptions) {
    this.#options = options;
    this.#listeners = new Listeners(options.holderOf);
    this.#subscriptions = new SubscriptionTable(options.storage);
  }

  /** See GatewayStub. */
  async listen(id: string, request: ListenRequest): Promise<ListenResult> {
    const { proof, access, session, resources = [], isAgain, waitMs } = request;
    const { now, stands } = this.#options;
    if (!stands(proof, access)) return { state: "ended" };
    const kept = this.#listeners.keep(id, proof.credential, now());
    if (kept === undefined) return { state: "too-many" };
    const { listener } = kept;
    listener.session = session;
    listener.resources = resources
      .slice(0, MAX_RESOURCES_OF_LISTENER)
      .filter(({ server }) => allowsServer(access, server));
    const permitted = () => this.#resourcesOf(listener).filter(({ server }) => allowsServer(access, server));
    const followed = permitted();
    // While this Gateway was not in memory, or the session had no stream, its client did not hear of changes.
    if (kept.isNew && (isAgain || session !== undefined)) for (const { uri } of followed) listener.updated(uri);
    const following = this.#follow(new Set(followed.map(({ server }) => server)));
    // Only the first answer says what is refused. News of other servers do not wait for one that is slow.
    const refused = await (isAgain ? Promise.race([following, listener.changed.then(() => NONE)]) : following);
    if (await this.#isConnectedAnyway()) await within(waitMs, listener.changed, undefined);
    if (listener.hasEnded || !stands(proof, access)) {
      this.stop(id);
      return { state: "ended" };
    }
    const { areToolsNew, updated } = listener.take();
    // The session may have subscribed to others meanwhile.
    const listened = new Set(permitted().map(({ uri }) => uri));
    return {
      state: "listening",
      areToolsNew,
      updated: updated.filter((uri) => listened.has(uri)),
      refused: followed.flatMap(({ uri }) => (refused.has(uri) ? [uri] : [])),
    };
  }

  /** Wakes those who listen with credentials that are not valid any more. */
  endAllOf(credential: string): void {
    for (const listener of this.#listeners.all) if (listener.credential === credential) listener.wake();
  }

  stop(id: string): void {
    const left = this.#listeners.leave(id);
    if (left !== undefined) this.#release(this.#resourcesOf(left));
  }

  /** @returns why the upstream does not report changes of the resource; undefined if it does */
  async subscribe(session: string, resource: ServerResource): Promise<string | undefined> {
    const others = this.#subscriptions.of(session).filter(({ uri }) => uri !== resource.uri);
    if (others.length >= MAX_RESOURCES_OF_LISTENER)
      return `the session has the maximum of ${MAX_RESOURCES_OF_LISTENER} subscriptions to resources. Unsubscribe from some.`;
    const listened = [...this.#listeners.all].flatMap((listener) => listener.session ?? []);
    this.#subscriptions.add(session, resource, this.#options.now(), listened);
    this.#subscriptionsChanged();
    const refused = await this.#follow(new Set([resource.server]));
    const reason = refused.get(resource.uri);
    if (reason !== undefined) this.#remove(session, resource.uri);
    return reason;
  }

  unsubscribe(session: string, uri: string): void {
    const server = this.#remove(session, uri);
    if (server !== undefined) this.#release([{ server, uri }]);
  }

  endSession(session: string): void {
    for (const listener of this.#listeners.all) {
      if (listener.session !== session) continue;
      listener.hasEnded = true;
      listener.wake();
    }
    const ended = this.#subscriptions.of(session);
    this.#subscriptions.removeAll(session);
    this.#subscriptionsChanged();
    this.#release(ended);
  }

  toolsChanged(): void {
    for (const listener of this.#listeners.all) listener.toolsChanged();
  }

  resourceUpdated(server: string, uri: string): void {
    const covering = [...(this.#followed.get(server)?.wanted ?? [])].filter((wanted) => covers(wanted, uri));
    for (const listener of this.#listeners.all) {
      // An upstream may report without end: what a client will be told anyway is not looked up again.
      if (covering.every((one) => listener.willReport(one))) continue;
      for (const resource of this.#resourcesOf(listener)) {
        if (resource.server === server && covers(resource.uri, uri)) listener.updated(resource.uri);
      }
    }
  }

  #resourcesOf(listener: Listener): readonly ServerResource[] {
    const { session, resources } = listener;
    if (session === undefined) return resources;
    listener.subscribed ??= this.#subscriptions.of(session);
    return listener.subscribed;
  }

  /** @returns the server of the resource; undefined if the session has not subscribed to it */
  #remove(session: string, uri: string): string | undefined {
    const server = this.#subscriptions.remove(session, uri);
    this.#subscriptionsChanged();
    return server;
  }

  #subscriptionsChanged(): void {
    for (const listener of this.#listeners.all) listener.subscribed = undefined;
  }

  /** @returns URIs whose changes are not reported, with the reason */
  async #follow(servers: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    if (servers.size === 0) return new Map();
    const upstreams = await this.#options.upstreams();
    const refused = await Promise.all([...servers].map((server) => this.#followAt(server, upstreams.get(server))));
    return new Map(refused.flatMap((one) => [...one]));
  }

  async #followAt(server: string, upstream: Upstream | undefined): Promise<ReadonlyMap<string, string>> {
    const now = this.#options.now();
    const wanted = this.#wantedOf(server);
    const before = this.#followed.get(server);
    // A connection that is lost again and again is not opened more often than that.
    const isRecent = before !== undefined && isWithin(LISTEN_CHECK_MS, before.askedAt, now);
    if (isRecent && before.wanted.symmetricDifference(wanted).size === 0) return before.refused;
    const { begun, refused } = await followResources(server, upstream, wanted);
    this.#followed.set(server, { wanted, refused, askedAt: now });
    // The connection was lost in between, and with it what was said meanwhile.
    for (const uri of begun)
      if (before?.wanted.has(uri) === true && !before.refused.has(uri)) this.resourceUpdated(server, uri);
    return refused;
  }

  #wantedOf(server: string): ReadonlySet<string> {
    const listened = [...this.#listeners.all].flatMap((listener) => this.#resourcesOf(listener));
    const recent = this.#subscriptions.since(this.#options.now() - SESSION_GRACE_MS);
    return new Set([...listened, ...recent].flatMap((one) => (one.server === server ? [one.uri] : [])));
  }

  /** Ends subscriptions that no client needs any more. A connection that is closed has none, and is not opened for it. */
  #release(resources: readonly ServerResource[]): void {
    const release = async (): Promise<void> => {
      const upstreams = await this.#options.upstreams();
      const open = resources.filter(({ server }) => upstreams.get(server)?.isFollowing === true);
      await this.#follow(new Set(open.map(({ server }) => server)));
    };
    release().catch((error: unknown) => console.error("subscriptions to resources:", error));
  }

  /** @returns true while the Gateway has a connection to an upstream, by which it would hear of changes */
  async #isConnectedAnyway(): Promise<boolean> {
    const upstreams = await this.#options.upstreams();
    return [...upstreams.values()].some(({ isFollowing }) => isFollowing);
  }
}

async function followResources(
  server: string,
  upstream: Upstream | undefined,
  uris: ReadonlySet<string>,
): Promise<Followed> {
  const none = (reason: string): Followed => ({ begun: [], refused: new Map([...uris].map((uri) => [uri, reason])) });
  if (upstream === undefined) return none(`${server} is not an upstream any more.`);
  try {
    const late = none(`${server} has not answered within ${MAX_FOLLOW_MS} ms.`);
    const { begun, refused } = await within(MAX_FOLLOW_MS, upstream.followResources(uris), late);
    if (refused === late.refused) return late;
    return { begun, refused: new Map([...refused].map(([uri, reason]) => [uri, `${server}: ${reason}`])) };
  } catch (error) {
    if (error instanceof UpstreamError) return none(error.message);
    throw error;
  }
}

const NONE: ReadonlyMap<string, string> = new Map();

/** An upstream may name a part of the resource that was subscribed to. */
function covers(subscribed: string, updated: string): boolean {
  return updated === subscribed || updated.startsWith(subscribed.endsWith("/") ? subscribed : `${subscribed}/`);
}

/** @returns what the work returns, or `late` if that takes longer; the work goes on */
async function within<T>(ms: number, work: Promise<T>, late: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(late), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
