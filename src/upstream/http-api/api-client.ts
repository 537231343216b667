/**
 * Sends requests to an API that is no MCP server: with its credentials, through the guarded fetch, and with every failure in words. A token
 * that is refused is renewed and the request sent once more.
 */
import { readableText } from "../body-text.ts";
import { UpstreamError, type CallOptions } from "../connector.ts";
import { proving } from "../credentials/dpop.ts";
import type { Redaction } from "../credentials/redaction.ts";
import { challengeOf, type TokenSource } from "../credentials/token-source.ts";
import { GuardedFetchError, type GuardedFetch, type GuardedFetchCode } from "../guarded-fetch/guarded-fetch.ts";
import { retryAfterOf, retryWait, waited } from "../retry-wait.ts";

export interface ApiClientOptions {
  readonly server: string;
  /** Headers that gateway.json sets. */
  readonly headers: Headers;
  readonly tokens: TokenSource | undefined;
  readonly redaction: Redaction;
  readonly fetch: GuardedFetch;
}

interface ApiRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly content: string | Uint8Array<ArrayBuffer> | undefined;
  /** Sent twice it does nothing twice. */
  readonly isSafe: boolean;
  /** It goes where the credentials belong. */
  readonly isTrusted: boolean;
  /** Credentials of this request; no argument takes their place. */
  readonly proof?: Headers;
}

/** Statuses that say that the request was not carried out, and may be later. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);
const NO_PROOF = new Headers();

/** Cookies of a call beside those of the credentials, whose names it may not use: many servers read the first of a name. */
function besides(cookies: string, credentials: string): string {
  const names = new Set(credentials.split(";").map(nameOfCookie));
  const others = cookies.split(";").filter((cookie) => !names.has(nameOfCookie(cookie)));
  return [...others.map((cookie) => cookie.trim()), credentials].join("; ");
}

/** @throws UpstreamError if the server refuses the request for want of a scope, which a person can grant */
async function withScope(tokens: TokenSource, response: Response): Promise<Response> {
  const { lacksScope, scope } = response.status === 403 ? challengeOf(response) : {};
  if (lacksScope === true) throw await tokens.lacksScope(scope);
  return response;
}

function nameOfCookie(cookie: string): string {
  return cookie.split("=", 1)[0]?.trim() ?? "";
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
    if (response.status !== 401) return withScope(tokens, response);
    await tokens.renew(token, challengeOf(response));
    const again = await this.#sendOnce(request, await tokens.token(), options);
    if (again.status === 401) throw tokens.refused();
    return withScope(tokens, again);
  }

  /** Repeats a safe request when the server says that it is busy. */
  async #sendPatiently(request: ApiRequest, token: string | undefined, options: CallOptions): Promise<Response> {
    for (let retries = 0; ; retries += 1) {
      const response = await this.#sendOnce(request, token, options);
      const now = Date.now();
      const retryAfterMs = retryAfterOf(response.headers, now);
      const isRepeated = request.isSafe && BUSY.has(response.status);
      const wait = isRepeated ? retryWait({ retries, retryAfterMs, deadline: options.deadline, now }) : undefined;
      if (wait === undefined) return response;
      await response.body?.cancel();
      await waited(wait, options.signal);
    }
  }

  async #sendOnce(
    { method, url, headers: own, content, isSafe, isTrusted, proof = NO_PROOF }: ApiRequest,
    token: string | undefined,
    { signal, onAttempt, traceparent }: CallOptions,
  ): Promise<Response> {
    const headers = new Headers({ accept: "application/json, */*;q=0.8", "user-agent": "isogate" });
    for (const [name, value] of own) headers.set(name, value);
    if (traceparent !== undefined) headers.set("traceparent", traceparent);
    // Set last: no argument takes the place of a credential.
    for (const [name, value] of isTrusted ? [...this.#options.headers, ...proof] : []) {
      const cookie = name === "cookie" ? headers.get(name) : null;
      headers.set(name, cookie === null ? value : besides(cookie, value));
    }
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    onAttempt?.();
    try {
      const { fetch, tokens } = this.#options;
      const response = await proving(
        tokens,
        token,
        fetch,
      )(url, {
        method,
        headers,
        signal,
        ...(content !== undefined && { body: content }),
      });
      return response.status < 400 ? response : await this.#withoutSecrets(response);
    } catch (error) {
      throw error instanceof GuardedFetchError ? this.#explain(error, isSafe) : error;
    }
  }

  /** Redacts secrets now: the text of a failure is cut to a length later, and half of a secret would not be found. */
  async #withoutSecrets(response: Response): Promise<Response> {
    const { status, statusText } = response;
    const contentType = response.headers.get("content-type") ?? "";
    const text = readableText(new Uint8Array(await response.arrayBuffer()), contentType);
    const headers = new Headers(response.headers);
    headers.set("content-type", `${contentType.split(";", 1)[0] ?? ""}; charset=utf-8`);
    return new Response(this.#options.redaction.text(text), { status, statusText, headers });
  }

  #explain({ code, message }: GuardedFetchError, isSafe: boolean): UpstreamError {
    const { server, redaction } = this.#options;
    // An answer that is too long, or a redirect that is not followed, may be that of a request that was carried out.
    const isUnanswered = code !== "ADDRESS_REFUSED" && !isSafe;
    const text = redaction.text(`${beginningOf(code, server)} ${message}`);
    const unanswered = isUnanswered ? " The request was sent, so it may have had an effect." : "";
    const kind = code === "TIMED_OUT" ? "UPSTREAM_TIMEOUT" : "UPSTREAM_ERROR";
    const isDown = code === "UNREACHABLE" || code === "CUT_OFF";
    const fault = code === "TIMED_OUT" ? "slow" : isDown ? "unreachable" : undefined;
    return new UpstreamError(kind, `${text}${unanswered}`, { concernsCallOnly: true, isUnanswered, fault });
  }
}

function beginningOf(code: GuardedFetchCode, server: string): string {
  switch (code) {
    case "ADDRESS_REFUSED":
      return `No request was sent to ${server}.`;
    case "TIMED_OUT":
    case "UNREACHABLE":
      return `${server} did not answer.`;
    case "REDIRECT_REFUSED":
    case "TOO_LARGE":
    case "UNKNOWN_ENCODING":
    case "CUT_OFF":
      return `The answer of ${server} is not used.`;
  }
}
