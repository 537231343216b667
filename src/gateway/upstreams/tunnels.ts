/** The WebSockets of tunnels, which the platform keeps open while the Gateway sleeps (hibernation), and what they let in by. */
import { isWithin } from "../../lib/is-within.ts";
import * as z from "zod";
import type { Proof } from "../../auth/principal.ts";
import { TUNNEL_PING, TUNNEL_PONG } from "../../contract/tunnel.ts";
import {
  MAX_CREDENTIAL_TUNNELS,
  MAX_TUNNELS,
  MAX_TUNNEL_ALLOWED_CHARS,
  MAX_TUNNEL_MESSAGE_CHARS,
  TUNNEL_BURST_CHARS,
  TUNNEL_CHARS_PER_SECOND,
} from "../../limits/tunnel-limits.ts";
import { TunnelHub, type TunnelSocket } from "../../upstream/tunnel/tunnel-hub.ts";

const TAG = "tunnel";
/** Credentials are checked again after this time: a check reads tables, and the other end decides how many messages come. */
const RECHECK_MS = 100;
const OVER = "the credentials that opened it are not valid any more";

const attachment = z.object({
  id: z.string(),
  servers: z.array(z.string()),
  credential: z.string().optional(),
  until: z.number().optional(),
});

/** The opening of a tunnel, as the HTTP route passes it on. */
export const tunnelOpening = z.object({
  tunnel: attachment.pick({ id: true, servers: true }),
  proof: attachment.pick({ credential: true, until: true }),
});

type Opening = z.output<typeof tunnelOpening>;
type Attachment = z.output<typeof attachment>;

export class Tunnels {
  readonly hub: TunnelHub;
  readonly #ctx: DurableObjectState;
  readonly #stands: (proof: Proof) => boolean;
  readonly #holderOf: (credential: string) => string;
  readonly #allowances = new TunnelAllowances(Date.now);
  /** When the credentials of a tunnel were last found to be valid. */
  readonly #checkedAt = new Map<string, number>();

