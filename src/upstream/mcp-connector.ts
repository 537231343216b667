/**
 * Speaks MCP to one upstream through the v2 client, over whatever transport it is given. Both eras: a 2026-07-28
 * upstream that was seen before is called with its stored `server/discover` answer, so a call costs one request; a
 * 2025-era one holds a session, which is opened again when the upstream has lost it.
 */
import {
  Client,
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import type { ConnectOptions, DiscoverResult, Tool, Transport } from "@modelcontextprotocol/client";
import { askFeature } from "./ask-feature.ts";
import { UpstreamError } from "./connector.ts";
import { addressText, explainHttp, explainNoAnswer, explainRefusal } from "./explain-failure.ts";
import { replaceLongIntegers } from "./long-integers.ts";
import type { Redaction } from "./credentials/redaction.ts";
import type { TokenSource } from "./credentials/token-source.ts";
import type { CallOptions, Connector, ToolDefinition, ToolList, ToolResult, Trouble } from "./connector.ts";
import { MAX_FAILURE_CHARS, MAX_LIST_PAGES, MAX_VALUE_DEPTH } from "../limits/upstream-limits.ts";
import { isDeeper } from "../lib/nesting.ts";
import type { Remote } from "./remote.ts";
import { featureOf, featureTools } from "./server-features.ts";
import { ToolListReader, listPage } from "./tool-list.ts";
import * as z from "zod";

export interface McpConnectorOptions {
  /** The upstream's name in gateway.json, for messages. */
  readonly server: string;
  readonly openTransport: () => Transport;
  /** What an earlier `list` returned as `known`. */
  readonly known: string | undefined;
  readonly timeoutMs: number;
  /** Longest wait until the connection is agreed upon. */
  readonly connectMs: number;
  readonly onToolsChanged: () => void;
  /** Applied to everything that comes from the upstream. */
  readonly redaction: Redaction;
  /** What the transport gets its tokens from; it says how a refusal of them is to be understood. */
  readonly tokens: TokenSource | undefined;
  /** How it is reached; undefined where it is part of the gateway. */
  readonly remote: Remote | undefined;
  /** What is sent in place of an integer that no number holds: where arguments do not become JSON, the nearest number. */
  readonly longInteger: (digits: string) => unknown;
}

/** The `known` of this connector: what a modern upstream answered to `server/discover`. */
const knownSchema = z.object({ discover: z.record(z.string(), z.unknown()) });

const callResult = z
  .looseObject({
    content: z.array(z.record(z.string(), z.unknown())).optional().catch(undefined),
    structuredContent: z.unknown().optional(),
    isError: z.boolean().optional().catch(undefined),
  })
  // These fields are the gateway's own: from an upstream they could pose as its errors and its links.
  .transform(({ failure: _failure, source: _source, ...result }) => result);

const LISTING = "list its tools";

const CLIENT_INFO = { name: "isogate", version: "0.1.0" };

export class McpConnector implements Connector {
  readonly #options: McpConnectorOptions;
  #known: string | undefined;
  #connecting: Promise<Client> | undefined;
  #following = false;

  constructor(options: McpConnectorOptions) {
    this.#options = options;
    this.#known = options.known;
  }

  async list(signal: AbortSignal): Promise<ToolList> {
    try {
      return this.#options.redaction.value(await this.#withSession((client) => this.#listAll(client, signal)));
    } catch (error) {
      throw await this.#explain(error, LISTING);
    }
  }

  async call(tool: ToolDefinition, args: Record<string, unknown>, options: CallOptions): Promise<ToolResult> {
    let isSent = false;
    try {
      const result = await this.#withSession((client) => {
        options.onAttempt?.();
        isSent = true;
        return this.#callOnce(client, tool, args, options);
      });
      if (isDeeper(result, MAX_VALUE_DEPTH)) throw this.#tooDeep(tool);
      return this.#options.redaction.result(result);
    } catch (error) {
      if (error instanceof ProtocolError)
        return { isError: true, content: [{ type: "text", text: this.#reasonOf(error) }] };
      const explained = await this.#explain(error, `answer ${tool.name}`);
      throw isSent && isUnheard(error) ? unheard(explained) : explained;
    }
  }

  async close(): Promise<void> {
    const client = this.#connecting;
    this.#connecting = undefined;
    this.#following = false;
    await client?.then((open) => open.close()).catch(() => undefined);
  }

  async #callOnce(
    client: Client,
    tool: ToolDefinition,
    args: Record<string, unknown>,
    { signal, traceparent }: CallOptions,
  ) {
    // Only the input half: it says which arguments travel as headers. Results are not judged by the output schema,
    // which upstreams often break; the types in the SDK tell a script what to expect.
    const toolDefinition = { name: tool.name, inputSchema: tool.inputSchema ?? { type: "object" } } as Tool;
    const { server, timeoutMs: timeout } = this.#options;
    // In the protocol (SEP-414), and where proxies and servers that know nothing of it look.
    const trace = traceparent === undefined ? undefined : { traceparent };
    const feature = featureOf(tool);
    if (feature !== undefined) return askFeature(client, feature, args, { server, signal, timeoutMs: timeout, trace });
    const sent = replaceLongIntegers(args, tool.inputSchema, this.#options.longInteger) as Record<string, unknown>;
    const result = await client.callTool(
      { name: tool.name, arguments: sent, ...(trace && { _meta: trace }) },
      { toolDefinition, signal, timeout, ...(trace && { headers: trace }) },
    );
    return callResult.parse(result) as ToolResult;
  }

  async #listAll(client: Client, signal: AbortSignal): Promise<ToolList> {
    const reader = new ToolListReader();
    const capabilities = client.getServerCapabilities();
    const features = featureTools(capabilities);
    let cursor: string | undefined;
    // A server of resources or prompts alone refuses to list tools.
    const hasTools = capabilities?.tools !== undefined || features.length === 0;
    for (let page = 0; !reader.isFull; page += 1) {
      if (!hasTools) break;
      if (page === MAX_LIST_PAGES) {
        reader.remark(`the list has more than ${MAX_LIST_PAGES} pages; the others are not read`);
        break;
      }
      const params = cursor === undefined ? {} : { cursor };
      const answer = await client.request({ method: "tools/list", params }, listPage, {
        signal,
        timeout: this.#options.timeoutMs,
      });
      reader.add(answer.tools);
      if (answer.nextCursor === undefined || answer.nextCursor === cursor) break;
      cursor = answer.nextCursor;
    }
    await this.#follow(client);
    const { tools, unreadable } = reader.finish();
    const known = this.#remember(client);
    return { tools: [...tools, ...features], unreadable, ...(known !== undefined && { known }) };
  }

  /** A 2025-era upstream notifies without being asked; a modern one has to be listened to. */
  async #follow(client: Client): Promise<void> {
    if (this.#following || client.getServerCapabilities()?.tools?.listChanged !== true) return;
    this.#following = true;
    client.setNotificationHandler("notifications/tools/list_changed", () => this.#options.onToolsChanged());
    if (client.getDiscoverResult() === undefined) return;
    try {
      await client.listen({ toolsListChanged: true }, { timeout: this.#options.timeoutMs });
    } catch {
      // It advertises changes and does not serve them: the list is read again on the next refresh instead.
      this.#following = false;
    }
  }

  #remember(client: Client): string | undefined {
    const discover = client.getDiscoverResult();
    const isKept = discover !== undefined && !isDeeper(discover, MAX_VALUE_DEPTH);
    this.#known = isKept ? JSON.stringify({ discover }) : undefined;
    return this.#known;
  }

  /** Runs `work` on an open connection; when the upstream has forgotten the session, once more on a new one. */
  async #withSession<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    try {
      return await work(client);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      const hadSession = client.transport?.sessionId !== undefined;
      await this.close();
      // A request with a session that is answered by 404 was not accepted (MCP 2025-11-25, "Session Management"), nor was one that
      // found no connection. Any other 404 says nothing of the kind.
      const isRefused = isSessionLost(error) && (hadSession || !(error instanceof SdkHttpError));
      if (!isRefused) throw error;
      return await work(await this.#connect());
    }
  }

  #connect(): Promise<Client> {
    this.#connecting ??= this.#open().catch((error: unknown) => {
      this.#connecting = undefined;
      throw error;
    });
    return this.#connecting;
  }

  async #open(): Promise<Client> {
    const client = new Client(CLIENT_INFO, { versionNegotiation: { mode: "auto" }, capabilities: {} });
    const opening = this.#openClient(client);
    client.onclose = () => {
      if (this.#connecting !== undefined) this.#connecting = undefined;
      this.#following = false;
    };
    await opening;
    return client;
  }

  async #openClient(client: Client): Promise<void> {
    const options: ConnectOptions = { timeout: this.#options.connectMs };
    const prior = this.#prior();
    await client.connect(this.#options.openTransport(), prior ? { ...options, prior } : options);
  }

  #prior(): ConnectOptions["prior"] {
    if (this.#known === undefined) return undefined;
    const known = knownSchema.safeParse(JSON.parse(this.#known));
    return known.success ? { kind: "modern", discover: known.data.discover as unknown as DiscoverResult } : undefined;
  }

  async #explain(error: unknown, what: string): Promise<UpstreamError> {
    if (error instanceof UpstreamError) return error;
    const { server, timeoutMs, tokens, remote } = this.#options;
    // Without the cause: it holds what the upstream answered, and a log is a place where credentials must not be either.
    if (error instanceof InsufficientScopeError && tokens !== undefined) return tokens.lacksScope(error.requiredScope);
    const isRefused =
      error instanceof UnauthorizedError || (error instanceof SdkHttpError && isAuthStatus(error.status));
    if (isRefused && tokens !== undefined && !(error instanceof SdkHttpError && error.status === 403)) {
      return tokens.refused();
    }
    if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
      const at = remote === undefined || what !== LISTING ? "" : ` (${addressText(remote.asked.address)})`;
      return new UpstreamError("UPSTREAM_TIMEOUT", `${server}${at} did not ${what} within ${timeoutMs} ms.`, {
        trouble: "slow",
      });
    }
    if (remote !== undefined) {
      // The client says itself where a redirect would have led.
      if (error instanceof SdkHttpError && error.status !== undefined && !isRedirect(error.status)) {
        const { status } = error;
        const body = this.#textOf(bodyOf(error));
        const failure = {
          status,
          body,
          offersSignIn: remote.offersSignIn(),
          isOldSse: await this.#isOldSse(status, what),
        };
        const trouble = troubleOf(status);
        const retryAfterMs = trouble === "busy" ? remote.retryAfterMs(Date.now()) : undefined;
        const told = { trouble, retryAfterMs };
        if (!isRefused) return new UpstreamError("UPSTREAM_ERROR", explainHttp(remote.asked, what, failure), told);
        return new UpstreamError("UPSTREAM_AUTH_REQUIRED", explainRefusal(remote.asked, failure));
      }
      if (isRefused) {
        const failure = { status: 401, body: "", offersSignIn: remote.offersSignIn(), isOldSse: false };
        return new UpstreamError("UPSTREAM_AUTH_REQUIRED", explainRefusal(remote.asked, failure));
      }
      const unanswered = remote.unanswered(error);
      if (unanswered !== undefined) {
        const message = explainNoAnswer(remote.asked, this.#textOf(unanswered));
        return new UpstreamError("UPSTREAM_ERROR", message, { trouble: "unreachable" });
      }
    }
    // On one line: what an upstream says must not look like lines of the gateway's own.
    const reason = this.#reasonOf(error).replaceAll(/\s+/g, " ").slice(0, 500);
    const isClosed = error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed;
    return new UpstreamError("UPSTREAM_ERROR", `${server} could not ${what}: ${reason}`, {
      trouble: isClosed ? "unreachable" : undefined,
    });
  }

  /** An upstream of the older transport answers the first POST with one of these, and a GET with a stream. */
  async #isOldSse(status: number, what: string): Promise<boolean> {
    const isPossible = what === LISTING && [400, 404, 405].includes(status);
    return isPossible && (await this.#options.remote?.isOldSse()) === true;
  }

  #tooDeep({ name }: ToolDefinition): UpstreamError {
    const message = `The result of ${this.#options.server}.${name} is nested deeper than ${MAX_VALUE_DEPTH} levels.`;
    return new UpstreamError("UPSTREAM_ERROR", message, { ofCallOnly: true });
  }

  #reasonOf(error: unknown): string {
    return this.#textOf(reasonOf(error));
  }

  #textOf(text: string): string {
    // Cut well behind what is shown, so that no half of a credential is.
    return this.#options.redaction.text(text.slice(0, MAX_FAILURE_CHARS * 2)).slice(0, MAX_FAILURE_CHARS);
  }
}

