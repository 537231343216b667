/**
 * Subscriptions to resources of an MCP server, in both eras. They last as long as the connection: a caller that needs them asks again and again
 * (`follow`), and after a reconnect they are made anew.
 */
import { SdkError, SdkErrorCode, type Client, type McpSubscription } from "@modelcontextprotocol/client";
import { MAX_FOLLOW_MS, MAX_STREAM_OPENING_MS } from "../../limits/upstream-limits.ts";
import { UpstreamError } from "../connector.ts";
import { HttpTransport } from "./http-transport.ts";
import { isConnectionLost } from "./mcp-failures.ts";

/** What became of a request to follow resources. */
export interface Followed {
  /** URIs that are followed only from now on: earlier changes of them were not heard of. */
  readonly begun: readonly string[];
  /** URIs that the upstream does not report changes of, with its reason. */
  readonly refused: ReadonlyMap<string, string>;
}

interface ResourceUpdatesOptions {
  /** The upstream's name in gateway.json, for messages. */
  readonly server: string;
  /** @returns an error of the upstream in words */
  readonly reasonOf: (error: unknown) => string;
}

export class ResourceUpdates {
  readonly #options: ResourceUpdatesOptions;
  /** The connection on which the subscriptions were made. */
  #client: Client | undefined;
  #followed = new Set<string>();
  /** The URIs that the stream was opened with. */
  #requested: ReadonlySet<string> = new Set();
  /** The one stream of a 2026-07-28 connection that reports all of them. */
  #stream: McpSubscription | undefined;
  #last: Promise<unknown> = Promise.resolve();
  /** A request that waits for the one before. A later one takes its place. */
  #waiting: { client: Client; uris: ReadonlySet<string>; readonly followed: Promise<Followed> } | undefined;

  constructor(options: ResourceUpdatesOptions) {
    this.#options = options;
  }

  /**
   * Makes the subscriptions of the connection those to `uris`, one request after the other. Of requests that wait, the latest counts: an upstream
   * that does not answer would otherwise collect them without end.
   * @throws UpstreamError if the upstream offers no subscriptions
   */
  follow(client: Client, uris: ReadonlySet<string>): Promise<Followed> {
    if (this.#waiting !== undefined) {
      Object.assign(this.#waiting, { client, uris });
      return this.#waiting.followed;
    }
    const next = this.#last.then(() => {
      const latest = this.#waiting ?? { client, uris };
      this.#waiting = undefined;
      return this.#followNow(latest.client, latest.uris);
    });
    this.#waiting = { client, uris, followed: next };
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #followNow(client: Client, uris: ReadonlySet<string>): Promise<Followed> {
    const { server } = this.#options;
    const capabilities = client.getServerCapabilities();
    // The capabilities are undefined once the connection is closed.
    if (capabilities !== undefined && capabilities.resources?.subscribe !== true) {
      throw new UpstreamError("UPSTREAM_ERROR", `${server} does not offer subscriptions to its resources.`, {
        concernsCallOnly: true,
      });
    }
    if (this.#client !== client) {
      if (client.getDiscoverResult() === undefined) await streamOpened(client);
      this.#client = client;
      this.#followed = new Set();
      this.#stream = undefined;
    }
    return client.getDiscoverResult() === undefined ? this.#subscribeSingly(client, uris) : this.#listen(client, uris);
  }

  async #subscribeSingly(client: Client, uris: ReadonlySet<string>): Promise<Followed> {
    const end = Date.now() + MAX_FOLLOW_MS;
    const timeLeft = () => ({ timeout: Math.max(1, end - Date.now()) });
    for (const uri of this.#followed.difference(uris)) {
      this.#followed.delete(uri);
      // An upstream that refuses goes on to report changes, which are ignored.
      await client.unsubscribeResource({ uri }, timeLeft()).catch(() => undefined);
    }
    const begun: string[] = [];
    const refused = new Map<string, string>();
    let silence: string | undefined;
    for (const uri of uris.difference(this.#followed)) {
      if (silence !== undefined) {
        refused.set(uri, silence);
        continue;
      }
      try {
        await client.subscribeResource({ uri }, timeLeft());
        this.#followed.add(uri);
        begun.push(uri);
      } catch (error) {
        if (isConnectionLost(error)) throw error;
        const reason = this.#options.reasonOf(error);
        refused.set(uri, reason);
        // After one failed request, the other subscriptions of this server are skipped.
        if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) silence = reason;
      }
    }
    return { begun, refused };
  }

  /** The new stream is opened before the old one is closed, so that no change is missed. */
  async #listen(client: Client, uris: ReadonlySet<string>): Promise<Followed> {
    const replaced = this.#stream;
    if (replaced !== undefined && isSame(uris, this.#requested)) return NOTHING_NEW;
    const before = replaced === undefined ? new Set<string>() : this.#followed;
    const filter = { resourceSubscriptions: [...uris] };
    const stream = uris.size === 0 ? undefined : await client.listen(filter, { timeout: MAX_FOLLOW_MS });
    this.#stream = stream;
    this.#requested = new Set(uris);
    this.#followed = this.#requested.intersection(new Set(stream?.honoredFilter.resourceSubscriptions));
    void stream?.closed.then(() => {
      if (this.#stream === stream) this.#stream = undefined;
    });
    await replaced?.close();
    const refused = [...this.#requested.difference(this.#followed)].map((uri) => [uri, NOT_REPORTED] as const);
    return { begun: [...this.#followed.difference(before)], refused: new Map(refused) };
  }
}

/** A change that a server of 2025 reports before its stream is open is lost: a subscription waits for the stream, for a bounded time. */
async function streamOpened({ transport }: Client): Promise<void> {
  if (!(transport instanceof HttpTransport)) return;
  const { promise: waited, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, MAX_STREAM_OPENING_MS);
  await Promise.race([transport.streamAnswered, waited]);
  clearTimeout(timer);
}

const NOT_REPORTED = "it reports no changes of this resource";
const NOTHING_NEW: Followed = { begun: [], refused: new Map() };

function isSame(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return some.size === others.size && some.isSubsetOf(others);
}