  /**
   * @param stands asked before every use of a tunnel: a key expires, and an account is removed, without anything that tells the tunnel
   * @param holderOf see PrincipalIdentity
   * @param onGone told of servers whose tunnel did not come back
   */
  constructor(
    ctx: DurableObjectState,
    stands: (proof: Proof) => boolean,
    holderOf: (credential: string) => string,
    onGone: (servers: readonly string[]) => void,
  ) {
    this.#ctx = ctx;
    this.#stands = stands;
    this.#holderOf = holderOf;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(TUNNEL_PING, TUNNEL_PONG));
    this.hub = new TunnelHub(() => this.#open(), onGone);
  }

  accept(tunnel: Opening["tunnel"], { credential, until }: Opening["proof"]): Response {
    const open = this.#ctx.getWebSockets(TAG);
    if (open.length >= MAX_TUNNELS) return new Response(`There are ${MAX_TUNNELS} tunnels already.`, { status: 429 });
    if (credential !== undefined && this.#openedBy(this.#holderOf(credential)) >= MAX_CREDENTIAL_TUNNELS) {
      const message = `These credentials have ${MAX_CREDENTIAL_TUNNELS} tunnels already.`;
      return new Response(message, { status: 429 });
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

  #openedBy(holder: string): number {
    const credentials = this.#ctx.getWebSockets(TAG).flatMap((socket) => attachmentOf(socket).credential ?? []);
    return credentials.filter((credential) => this.#holderOf(credential) === holder).length;
  }

  received(socket: WebSocket, message: string | ArrayBuffer): void {
    // The other end may go on sending after it was told to close.
    if (socket.readyState !== WebSocket.OPEN) return;
    const attached = attachmentOf(socket);
    if (!this.#isStanding(attached)) return this.#end(socket, OVER);
    const why = typeof message === "string" ? this.#receive(attached, message) : "a message is no text";
    if (why !== undefined) socket.close(1008, why);
  }

  /** @returns why the socket is to be closed */
  #receive(attached: Attachment, message: string): string | undefined {
    if (!this.#allowances.spend(attached.credential ?? "", message.length)) return "it sends more than it is asked for";
    return this.hub.received(identityOf(attached), message);
  }

  closed(socket: WebSocket): void {
    const attached = attachmentOf(socket);
    this.#checkedAt.delete(identityOf(attached));
    this.hub.closed(identityOf(attached), attached.servers);
  }

  /** A key was revoked, or a grant ended. */
  endAllOf(credential: string): void {
    for (const socket of this.#ctx.getWebSockets(TAG)) {
      if (attachmentOf(socket).credential === credential) this.#end(socket, "what it was let in by was revoked");
    }
  }

  #isStanding(attached: Attachment): boolean {
    const id = identityOf(attached);
    const now = Date.now();
    if (isWithin(RECHECK_MS, this.#checkedAt.get(id) ?? 0, now)) return true;
    const isStanding = this.#stands(proofIn(attached));
    if (isStanding) this.#checkedAt.set(id, now);
    else this.#checkedAt.delete(id);
    return isStanding;
  }

  /** With credentials that are not valid any more no tunnel comes back, so its calls do not wait for that. */
  #end(socket: WebSocket, why: string): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    const attached = attachmentOf(socket);
    socket.close(1008, why);
    this.hub.ended(identityOf(attached), attached.servers);
  }

  #open(): readonly TunnelSocket[] {
    const open: TunnelSocket[] = [];
    for (const socket of this.#ctx.getWebSockets(TAG)) {
      if (socket.readyState !== WebSocket.OPEN) continue;
      const attached = attachmentOf(socket);
      if (!this.#isStanding(attached)) this.#end(socket, OVER);
      else
        open.push({
          id: identityOf(attached),
          servers: attached.servers,
          send: (text) => {
            this.#allowances.grant(attached.credential ?? "");
            sendTo(socket, text);
          },
        });
    }
    return open;
  }
}

function attachmentOf(socket: WebSocket): Attachment {
  return attachment.parse(socket.deserializeAttachment());
}

/** The id is the other end's word: a tunnel goes on with the calls of an earlier one only where credentials and servers are the same. */
function identityOf({ id, servers, credential }: Attachment): string {
  return JSON.stringify([id, servers, credential ?? null]);
}

function proofIn({ credential, until }: Attachment): Proof {
  return { ...(credential !== undefined && { credential }), ...(until !== undefined && { until }) };
}

/** A closing socket drops the message; unanswered requests are sent again through the next tunnel. */
function sendTo(socket: WebSocket, text: string): void {
  try {
    socket.send(text);
  } catch {
    // Its `close` event follows.
  }
}

interface Allowance {
  readonly chars: number;
  readonly at: number;
}

/**
 * The characters that the other ends of tunnels may send, by credential: what they were asked for, and a little more. A message is counted
 * before it is parsed, because one with half a million names takes more than a second.
 */
class TunnelAllowances {
  readonly #now: () => number;
  readonly #byCredential = new Map<string, Allowance>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A message was sent to a tunnel of the credential. */
  grant(credential: string): void {
    const chars = Math.min(MAX_TUNNEL_ALLOWED_CHARS, this.#left(credential) + MAX_TUNNEL_MESSAGE_CHARS);
    this.#byCredential.set(credential, { chars, at: this.#now() });
  }

  /** @returns false if the message is more than the credential's tunnels may send */
  spend(credential: string, chars: number): boolean {
    const left = this.#left(credential) - chars;
    if (left >= 0) this.#byCredential.set(credential, { chars: left, at: this.#now() });
    return left >= 0;
  }

  #left(credential: string): number {
    const { chars, at } = this.#byCredential.get(credential) ?? { chars: TUNNEL_BURST_CHARS, at: this.#now() };
    if (chars >= TUNNEL_BURST_CHARS) return chars;
    return Math.min(TUNNEL_BURST_CHARS, chars + (Math.max(0, this.#now() - at) / 1_000) * TUNNEL_CHARS_PER_SECOND);
  }
}
