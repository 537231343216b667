/** Explains failures of the MCP client to people: the address, the HTTP status and the upstream's own words, in one sentence. */
import {
  InsufficientScopeError,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { ANSWER_LOST } from "../../contract/tunnel.ts";
import { isRecord } from "../../lib/is-record.ts";
import { isDeeper } from "../../lib/nesting.ts";
import { issuesLine, printedIssues } from "../../lib/printed-issues.ts";
import { hiddenCharacter } from "../../lib/visible-text.ts";
import { MAX_FAILURE_CHARS, MAX_VALUE_DEPTH } from "../../limits/upstream-limits.ts";
import { UpstreamError, type ToolResult, type UpstreamFault } from "../connector.ts";
import type { Redaction } from "../credentials/redaction.ts";
import type { TokenSource } from "../credentials/token-source.ts";
import { oneVisibleLine } from "../upstream-explanation.ts";
import { NO_ANSWER } from "../call-outcome.ts";
import { askedPages } from "./asked-pages.ts";
import {
  addressText,
  explainContent,
  explainMisfit,
  explainRedirect,
  explainHttp,
  explainNoAnswer,
  explainRefusal,
} from "./explain-failure.ts";
import { UNSUPPORTED_VERSION, bodyOf, refusedFor } from "./http-refusals.ts";
import type { Remote } from "./remote.ts";
import { isUnreadable } from "./unreadable-answer.ts";

export interface McpFailureOptions {
  /** The upstream's name in gateway.json, for messages. */
  readonly server: string;
  readonly timeoutMs: number;
  /** Applied to everything that comes from the upstream. */
  readonly redaction: Redaction;
  /** The source of the transport's tokens, which also interprets a refusal of them. */
  readonly tokens: TokenSource | undefined;
  /** How it is reached; undefined where it is part of the gateway. */
  readonly remote: Remote | undefined;
  /** See `OpenUpstream`. */
  readonly waiting?: (() => string | undefined) | undefined;
}

export const LISTING = "list its tools";

export class McpFailures {
  readonly #options: McpFailureOptions;

  constructor(options: McpFailureOptions) {
    this.#options = options;
  }

  /** @param what ends "could not …" @param startedAt when it was asked for, in milliseconds since 1970 */
  async explain(error: unknown, what: string, startedAt: number): Promise<UpstreamError> {
    if (error instanceof UpstreamError) return error;
    const { server, tokens, remote } = this.#options;
    // Without the cause: it holds what the upstream answered, and a log is a place where credentials must not be either.
    if (error instanceof InsufficientScopeError && tokens !== undefined) return tokens.lacksScope(error.requiredScope);
    const isRefused =
      error instanceof UnauthorizedError || (error instanceof SdkHttpError && isAuthStatus(error.status));
    if (isRefused && tokens !== undefined && !(error instanceof SdkHttpError && error.status === 403)) {
      return tokens.refused();
    }
    if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
      return this.#late(error, what, startedAt);
    }
    if (remote !== undefined) {
      if (error instanceof SdkHttpError && error.status !== undefined && redirectOf(error) === undefined) {
        const { status } = error;
        const body = this.textOf(bodyOf(error));
        const failure = {
          status,
          body,
          offersSignIn: remote.offersSignIn(),
          isOldSse: await this.#isOldSse(status, what),
        };
        const fault = faultOf(status);
        const retryAfterMs = fault === "busy" ? remote.retryAfterMs(Date.now()) : undefined;
        const told = { fault, retryAfterMs };
        if (!isRefused) return new UpstreamError("UPSTREAM_ERROR", explainHttp(remote.target, what, failure), told);
        return new UpstreamError("UPSTREAM_AUTH_REQUIRED", explainRefusal(remote.target, failure));
      }
      if (isRefused) {
        const failure = { status: 401, body: "", offersSignIn: remote.offersSignIn(), isOldSse: false };
        return new UpstreamError("UPSTREAM_AUTH_REQUIRED", explainRefusal(remote.target, failure));
      }
      const unanswered = remote.unanswered(error);
      if (unanswered !== undefined) {
        const message = explainNoAnswer(remote.target, this.textOf(unanswered));
        return new UpstreamError("UPSTREAM_ERROR", message, { fault: "unreachable" });
      }
    }
    const unlike = remote && this.#unlikeMcp(remote, error, what);
    if (unlike !== undefined) return unlike;
    if (isMalformed(error)) {
      const message = `${server} could not ${what} in the protocol's form, although its answer arrived${this.#because(error)}`;
      return new UpstreamError("UPSTREAM_ERROR", message, { concernsCallOnly: what !== LISTING });
    }
    const isClosed = error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed;
    return new UpstreamError("UPSTREAM_ERROR", `${server} could not ${what}${this.#because(error)}`, {
      fault: isClosed ? "unreachable" : undefined,
    });
  }

  /** The answer of an address that is no MCP endpoint; undefined for another error. */
  #unlikeMcp({ target }: Remote, error: unknown, what: string): UpstreamError | undefined {
    const redirect = redirectOf(error);
    if (redirect !== undefined) {
      const message = explainRedirect(target, this.textOf(redirect.address), redirect.isPlain);
      return new UpstreamError("UPSTREAM_ERROR", message);
    }
    const misfit = what === LISTING ? misfitOf(error) : undefined;
    if (misfit !== undefined) {
      const message = explainMisfit(target, what, oneVisibleLine(this.textOf(misfit)));
      return new UpstreamError("UPSTREAM_ERROR", message);
    }
    const content = unexpectedContent(error);
    if (content === undefined) return undefined;
    const message = explainContent(target, what, this.textOf(content));
    return new UpstreamError("UPSTREAM_ERROR", message, { concernsCallOnly: what !== LISTING });
  }

  #late(error: SdkError, what: string, startedAt: number): UpstreamError {
    const { server, remote, waiting } = this.#options;
    const at = remote === undefined || what !== LISTING ? "" : ` (${addressText(remote.target.address)})`;
    const because = what === LISTING ? waiting?.() : undefined;
    const message = `${server}${at} did not ${what} within ${limitOf(error) ?? Date.now() - startedAt} ms.`;
    return new UpstreamError("UPSTREAM_TIMEOUT", because === undefined ? message : `${message} ${because}`, {
      fault: "slow",
    });
  }

  /** The rest of the sentence "… could not …". What an upstream says must not look like what the gateway says. */
  #because(error: unknown): string {
    const reason = oneVisibleLine(this.reasonOf(error));
    const said = protocolErrorIn(error);
    if (said === undefined || isUnreadable(said.data)) return `: ${reason}${said === undefined ? "" : "."}`;
    if (reason === "") return ".";
    return `${said.data === ANSWER_LOST ? ":" : "; it says"} ${quoted(reason)}`;
  }

  /** An upstream of the older transport answers the first POST with one of these, and a GET with a stream. */
  async #isOldSse(status: number, what: string): Promise<boolean> {
    const isPossible = what === LISTING && [400, 404, 405].includes(status);
    return isPossible && (await this.#options.remote?.isOldSse()) === true;
  }

  /** A protocol error as the result of its call. @throws UpstreamError where the other end of a tunnel has lost the answer; all other errors */
  refusal(error: unknown): ToolResult {
    if (!(error instanceof ProtocolError) || isMalformed(error)) throw error;
    if (error.data === ANSWER_LOST) {
      const message = `${this.#options.server} did not answer: ${quoted(oneVisibleLine(this.reasonOf(error)))}`;
      throw asUnanswered(new UpstreamError("UPSTREAM_ERROR", message, { concernsCallOnly: true }));
    }
    const requiredCapabilities = requiredBy(error);
    const pages = askedPages(this.#options.server, error, (text) => this.textOf(text));
    // The words of an upstream that asks for a page are short, so that its address is not cut off.
    const text =
      pages.length === 0 ? this.reasonOf(error) : [oneVisibleLine(this.reasonOf(error)), ...pages].join("\n");
    return {
      isError: true,
      content: [{ type: "text", text }],
      failure: { body: this.#bodyOf(error) },
      ...(requiredCapabilities && { requiredCapabilities: this.#options.redaction.value(requiredCapabilities) }),
    };
  }

  /** The code and data of the error, which are meant for programs. Data that is too long or nested too deeply is left out. */
  #bodyOf({ code, data }: ProtocolError): { readonly code: number; readonly data?: unknown } {
    if (data === undefined || isDeeper(data, MAX_VALUE_DEPTH)) return { code };
    return JSON.stringify(data).length > MAX_FAILURE_CHARS * 10
      ? { code }
      : { code, data: this.#options.redaction.value(data) };
  }

  /** In the words of the upstream or the client, without characters that are not seen. */
  reasonOf(error: unknown): string {
    return this.textOf(reasonOf(error)).replaceAll(hiddenCharacter(), " ");
  }

  textOf(text: string): string {
    // Cut well behind what is shown, so that no half of a credential is.
    return this.#options.redaction.text(text.slice(0, MAX_FAILURE_CHARS * 2)).slice(0, MAX_FAILURE_CHARS);
  }
}

/** @returns undefined for another error, and for data that no client has a use for */
function requiredBy(error: ProtocolError): ToolResult["requiredCapabilities"] {
  if (!(error instanceof MissingRequiredClientCapabilityError)) return undefined;
  const required: unknown = error.requiredCapabilities;
  if (!isRecord(required) || isDeeper(required, MAX_VALUE_DEPTH)) return undefined;
  return JSON.stringify(required).length > MAX_FAILURE_CHARS ? undefined : required;
}

/** Nothing that came back says what became of the request. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof UpstreamError) return false;
  if (error instanceof UnauthorizedError || error instanceof InsufficientScopeError) return false;
  if (error instanceof SdkHttpError) return error.status === undefined || leavesOpen(error.status);
  return !isSessionLost(error);
}

/**
 * A call is answered by a message of the protocol; 500 says that the server, or a program in front of it, has broken off somewhere in it.
 * A redirect that repeats the request elsewhere (307, 308) comes instead of executing it. The others lead to what a request has made, as 303
 * after a POST does (RFC 9110, section 15.4.4).
 */
function leavesOpen(status: number): boolean {
  return status === 500 || NO_ANSWER.has(status) || (isRedirect(status) && status !== 307 && status !== 308);
}

/** It was answered, with a result that the client refuses or an answer that is none. */
export function isMalformed(error: unknown): boolean {
  if (error instanceof ProtocolError) return isUnreadable(error.data);
  if (!(error instanceof SdkError)) return false;
  return error.code === SdkErrorCode.InvalidResult || error.code === SdkErrorCode.UnsupportedResultType;
}

/** @returns the content type of an answer that no MCP server gives, such as a web page */
function unexpectedContent(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    if (!(at instanceof SdkError) || at.code !== SdkErrorCode.ClientHttpUnexpectedContent) continue;
    return isRecord(at.data) && typeof at.data["contentType"] === "string" ? at.data["contentType"] : undefined;
  }
  return undefined;
}

/** @returns the trouble of the upstream that a status stands for; undefined for a failure of the request alone */
function faultOf(status: number): UpstreamFault | undefined {
  if (status === 429 || status === 503) return "busy";
  return status === 502 || status === 504 || status >= 520 ? "unreachable" : undefined;
}

export function asUnanswered(error: UpstreamError): UpstreamError {
  const { code, message, signIn, concernsCallOnly, fault, retryAfterMs, isTransient } = error;
  const options = { signIn, concernsCallOnly, isUnanswered: true, fault, retryAfterMs, isTransient };
  const sentence = /[.!?…]"?$/.test(message) ? message : `${message}.`;
  return new UpstreamError(code, `${sentence} The call was sent, so it may have had an effect.`, options);
}

/** The words of an upstream at the end of a sentence. */
function quoted(words: string): string {
  return `${JSON.stringify(words)}${/[.!?…]$/.test(words) ? "" : "."}`;
}

/** The client throws some errors of an upstream as the cause of its own. */
function protocolErrorIn(error: unknown): ProtocolError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    if (at instanceof ProtocolError) return at;
  }
  return undefined;
}

