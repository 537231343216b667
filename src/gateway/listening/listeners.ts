/**
 * The clients that listen, and the news for each. Their streams are in Workers, which ask for news again and again: a place is kept as long
 * as they do, so that a Worker that was lost takes none for long, and a Gateway that starts again learns of all.
 */
import { LISTEN_CHECK_MS, MAX_LISTENERS, MAX_LISTENERS_OF_CREDENTIAL } from "../../limits/listen-limits.ts";
import type { ServerResource } from "../../rpc/listening.ts";

/** A look at the list of tools can take a while. */
const KEPT_MS = 6 * LISTEN_CHECK_MS;

export class Listener {
  readonly credential: string | undefined;
  readonly holder: string | undefined;
  until = 0;
  session: string | undefined;
  /** Its client has ended the session. */
  hasEnded = false;
  resources: readonly ServerResource[] = [];
  /** The subscriptions of its session as they were read last, because an upstream may tell of thousands of changes at once. */
  subscribed: readonly ServerResource[] | undefined;
  #areToolsNew = false;
  #updated = new Set<string>();
  #changed = Promise.withResolvers<void>();

  constructor(credential: string | undefined, holder: string | undefined) {
    this.credential = credential;
    this.holder = holder;
  }

  /** Resolves when there is news, or the place was given up. */
  get changed(): Promise<void> {
    return this.#changed.promise;
  }

  toolsChanged(): void {
    this.#areToolsNew = true;
    this.wake();
  }

  updated(uri: string): void {
    this.#updated.add(uri);
    this.wake();
  }

  /** @returns true if the client will be told of it the next time that it asks */
  willReport(uri: string): boolean {
    return this.#updated.has(uri);
  }

  wake(): void {
    this.#changed.resolve();
  }

  /** @returns the news, once */
  take(): { readonly areToolsNew: boolean; readonly updated: readonly string[] } {
    const taken = { areToolsNew: this.#areToolsNew, updated: [...this.#updated] };
    this.#areToolsNew = false;
    this.#updated = new Set();
    this.#changed = Promise.withResolvers();
    return taken;
  }
}

export class Listeners {
  readonly #places = new Map<string, Listener>();
  readonly #holderOf: (credential: string) => string;

  /** @param holderOf see PrincipalIdentity */
  constructor(holderOf: (credential: string) => string) {
    this.#holderOf = holderOf;
  }

  /** Takes a place, or keeps it. @param id of the stream @returns undefined when there is none left */
  keep(
    id: string,
    credential: string | undefined,
    now: number,
  ): { readonly listener: Listener; readonly isNew: boolean } | undefined {
    const known = this.#places.get(id);
    const listener = known ?? this.#begin(id, credential, now);
    if (listener !== undefined) listener.until = now + KEPT_MS;
    return listener && { listener, isNew: known === undefined };
  }

  /** @returns the one that has left; undefined if it had no place */
  leave(id: string): Listener | undefined {
    const listener = this.#places.get(id);
    this.#places.delete(id);
    listener?.wake();
    return listener;
  }

  get all(): Iterable<Listener> {
    return this.#places.values();
  }

  #begin(id: string, credential: string | undefined, now: number): Listener | undefined {
    for (const [other, { until }] of this.#places) if (until <= now) this.leave(other);
    const holder = credential === undefined ? undefined : this.#holderOf(credential);
    const alike = [...this.#places.values()].filter((one) => one.holder === holder);
    if (this.#places.size >= MAX_LISTENERS || alike.length >= MAX_LISTENERS_OF_CREDENTIAL) return undefined;
    const listener = new Listener(credential, holder);
    this.#places.set(id, listener);
    return listener;
  }
}
