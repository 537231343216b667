/**
 * Records what the MCP client does not report about requests to an upstream: requests that got no answer, and what a refusal
 * offered. The client wraps both in errors of its own, without the address.
 */
import { isWithin } from "../../lib/is-within.ts";
import { challengeOf } from "../credentials/token-source.ts";
import type { RequestTarget } from "./explain-failure.ts";
import { retryAfterOf } from "../retry-wait.ts";
import type { UpstreamFetch } from "./upstream-fetch.ts";

/** Long enough for an answer that is on its way; the upstream has just refused another request. */
const OLD_SSE_MS = 3_000;

interface RemoteOptions extends RequestTarget {
  readonly headers: Headers;
  readonly fetch: UpstreamFetch;
}

export class Remote {
  readonly target: RequestTarget;
  readonly #options: RemoteOptions;
  #offersSignIn = false;
  /** The pause that the upstream has asked for, and when it did so, in milliseconds since 1970. */
  #rest = { since: 0, ms: 0 };
  /** Reasons for requests that got no answer, by the error that the fetch was rejected with. */
  readonly #unanswered = new WeakMap<Error, string>();

  constructor(options: RemoteOptions) {
    this.target = options;
    this.#options = options;
  }

  /** The last refusal named an authorization server. */
  offersSignIn(): boolean {
    return this.#offersSignIn;
  }

  /** @returns the rest of the pause that a busy upstream asked for, in milliseconds; undefined when it is over or there was none */
  retryAfterMs(now: number): number | undefined {
    const { since, ms } = this.#rest;
    return isWithin(ms, since, now) ? since + ms - now : undefined;
  }

  /** Why a request had no answer, where `error` is or was caused by that. */
  unanswered(error: unknown): string | undefined {
    for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
      const reason = this.#unanswered.get(at);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  /** `fetch` that takes note. */
  watched(send: UpstreamFetch): UpstreamFetch {
    return async (url, init) => {
      try {
        const response = await send(url, init);
        if (response.status === 429 || response.status === 503) {
          const now = Date.now();
          this.#rest = { since: now, ms: retryAfterOf(response.headers, now) ?? 0 };
        }
        if (response.status === 401) this.#offersSignIn = challengeOf(response).resourceMetadataUrl !== undefined;
        return response;
      } catch (error) {
        if (error instanceof Error && init?.signal?.aborted !== true) this.#unanswered.set(error, error.message);
        throw error;
      }
    };
  }

  /** @returns true if a GET opens an event stream after a POST was refused (MCP 2025-06-18, "Backwards compatibility") */
  async isOldSse(): Promise<boolean> {
    const headers = new Headers(this.#options.headers);
    headers.set("accept", "text/event-stream");
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), OLD_SSE_MS);
    try {
      const { fetch: send, address } = this.#options;
      const response = await send(address, { headers, redirect: "manual", signal: controller.signal });
      const type = response.headers.get("content-type") ?? "";
      await response.body?.cancel();
      return response.ok && type.toLowerCase().startsWith("text/event-stream");
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
      controller.abort();
    }
  }
}