/** @returns the address of a redirect that was not followed, as the client tells it; it repeats the body of a redirect that leads nowhere */
function redirectOf(error: unknown): { readonly address: string; readonly isPlain: boolean } | undefined {
  if (!(error instanceof SdkHttpError) || error.status === undefined || !isRedirect(error.status)) return undefined;
  const [, to, secure] = NOT_FOLLOWED.exec(error.message) ?? [];
  const address = to ?? secure;
  return address === undefined ? undefined : { address, isPlain: secure !== undefined };
}

const NOT_FOLLOWED =
  /^Error POSTing to endpoint: Redirect (?:to (\S+) not followed; use that URL as the endpoint if it is the intended server|from https to plain http not followed; try (\S+) as the endpoint) \(redirectPolicy: 'same-origin'\)$/;

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** @returns the limit that the client has held to; undefined where somebody else has ended the wait */
function limitOf({ data }: SdkError): number | undefined {
  return isRecord(data) && typeof data["timeout"] === "number" ? data["timeout"] : undefined;
}

function isAuthStatus(status: number | undefined): boolean {
  return status === 401 || status === 403;
}

/** Statuses and codes with which a server of one era refuses a request of the other one. */
const OTHER_ERA: ReadonlySet<number | undefined> = new Set([
  ...[400, 404, 405, 406, 415],
  ...[-32_000, -32_600, -32_601, UNSUPPORTED_VERSION],
]);

