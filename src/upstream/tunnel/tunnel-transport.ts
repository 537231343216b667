/** MCP through a tunnel: one session with one server at its other end. */
import { ProtocolErrorCode, type JSONRPCMessage } from "@modelcontextprotocol/client";
import { MAX_TUNNEL_PENDING } from "../../limits/tunnel-limits.ts";
import { withBoundedLists } from "../mcp/message-lists.ts";
import { readableAnswer } from "../mcp/unreadable-answer.ts";
import type { ProbedTransport } from "../mcp/open-in-era.ts";
import { StreamAllowance } from "../mcp/stream-allowance.ts";

interface TunnelTransportOptions {
  readonly server: string;
  readonly probeMs: number | undefined;
  /** @returns the tunnel that carries the server. @throws UpstreamError when there is none */
  readonly choose: () => string;
  /** Does nothing while that tunnel is lost. */
  readonly send: (tunnel: string, text: string) => void;
  readonly onEnd: () => void;
}

export class TunnelTransport implements ProbedTransport {
  readonly session = crypto.randomUUID();
  readonly #options: TunnelTransportOptions;
  readonly #allowance = new StreamAllowance();
  /** Requests without an answer, by id: texts, as they were sent. */
  readonly #pending = new Map<string | number, string>();
  readonly #calls = new Set<string | number>();
  readonly #probe: ProbeWait;
  #tunnel: string | undefined;
  #isOver = false;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  constructor(options: TunnelTransportOptions) {
    this.#options = options;
    this.#probe = new ProbeWait(options.probeMs);
  }

  get tunnel(): string | undefined {
    return this.#tunnel;
  }

  get hasIgnoredProbe(): boolean {
    return this.#probe.isIgnored;
  }

  get hasRefusedProbe(): boolean {
    return this.#probe.isOver;
  }

  /** Something waits for an answer that cannot simply be asked for again. */
  get hasCalls(): boolean {
    return this.#calls.size > 0;
  }

  get server(): string {
    return this.#options.server;
  }

  start(): Promise<void> {
    this.#tunnel = this.#options.choose();
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#tunnel === undefined || this.#isOver) return Promise.reject(new Error("The tunnel is closed."));
    const text = JSON.stringify({ server: this.server, session: this.session, message });
    if ("method" in message && "id" in message) {
      if (this.#pending.size >= MAX_TUNNEL_PENDING)
        return Promise.reject(new Error("Too many requests wait for answers."));
      this.#pending.set(message.id, text);
      if (message.method === "tools/call") this.#calls.add(message.id);
      if (message.method === "server/discover") this.#probe.start(message.id, () => this.#refuseProbe(message.id));
    }
    if ("method" in message && message.method === "notifications/cancelled")
      this.#forget(message.params?.["requestId"]);
    this.#options.send(this.#tunnel, text);
    return Promise.resolve();
  }

  #refuseProbe(id: string | number): void {
    const error = { code: ProtocolErrorCode.MethodNotFound, message: "The server has not answered server/discover." };
    if (this.#pending.delete(id)) this.onmessage?.({ jsonrpc: "2.0", id, error });
  }

  /** Drops a request whose answer is no longer needed. */
  #forget(id: unknown): void {
    if (typeof id !== "string" && typeof id !== "number") return;
    this.#pending.delete(id);
    this.#calls.delete(id);
  }

  /** The tunnel is back: what was sent may have been lost on the way, and so may its answer. */
  sendAgain(): void {
    if (this.hasIgnoredProbe) this.#probe.stop();
    for (const text of this.#pending.values()) if (this.#tunnel !== undefined) this.#options.send(this.#tunnel, text);
  }

  received(message: Readonly<Record<string, unknown>>): void {
    const { id, method } = message;
    if (method === undefined) {
      this.#probe.answered(id);
      // An answer that was on its way twice, or came late.
      if ((typeof id !== "string" && typeof id !== "number") || !this.#pending.delete(id)) return;
      this.#calls.delete(id);
      return this.#deliver(readableAnswer(message, id));
    }
    if (!this.#allowance.spend(JSON.stringify(message).length, 1)) return;
    this.#deliver(message as unknown as JSONRPCMessage);
  }

  #deliver(message: JSONRPCMessage): void {
    const bounded = withBoundedLists(message);
    if (bounded !== undefined) this.onmessage?.(bounded);
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#probe.stop();
    this.#options.onEnd();
    this.onclose?.();
  }

  close(): Promise<void> {
    this.end();
    return Promise.resolve();
  }
}

/**
 * The wait for a local server's answer to `server/discover`, the client's first request. Some servers of the 2025 era ignore requests that
 * they do not know, where others refuse them: when the time is over, such a server is taken to have refused it, so that the client goes on
 * with `initialize`. A server that is slow to start gets both and answers both, in this order; its late answer is dropped.
 */
class ProbeWait {
  readonly #ms: number | undefined;
  #id: string | number | undefined;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isIgnored = false;
  #isOver = false;

  /** @param ms undefined for as long as the client waits */
  constructor(ms: number | undefined) {
    this.#ms = ms;
  }

  /** The time is over, and no answer has come since. */
  get isIgnored(): boolean {
    return this.#isIgnored;
  }

  /** The time is over, whatever has come since. */
  get isOver(): boolean {
    return this.#isOver;
  }

  start(id: string | number, onOver: () => void): void {
    if (this.#ms === undefined) return;
    this.stop();
    this.#id = id;
    this.#timer = setTimeout(() => {
      this.#isIgnored = true;
      this.#isOver = true;
      onOver();
    }, this.#ms);
  }

  /** An answer has come, in time or not. */
  answered(id: unknown): void {
    if (id === this.#id) this.stop();
  }

  /** Nothing is known of the server: it may have answered, or been asked nothing. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#id = undefined;
    this.#isIgnored = false;
  }
}
