/** The WebSockets of tunnels, which the platform keeps open while the Gateway sleeps (hibernation), and what they let in by. */
import * as z from "zod";
import { TUNNEL_PING, TUNNEL_PONG } from "../contract/tunnel.ts";
import { MAX_TUNNELS } from "../limits/tunnel-limits.ts";
import { TunnelHub } from "../upstream/tunnel/tunnel-hub.ts";
import type { TunnelSocket } from "../upstream/tunnel/tunnel-hub.ts";

const TAG = "tunnel";

const attachment = z.object({
  id: z.string(),
  servers: z.array(z.string()),
  credential: z.string().optional(),
  until: z.number().optional(),
});

/** What the route hands on. */
export const tunnelOpening = z.object({
  tunnel: attachment.pick({ id: true, servers: true }),
  proof: attachment.pick({ credential: true, until: true }),
});

type Opening = z.output<typeof tunnelOpening>;
type Attachment = z.output<typeof attachment>;

export class Tunnels {
  readonly hub: TunnelHub;
  readonly #ctx: DurableObjectState;

  constructor(ctx: DurableObjectState, onGone: (servers: readonly string[]) => void) {
    this.#ctx = ctx;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(TUNNEL_PING, TUNNEL_PONG));
    this.hub = new TunnelHub(() => this.#open(), onGone);
  }

  accept(tunnel: Opening["tunnel"], { credential, until }: Opening["proof"]): Response {
    if (this.#ctx.getWebSockets(TAG).length >= MAX_TUNNELS) {
      return new Response(`There are ${MAX_TUNNELS} tunnels already.`, { status: 429 });
    }
    const { 0: theirs, 1: ours } = new WebSocketPair();
    this.#ctx.acceptWebSocket(ours, [TAG]);
    const attached = {
      ...tunnel,
      ...(credential !== undefined && { credential }),
      ...(until !== undefined && { until }),
    };
    ours.serializeAttachment(attached);
    this.hub.opened(identityOf(attached));
    return new Response(null, { status: 101, webSocket: theirs });
  }

  received(socket: WebSocket, message: string | ArrayBuffer): void {
    // The other end may go on sending after it was told to close.
    if (socket.readyState !== WebSocket.OPEN) return;
    const attached = attachmentOf(socket);
    const isOver = hasExpired(attached);
    const text = typeof message === "string" ? message : undefined;
    const why = isOver
      ? "what it was let in by has expired"
      : text === undefined
        ? "a message is no text"
        : this.hub.received(identityOf(attached), text);
    if (why !== undefined) socket.close(1008, why);
  }

  closed(socket: WebSocket): void {
    const attached = attachmentOf(socket);
    this.hub.closed(identityOf(attached), attached.servers);
  }

  /** A key was revoked, or a grant ended. */
  endAllOf(credential: string): void {
    for (const socket of this.#ctx.getWebSockets(TAG)) {
      if (attachmentOf(socket).credential === credential) socket.close(1008, "what it was let in by was revoked");
    }
  }

  #open(): readonly TunnelSocket[] {
    return this.#ctx
      .getWebSockets(TAG)
      .filter((socket) => socket.readyState === WebSocket.OPEN)
      .map((socket) => ({ socket, attached: attachmentOf(socket) }))
      .filter(({ attached }) => !hasExpired(attached))
      .map(({ socket, attached }) => ({
        id: identityOf(attached),
        servers: attached.servers,
        send: (text) => sendTo(socket, text),
      }));
  }
}

function attachmentOf(socket: WebSocket): Attachment {
  return attachment.parse(socket.deserializeAttachment());
}

/** The id is the other end's word: a tunnel goes on with the calls of an earlier one only where credentials and servers are the same. */
function identityOf({ id, servers, credential }: Attachment): string {
  return JSON.stringify([id, servers, credential ?? null]);
}

function hasExpired({ until }: Attachment): boolean {
  return until !== undefined && until < Date.now();
}

/** One that is closing takes nothing; what waits for an answer is sent again by the next. */
function sendTo(socket: WebSocket, text: string): void {
  try {
    socket.send(text);
  } catch {
    // Its `close` event follows.
  }
}