/** @returns true for a refusal that may come from a server which does not speak the era of the request */
export function mayBeOfOtherEra(error: unknown): boolean {
  if (error instanceof ProtocolError) return OTHER_ERA.has(error.code);
  return error instanceof SdkHttpError && OTHER_ERA.has(error.status);
}

/**
 * `server/discover` has broken a server, or a program in front of it, which may know the older `initialize`. A busy server is left alone, and
 * a sign-in is not missing.
 */
export function breaksOffNegotiation(error: unknown): boolean {
  if (!(error instanceof SdkError) || error.code !== SdkErrorCode.EraNegotiationFailed) return false;
  if (error instanceof SdkHttpError) return error.status === undefined || faultOf(error.status) === undefined;
  const hasAnswered = error.cause instanceof SdkError || error.cause instanceof SyntaxError;
  return !hasAnswered;
}

/** @returns true where a sign-in, or a wider one, is missing */
export function wantsSignIn(error: unknown): boolean {
  if (error instanceof UpstreamError) return error.code === "UPSTREAM_AUTH_REQUIRED";
  if (error instanceof UnauthorizedError || error instanceof InsufficientScopeError) return true;
  return error instanceof SdkHttpError && isAuthStatus(error.status);
}

/** @returns true for an answer that a 2025-era server does not give on a connection that it knows, or to a version that it speaks */
export function mayBeOfLostConnection(error: unknown): boolean {
  if (error instanceof ProtocolError) return error.code === UNSUPPORTED_VERSION;
  return error instanceof SdkHttpError && OTHER_ERA.has(error.status);
}

