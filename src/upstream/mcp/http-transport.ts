/**
 * The SDK's transport, which also closes the response of a request that was cancelled or timed out. The SDK does so only for servers of 2026-07-28;
 * a stream of an older one would be read until its own time limit, whatever it sends. Streams that stay open after their results, and replies
 * to requests of the server, are bounded. A request whose response has ended without an answer fails at once, and not at its time limit.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import {
  StreamableHTTPClientTransport,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
} from "@modelcontextprotocol/client";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { ANSWER_LOST } from "../../contract/tunnel.ts";
import { isRecord } from "../../lib/is-record.ts";
import { END_SESSION_MS, MAX_ANSWERED_STREAMS, MAX_OPEN_REPLIES } from "../../limits/upstream-limits.ts";
import { isEvents } from "./upstream-fetch.ts";
import { withBoundedLists } from "./message-lists.ts";

type Id = string | number;
type Listener = StreamableHTTPClientTransport["onmessage"];
type SendOptions = Parameters<StreamableHTTPClientTransport["send"]>[1];
type Options = NonNullable<ConstructorParameters<typeof StreamableHTTPClientTransport>[1]>;

/** The response of a request whose headers have arrived. */
interface Responded {
  readonly id: Id;
  isStream: boolean;
}

export class HttpTransport extends StreamableHTTPClientTransport {
  /** Requests without a response so far. Each ends with a response, a failure to send it, or its cancellation. */
  readonly #open = new Map<Id, AbortController>();
  /** The latest requests with a response, whose streams the server should have ended by now. */
  readonly #answered: AbortController[] = [];
  /** Replies to requests of the server that are on their way. */
  #replies = 0;

  readonly #responded: AsyncLocalStorage<Responded>;
  readonly #streamAnswered: Promise<void>;

  constructor(url: URL, options: Options & Required<Pick<Options, "fetch">>) {
    const responded = new AsyncLocalStorage<Responded>();
    const { promise: streamAnswered, resolve: answerStream } = Promise.withResolvers<void>();
    const send: Options["fetch"] = async (to, init) => {
      if (init?.method === "GET") return firstAnswer(options.fetch(to, init), answerStream);
      const isEnd = init?.method === "DELETE";
      const response = await options.fetch(to, isEnd ? { ...init, signal: AbortSignal.timeout(END_SESSION_MS) } : init);
      const current = responded.getStore();
      if (current === undefined) return response;
      current.isStream = isEvents(response);
      return withId(response, current.id);
    };
    super(url, { ...options, fetch: send });
    this.#responded = responded;
    this.#streamAnswered = streamAnswered;
    // A client sets its listener several times, so the listener is wrapped whenever it is set, and not once.
    let listener: Listener;
    Object.defineProperty(this, "onmessage", {
      get: () => listener,
      set: (next: Listener) => {
        listener = next && this.#listening(next);
      },
    });
  }

  /** Resolves when the server has answered the first GET: the stream by which it reports changes is open, or it has none. */
  get streamAnswered(): Promise<void> {
    return this.#streamAnswered;
  }

  override async send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    if (isResponse(message)) return this.#reply(message, options);
    if (isJSONRPCRequest(message)) return this.#sendRequest(message.id, message, options);
    if ("method" in message && message.method === "notifications/cancelled")
      this.#close(message.params?.["requestId"] as Id);
    return super.send(message, options);
  }

  /** Also ends the session, which takes its own time: it is not waited for, and a server may refuse it. */
  override async close(): Promise<void> {
    this.terminateSession().catch(() => undefined);
    await super.close();
  }

  #listening(next: NonNullable<Listener>): NonNullable<Listener> {
    return (message) => {
      if (isResponse(message)) this.#markAnswered(message.id ?? "");
      const bounded = withBoundedLists(message);
      if (bounded !== undefined) next(bounded);
    };
  }

  async #reply(message: JSONRPCMessage, options: SendOptions): Promise<void> {
    if (this.#replies >= MAX_OPEN_REPLIES) return;
    this.#replies += 1;
    try {
      await super.send(message, options);
    } finally {
      this.#replies -= 1;
    }
  }

  async #sendRequest(id: Id, message: JSONRPCMessage, options: SendOptions): Promise<void> {
    const ending = new AbortController();
    this.#open.set(id, ending);
    options?.requestSignal?.addEventListener("abort", () => this.#open.delete(id), { once: true });
    const responded: Responded = { id, isStream: false };
    const onRequestStreamEnd = options?.onRequestStreamEnd ?? (() => this.#failUnanswered(id));
    try {
      await this.#responded.run(responded, () =>
        super.send(message, { ...options, requestSignal: options?.requestSignal ?? ending.signal, onRequestStreamEnd }),
      );
    } catch (error) {
      this.#open.delete(id);
      throw error;
    }
    if (!responded.isStream) this.#failUnanswered(id);
  }

  /** Called when nothing more can arrive for a request. */
  #failUnanswered(id: Id): void {
    if (!this.#open.delete(id)) return;
    this.onmessage?.({ jsonrpc: "2.0", id, error: { code: NO_ANSWER, message: UNANSWERED, data: ANSWER_LOST } });
  }

  #markAnswered(id: Id): void {
    const ending = this.#open.get(id);
    if (ending === undefined) return;
    this.#open.delete(id);
    this.#answered.push(ending);
    if (this.#answered.length > MAX_ANSWERED_STREAMS) this.#answered.shift()?.abort();
  }

  #close(id: Id): void {
    this.#open.get(id)?.abort();
    this.#open.delete(id);
  }
}

/** @param onAnswer not called for a response that the SDK follows with another request: a redirect, and one that wants new credentials */
async function firstAnswer(opening: Promise<Response>, onAnswer: () => void): Promise<Response> {
  const response = await opening.catch((error: unknown) => {
    onAnswer();
    throw error;
  });
  if (response.status !== 401 && (response.status < 300 || response.status >= 400)) onAnswer();
  return response;
}

/** An error without an id (JSON-RPC 2.0, section 5) is that of the request whose response it is; the client reads none without one. */
function withId(response: Response, id: Id): Response {
  const json = async (): Promise<unknown> => {
    const message: unknown = await Response.prototype.json.call(response);
    const isOfNone = isRecord(message) && isRecord(message["error"]) && (message["id"] ?? null) === null;
    return isOfNone ? { ...message, id } : message;
  };
  return Object.defineProperty(response, "json", { value: json });
}

/** The protocol's code for an internal error. */
const NO_ANSWER = -32_603;
const UNANSWERED = "it ended its response to the request without an answer";

function isResponse(message: JSONRPCMessage) {
  return isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
}