/** Statuses that say that something in between got no answer. */
const NO_ANSWER: ReadonlySet<number> = new Set([408, 502, 504, 520, 522, 523, 524]);

/** Nothing that came back says what became of the request. */
function isUnheard(error: unknown): boolean {
  if (error instanceof UpstreamError) return false;
  if (error instanceof UnauthorizedError || error instanceof InsufficientScopeError) return false;
  if (error instanceof SdkHttpError) return error.status === undefined || NO_ANSWER.has(error.status);
  return !isSessionLost(error);
}

/** @returns the trouble of the upstream that a status stands for; undefined for a failure of the request alone */
function troubleOf(status: number): Trouble | undefined {
  if (status === 429 || status === 503) return "busy";
  return status === 502 || status === 504 || status >= 520 ? "unreachable" : undefined;
}

function unheard(error: UpstreamError): UpstreamError {
  const { code, message, signIn, ofCallOnly, trouble, retryAfterMs, isTransient } = error;
  const options = { signIn, ofCallOnly, isUnheard: true, trouble, retryAfterMs, isTransient };
  return new UpstreamError(code, `${message} The call was sent; whether it had an effect is not known.`, options);
}

/** What the upstream answered beside the status. */
function bodyOf({ data }: SdkHttpError): string {
  const text: unknown = data !== null && typeof data === "object" && "text" in data ? data.text : undefined;
  return typeof text === "string" ? text : "";
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

function isAuthStatus(status: number | undefined): boolean {
  return status === 401 || status === 403;
}

function isSessionLost(error: unknown): boolean {
  return (
    (error instanceof SdkHttpError && error.status === 404) ||
    (error instanceof SdkError && error.code === SdkErrorCode.NotConnected)
  );
}

function isConnectionLost(error: unknown): boolean {
  return isSessionLost(error) || (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed);
}

function reasonOf(error: unknown): string {
  const texts: string[] = [];
  for (let at = error; at instanceof Error && texts.length < 4; at = at.cause) {
    if (at.message && !texts.some((text) => text.includes(at.message))) texts.push(at.message);
  }
  return texts.join(": ") || String(error);
}
