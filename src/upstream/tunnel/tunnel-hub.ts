/**
 * The gateway's end of its principal's tunnels. A tunnel that is lost may come back within a while: requests that wait for an answer are sent
 * again then, with the ids that they had, and the other end carries out none twice. One that does not come back ends its sessions. Where another
 * tunnel carries the server, it takes over at once: what was in flight on the lost one is unknown, because the other has not heard of it.
 */
import { NO_MESSAGE, noMessageParams, tunnelFrame } from "../../contract/tunnel.ts";
import { excessOfJson } from "../../lib/json-scanner.ts";
import { MAX_JSON_NAMES, MAX_JSON_VALUES } from "../../limits/json-limits.ts";
import { isDeeper } from "../../lib/nesting.ts";
import { MAX_TUNNEL_MESSAGE_CHARS, TUNNEL_GRACE_MS } from "../../limits/tunnel-limits.ts";
import { MAX_MESSAGE_DEPTH } from "../../limits/upstream-limits.ts";
import { UpstreamError } from "../connector.ts";
import { oneVisibleLine } from "../upstream-explanation.ts";
import { TunnelTransport } from "./tunnel-transport.ts";

export interface TunnelSocket {
  /** The id of the process at the other end. */
  readonly id: string;
  readonly servers: readonly string[];
  send(text: string): void;
}

export class TunnelHub {
  readonly #sockets: () => readonly TunnelSocket[];
  readonly #onGone: (servers: readonly string[]) => void;
  readonly #transports = new Map<string, TunnelTransport>();
  readonly #lost = new Map<string, ReturnType<typeof setTimeout>>();
  /** When each server was first asked that has answered nothing since its tunnel was opened. */
  readonly #unanswered = new Map<string, number>();
  /** The first line of a server's process that was no message, as the other end has told it. */
  readonly #noMessage = new Map<string, string>();

  /**
   * @param sockets those that are open now; the platform keeps them while the gateway sleeps
   * @param onGone told of servers whose tunnel did not come back
   */
  constructor(sockets: () => readonly TunnelSocket[], onGone: (servers: readonly string[]) => void) {
    this.#sockets = sockets;
    this.#onGone = onGone;
  }

  /** @param probeMs how long the server has to answer `server/discover`; undefined for as long as the client waits */
  openTransport(server: string, probeMs: number | undefined): TunnelTransport {
    const transport: TunnelTransport = new TunnelTransport({
      server,
      probeMs,
      choose: () => {
        const socket = this.#sockets().findLast(({ servers }) => servers.includes(server));
        if (socket === undefined) throw away(server);
        this.#transports.set(transport.session, transport);
        if (!this.#unanswered.has(server)) this.#unanswered.set(server, Date.now());
        return socket.id;
      },
      send: (id, text) => this.#socketOf(id)?.send(text),
      onEnd: () => this.#transports.delete(transport.session),
    });
    return transport;
  }

  /** @returns sentences about a server that a tunnel carries and that has answered nothing yet; undefined for all others */
  waiting(server: string): string | undefined {
    if (!this.#isCarried(server)) return undefined;
    const since = this.#unanswered.get(server);
    const line = this.#noMessage.get(server);
    if (since === undefined) return undefined;
    // A failure keeps this sentence for a while, so that a duration would soon be wrong.
    const asked = new Date(since).toISOString();
    const said = `The tunnel is open, but the server's process has not answered its first request (server/discover or initialize), which was sent at ${asked}.`;
    if (line === undefined) return said;
    return `${said} It printed ${JSON.stringify(line)} on its standard output, which must contain only MCP messages; logs belong on standard error.`;
  }

  /** @returns why the socket is to be closed */
  received(id: string, text: string): string | undefined {
    if (text.length > MAX_TUNNEL_MESSAGE_CHARS) return `a message has more than ${MAX_TUNNEL_MESSAGE_CHARS} characters`;
    const excess = excessOfJson(text, { maxNames: MAX_JSON_NAMES, maxValues: MAX_JSON_VALUES });
    if (excess !== undefined) return `a message ${excess}`;
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      return "a message is not JSON";
    }
    if (isDeeper(json, MAX_MESSAGE_DEPTH)) return `a message is nested deeper than ${MAX_MESSAGE_DEPTH} levels`;
    const frame = tunnelFrame.safeParse(json);
    if (!frame.success) return "a message is not a frame of a tunnel";
    const { session, server, message } = frame.data;
    const transport = this.#transports.get(session);
    // Messages of an ended session, or from another tunnel, are dropped.
    if (transport?.tunnel !== id || transport.server !== server) return undefined;
    if (message["method"] === NO_MESSAGE) {
      const told = noMessageParams.safeParse(message["params"]);
      if (told.success) this.#noMessage.set(server, oneVisibleLine(told.data.line));
      return undefined;
    }
    if (message["method"] === undefined) this.#unanswered.delete(server);
    transport.received(message);
    return undefined;
  }

  opened(id: string): void {
    const lost = this.#lost.get(id);
    if (lost !== undefined) clearTimeout(lost);
    this.#lost.delete(id);
    for (const transport of this.#transports.values()) if (transport.tunnel === id) transport.sendAgain();
  }

  closed(id: string, servers: readonly string[]): void {
    // It may have come back before the old socket was found to be dead.
    if (this.#socketOf(id) !== undefined || this.#lost.has(id)) return;
    // Without a call nothing is lost by a new session, which another tunnel may have at once.
    for (const transport of this.#transports.values()) {
      if (transport.tunnel === id && (!transport.hasCalls || this.#isCarried(transport.server))) transport.end();
    }
    this.#lost.set(
      id,
      setTimeout(() => this.ended(id, servers), TUNNEL_GRACE_MS),
    );
  }

  /** The tunnel does not come back. */
  ended(id: string, servers: readonly string[]): void {
    clearTimeout(this.#lost.get(id) ?? null);
    this.#lost.delete(id);
    for (const transport of this.#transports.values()) if (transport.tunnel === id) transport.end();
    for (const server of servers) {
      this.#unanswered.delete(server);
      this.#noMessage.delete(server);
    }
    this.#onGone(servers);
  }

  #isCarried(server: string): boolean {
    return this.#sockets().some(({ servers }) => servers.includes(server));
  }

  #socketOf(id: string): TunnelSocket | undefined {
    return this.#sockets().findLast((socket) => socket.id === id);
  }
}

function away(server: string): UpstreamError {
  const message = `${server} is not connected: no tunnel carries it. Run isogate tunnel FILE on the server's machine, with ${server} in the mcpServers of FILE.`;
  return new UpstreamError("UPSTREAM_ERROR", message, { isTransient: true });
}
