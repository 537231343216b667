/**
 * Sends requests to an API that is no MCP server: with its credentials, through the guarded fetch, and with every failure in words. A token
 * that is refused is renewed and the request sent once more.
 */
import { UpstreamError } from "./connector.ts";
import type { CallOptions } from "./connector.ts";
import type { Redaction } from "./credentials/redaction.ts";
import { challengeOf } from "./credentials/token-source.ts";
import type { TokenSource } from "./credentials/token-source.ts";
import { GuardedFetchError } from "./guarded-fetch/guarded-fetch.ts";
import type { GuardedFetch } from "./guarded-fetch/guarded-fetch.ts";

export interface ApiClientOptions {
  readonly server: string;
  /** What gateway.json says to send. */
  readonly headers: Headers;
  readonly tokens: TokenSource | undefined;
  readonly redaction: Redaction;
  readonly fetch: GuardedFetch;
}

export interface ApiRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly content: string | Uint8Array<ArrayBuffer> | undefined;
  /** Sent twice it does nothing twice. */
  readonly isSafe: boolean;
  /** It goes where the credentials belong. */
  readonly isTrusted: boolean;
}

/** Statuses that say that the request was not carried out, and may be later. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);
const MAX_RETRIES = 2;
const FIRST_WAIT_MS = 200;
/** Who asks for a longer rest is told to the script instead. */
const MAX_WAIT_MS = 5_000;

/** @returns undefined when it is not worth waiting */
function waitFor(response: Response, retries: number, now: number): number | undefined {
  if (retries >= MAX_RETRIES) return undefined;
  const asked = response.headers.get("retry-after");
  if (asked === null) return FIRST_WAIT_MS * 2 ** retries * (0.5 + Math.random() / 2);
  const ms = /^\d{1,9}$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - now;
  return Number.isNaN(ms) || ms > MAX_WAIT_MS ? undefined : Math.max(0, ms);
}

async function waited(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const stop = (): void => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

export class ApiClient {
  readonly #options: ApiClientOptions;

  constructor(options: ApiClientOptions) {
    this.#options = options;
  }

  /** @throws UpstreamError when there is no answer, or what `options.signal` was aborted with */
  async send(request: ApiRequest, options: CallOptions): Promise<Response> {
    const tokens = request.isTrusted ? this.#options.tokens : undefined;
    const token = await tokens?.token();
    const response = await this.#sendPatiently(request, token, options);
    if (tokens === undefined) return response;
    if (response.ok) tokens.accepted();
    if (response.status !== 401) return response;
    await tokens.renew(token, challengeOf(response));
    const again = await this.#sendOnce(request, await tokens.token(), options);
    if (again.status === 401) throw tokens.refused();
    return again;
  }

  /** What is safe is sent again where the server says that it is busy. */
  async #sendPatiently(request: ApiRequest, token: string | undefined, options: CallOptions): Promise<Response> {
    for (let retries = 0; ; retries += 1) {
      const response = await this.#sendOnce(request, token, options);
      const wait = request.isSafe && BUSY.has(response.status) ? waitFor(response, retries, Date.now()) : undefined;
      if (wait === undefined) return response;
      await response.body?.cancel();
      await waited(wait, options.signal);
    }
  }

  async #sendOnce(
    { method, url, headers: own, content, isSafe, isTrusted }: ApiRequest,
    token: string | undefined,
    { signal, onAttempt, traceparent }: CallOptions,
  ): Promise<Response> {
    const headers = new Headers({ accept: "application/json, */*;q=0.8", "user-agent": "isogate" });
    for (const [name, value] of own) headers.set(name, value);
    if (traceparent !== undefined) headers.set("traceparent", traceparent);
    // Set last: no argument takes the place of a credential.
    for (const [name, value] of isTrusted ? this.#options.headers : []) {
      const cookie = name === "cookie" ? headers.get(name) : null;
      headers.set(name, cookie === null ? value : `${cookie}; ${value}`);
    }
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    onAttempt?.();
    try {
      return await this.#options.fetch(url, {
        method,
        headers,
        signal,
        ...(content !== undefined && { body: content }),
      });
    } catch (error) {
      throw error instanceof GuardedFetchError ? this.#explain(error, isSafe) : error;
    }
  }

  #explain({ code, message }: GuardedFetchError, isSafe: boolean): UpstreamError {
    const { server, redaction } = this.#options;
    const isTransient = code === "TIMED_OUT" || code === "UNREACHABLE";
    const isUnheard = isTransient && !isSafe;
    const text = redaction.text(`${server} did not answer. ${message}`);
    const unheard = isUnheard ? " The request was sent; whether it had an effect is not known." : "";
    const kind = code === "TIMED_OUT" ? "UPSTREAM_TIMEOUT" : "UPSTREAM_ERROR";
    return new UpstreamError(kind, `${text}${unheard}`, { ofCallOnly: true, isUnheard, isTransient });
  }
}
