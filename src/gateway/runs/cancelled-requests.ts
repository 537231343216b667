/**
 * Requests that a client cancelled before their run was open: a cancellation can overtake the request that it means. Each is
 * remembered for a minute, at most MAX_REMEMBERED of them. One with a longer id than any client makes is not: a few hundred ids of megabytes
 * take the memory of the Gateway.
 */
import type { SessionRequest } from "../../runs/run-scope.ts";

const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 200;
const MAX_ID_CHARS = 1_000;

export class CancelledRequests {
  /** When each was cancelled, oldest first. */
  readonly #times = new Map<string, number>();

  add(request: SessionRequest, now = Date.now()): void {
    if (typeof request.id === "string" && request.id.length > MAX_ID_CHARS) return;
    this.#times.delete(keyOf(request));
    this.#times.set(keyOf(request), now);
    for (const oldest of this.#times.keys()) {
      if (this.#times.size <= MAX_REMEMBERED) return;
      this.#times.delete(oldest);
    }
  }

  has(request: SessionRequest, now = Date.now()): boolean {
    const time = this.#times.get(keyOf(request));
    return time !== undefined && now - time <= REMEMBERED_MS;
  }
}

/** The ids 1 and "1" are two. */
function keyOf({ session, id }: SessionRequest): string {
  return JSON.stringify([session, id]);
}
