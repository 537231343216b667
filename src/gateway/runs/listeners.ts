/**
 * Clients that listen for changes of their tools. Their streams are in Workers; here is only how many there are. A place is kept as long as its
 * stream asks for it again and again, so that a Worker that was lost takes none for long, and a Gateway that starts again learns of all.
 */
import { LISTEN_CHECK_MS, MAX_LISTENERS, MAX_LISTENERS_OF_CREDENTIAL } from "../../limits/listen-limits.ts";

/** A look at the list of tools can take a while. */
const KEPT_MS = 6 * LISTEN_CHECK_MS;

interface Place {
  readonly credential: string | undefined;
  until: number;
}

export class Listeners {
  readonly #places = new Map<string, Place>();

  /** Takes a place, or keeps it. @param id of the stream @returns false when there is none left */
  keep(id: string, credential: string | undefined, now: number): boolean {
    const place = this.#places.get(id);
    if (place !== undefined) {
      place.until = now + KEPT_MS;
      return true;
    }
    for (const [other, { until }] of this.#places) if (until <= now) this.#places.delete(other);
    const alike = [...this.#places.values()].filter((one) => one.credential === credential);
    if (this.#places.size >= MAX_LISTENERS || alike.length >= MAX_LISTENERS_OF_CREDENTIAL) return false;
    this.#places.set(id, { credential, until: now + KEPT_MS });
    return true;
  }

  leave(id: string): void {
    this.#places.delete(id);
  }
}
