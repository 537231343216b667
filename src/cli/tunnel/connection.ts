/** The WebSocket of a tunnel: keeps it open, detects a dead connection, and reconnects. */
import { setTimeout } from "node:timers/promises";
import { parseExact } from "../../lib/exact-json.ts";
import { TUNNEL_PATH, TUNNEL_PING, TUNNEL_PING_MS, TUNNEL_PONG, tunnelFrame } from "../../contract/tunnel.ts";
import type { TunnelFrame } from "../../contract/tunnel.ts";
import { MAX_TUNNEL_UNSENT_CHARS } from "../../limits/tunnel-limits.ts";
import type { Gateway } from "../gateway-client.ts";

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 15_000;
/** A WebSocket has no event for sent data, so it is looked at. */
const UNSENT_CHECK_MS = 10;

export interface ConnectionOptions {
  readonly gateway: Gateway;
  readonly id: string;
  readonly servers: readonly string[];
  readonly onFrame: (frame: TunnelFrame) => void;
  readonly onState: (state: "open" | "lost", why: string) => void;
  readonly signal: AbortSignal;
}

/** Node's `WebSocket` accepts headers; the browsers' one, which the types describe, does not. */
type WebSocketWithHeaders = new (url: string, options: { headers: Record<string, string> }) => WebSocket;

export class TunnelConnection {
  readonly #options: ConnectionOptions;
  #socket: WebSocket | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Resolves when `signal` is aborted. */
  async run(): Promise<void> {
    const { signal, onState } = this.#options;
    for (let failures = 0; !signal.aborted;) {
      const { wasOpen, why } = await this.#once();
      if (signal.aborted) return;
      failures = wasOpen ? 0 : failures + 1;
      onState("lost", why);
      const longest = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
      // An abort ends the wait.
      await setTimeout(longest * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
    }
  }

  /** A frame that cannot be sent now is not kept: the gateway repeats its request. */
  send(frame: TunnelFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  /** @returns undefined if there is room to send; else a promise that resolves when there is, or when the connection is lost */
  drained(): Promise<void> | undefined {
    const socket = this.#socket;
    if (socket === undefined || socket.bufferedAmount <= MAX_TUNNEL_UNSENT_CHARS) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setInterval(() => {
      if (this.#socket === socket && socket.bufferedAmount > MAX_TUNNEL_UNSENT_CHARS) return;
      clearInterval(timer);
      resolve();
    }, UNSENT_CHECK_MS);
    return promise;
  }

  #once(): Promise<{ readonly wasOpen: boolean; readonly why: string }> {
    const { gateway, id, servers, signal, onFrame, onState } = this.#options;
    const address = new URL(`${TUNNEL_PATH}?id=${id}&servers=${encodeURIComponent(servers.join(","))}`, gateway.url);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const headers: Record<string, string> = { "user-agent": gateway.client };
    if (gateway.key !== undefined) headers["authorization"] = `Bearer ${gateway.key}`;
    const socket = new (WebSocket as unknown as WebSocketWithHeaders)(address.href, { headers });
    const { promise, resolve } = Promise.withResolvers<{ readonly wasOpen: boolean; readonly why: string }>();
    let wasOpen = false;
    let heardAt = Date.now();
    const end = (why: string): void => {
      clearInterval(pings);
      signal.removeEventListener("abort", stop);
      if (this.#socket === socket) this.#socket = undefined;
      socket.close();
      resolve({ wasOpen, why });
    };
    const stop = (): void => end("it was stopped");
    const pings = setInterval(() => {
      // The clock may have been set back.
      heardAt = Math.min(heardAt, Date.now());
      if (Date.now() - heardAt > TUNNEL_PING_MS * 2.5) return end("the gateway stopped answering");
      if (socket.readyState === WebSocket.OPEN) socket.send(TUNNEL_PING);
    }, TUNNEL_PING_MS);
    signal.addEventListener("abort", stop);
    socket.addEventListener("open", () => {
      wasOpen = true;
      this.#socket = socket;
      onState("open", "");
    });
    socket.addEventListener("message", ({ data }: { readonly data: unknown }) => {
      heardAt = Date.now();
      const frame = typeof data === "string" && data !== TUNNEL_PONG ? frameIn(data) : undefined;
      if (frame !== undefined) onFrame(frame);
    });
    socket.addEventListener("close", ({ code, reason }) => end(reason || `closed with ${code}`));
    socket.addEventListener("error", () => end("it cannot be reached"));
    return promise;
  }
}

/** Long integers in arguments keep their digits. @returns undefined if the text is no frame */
function frameIn(text: string): TunnelFrame | undefined {
  try {
    return tunnelFrame.safeParse(parseExact(text)).data;
  } catch {
    return undefined;
  }
}