export function isSessionLost(error: unknown): boolean {
  return (
    (error instanceof SdkHttpError && error.status === 404) ||
    refusedFor(error) !== undefined ||
    (error instanceof SdkError && error.code === SdkErrorCode.NotConnected) ||
    // The client has no class for a request on a connection that is closed already.
    (error instanceof Error && !(error instanceof ProtocolError) && error.message === "Not connected")
  );
}

export function isConnectionLost(error: unknown): boolean {
  return isSessionLost(error) || (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed);
}

function reasonOf(error: unknown): string {
  const texts: string[] = [];
  for (let at = error; at instanceof Error && texts.length < 4; at = at.cause) {
    // The client repeats the message of the cause in its own words, and the cause of it says what was wrong.
    const isRepeated =
      at instanceof SdkError && at.code === SdkErrorCode.EraNegotiationFailed && at.cause instanceof Error;
    const text = isRepeated ? "" : textWithoutIssues(at);
    if (text && !texts.some((one) => one.includes(text))) texts.push(text);
  }
  return texts.join(": ") || String(error);
}

/** @returns what is wrong with an answer that is no message of the protocol; undefined for another error */
function misfitOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    if (at instanceof ProtocolError) return undefined;
    if (at.name.endsWith("ZodError")) return "with JSON that is not a JSON-RPC 2.0 message";
    if (at instanceof SyntaxError) return `with a text that is not JSON (${at.message})`;
  }
  return undefined;
}

/** An upstream's own words stay what they are. */
function textWithoutIssues(error: Error): string {
  if (error instanceof ProtocolError) return error.message;
  // The client reads every message as one of several forms.
  if (error.name.endsWith("ZodError")) return "its answer is not a JSON-RPC 2.0 message";
  if (error instanceof SyntaxError) return `its answer is not JSON (${error.message})`;
  const printed = printedIssues(error.message);
  return printed === undefined ? error.message : `${printed.before}${issuesLine(printed.issues)}`;
}
