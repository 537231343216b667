/**
 * The SDK's transport, which also closes the response of a request that was cancelled or timed out. The SDK does so only for servers of 2026-07-28;
 * a stream of an older one would be read until its own time limit, whatever it sends.
 */
import {
  StreamableHTTPClientTransport,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
} from "@modelcontextprotocol/client";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";

type Id = string | number;
type SendOptions = Parameters<StreamableHTTPClientTransport["send"]>[1];

export class HttpTransport extends StreamableHTTPClientTransport {
  /** Requests without a response so far. Each ends with a response, a failure to send it, or its cancellation. */
  readonly #open = new Map<Id, AbortController>();

  override async start(): Promise<void> {
    const deliver = this.onmessage?.bind(this);
    this.onmessage = (message) => {
      if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.#open.delete(message.id ?? "");
      deliver?.(message);
    };
    await super.start();
  }

  override async send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    if (isJSONRPCRequest(message)) return this.#sendRequest(message.id, message, options);
    if ("method" in message && message.method === "notifications/cancelled")
      this.#close(message.params?.["requestId"] as Id);
    return super.send(message, options);
  }

  async #sendRequest(id: Id, message: JSONRPCMessage, options: SendOptions): Promise<void> {
    const ending = new AbortController();
    this.#open.set(id, ending);
    try {
      await super.send(message, { ...options, requestSignal: options?.requestSignal ?? ending.signal });
    } catch (error) {
      this.#open.delete(id);
      throw error;
    }
  }

  #close(id: Id): void {
    this.#open.get(id)?.abort();
    this.#open.delete(id);
  }
}
