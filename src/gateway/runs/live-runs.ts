/**
 * Watchers of runs that are under way. A watcher gets server-sent events as bytes; one that does not read is told how many
 * it missed instead of filling the Gateway's memory. A stream ends with the credentials it was opened with: at once where they are
 * revoked here, else (an expired key or token, an account that may not come in any more) with the next heartbeat.
 */
import type { Proof } from "../../auth/principal.ts";
import type { RunEvent } from "../../contract/run-events.ts";

/** Bytes waiting for a slow watcher. */
const MAX_WAITING = 256_000;
/** Each takes up to MAX_WAITING bytes of the Gateway's memory, and work at every event. */
const MAX_WATCHERS = 100;
/** One key of a principal, with the tokens that it has approved, cannot take the places of all others. */
const MAX_WATCHERS_OF_CREDENTIAL = 50;
/** Keeps proxies from closing a quiet connection, and finds out that a watcher has gone or may not watch any more. */
const KEEP_ALIVE_MS = 15_000;

interface Watcher {
  readonly controller: ReadableByteStreamController;
  /** Only this run; undefined means all. */
  readonly run: string | undefined;
  readonly proof: Proof;
  readonly holder: string | undefined;
  missed: number;
}

const encoder = new TextEncoder();

export class LiveRuns {
  readonly #watchers = new Set<Watcher>();
  readonly #stands: (proof: Proof) => boolean;
  readonly #holderOf: (credential: string) => string;
  #keepAlive: ReturnType<typeof setInterval> | undefined;

  /** @param stands whether credentials are still good @param holderOf see PrincipalIdentity */
  constructor(stands: (proof: Proof) => boolean, holderOf: (credential: string) => string) {
    this.#stands = stands;
    this.#holderOf = holderOf;
  }

  /** @param first events that come before what happens from now on @returns "too-many" when as many watch as may */
  watch(run: string | undefined, first: readonly RunEvent[], proof: Proof): ReadableStream<Uint8Array> | "too-many" {
    const holder = proof.credential === undefined ? undefined : this.#holderOf(proof.credential);
    const alike = [...this.#watchers].filter((one) => one.holder === holder);
    if (this.#watchers.size >= MAX_WATCHERS || alike.length >= MAX_WATCHERS_OF_CREDENTIAL) return "too-many";
    let watcher: Watcher | undefined;
    const source: UnderlyingByteSource = {
      // Only streams of bytes travel through RPC.
      type: "bytes",
      start: (controller) => {
        watcher = { controller, run, proof, holder, missed: 0 };
        this.#watchers.add(watcher);
        this.#keepAlive ??= setInterval(() => this.#ping(), KEEP_ALIVE_MS);
        this.#send(watcher, encoder.encode(": watching\n\n"));
        for (const event of first) this.#tell(watcher, event);
      },
      cancel: () => {
        if (watcher) this.#drop(watcher);
      },
    };
    return new ReadableStream(source, { highWaterMark: MAX_WAITING });
  }

  /** Ends the streams that were opened with what is revoked now. */
  end(isRevoked: (proof: Proof) => boolean): void {
    for (const watcher of this.#watchers) if (isRevoked(watcher.proof)) this.#close(watcher);
  }

  emit(event: RunEvent): void {
    if (this.#watchers.size === 0) return;
    for (const watcher of this.#watchers) {
      if (watcher.run === undefined || ("run" in event && event.run === watcher.run)) this.#tell(watcher, event);
    }
  }

  #tell(watcher: Watcher, event: RunEvent): void {
    const { controller } = watcher;
    const isLast = watcher.run !== undefined && event.type === "run_ended";
    // The last event comes however slow the watcher is: nothing after it would end the stream.
    if ((controller.desiredSize ?? 0) <= 0 && !isLast) {
      watcher.missed += 1;
      return;
    }
    if (watcher.missed > 0) {
      this.#send(watcher, encode({ type: "missed", events: watcher.missed }));
      watcher.missed = 0;
    }
    const isSent = this.#send(watcher, encode(event));
    if (isLast && isSent) this.#close(watcher);
  }

  #ping(): void {
    const standing = new Map<string, boolean>();
    for (const watcher of this.#watchers) {
      const { proof } = watcher;
      const name = JSON.stringify([proof.credential, proof.session, proof.until]);
      const stands = standing.get(name) ?? this.#stands(proof);
      standing.set(name, stands);
      if (!stands) {
        this.#close(watcher);
        continue;
      }
      if ((watcher.controller.desiredSize ?? 0) > 0) this.#send(watcher, encoder.encode(": still here\n\n"));
    }
  }

  /**
   * @param bytes are empty afterwards: a stream of bytes takes their memory, so that each watcher needs its own
   * @returns whether the watcher is still there
   */
  #send(watcher: Watcher, bytes: Uint8Array): boolean {
    try {
      watcher.controller.enqueue(bytes);
      return true;
    } catch (error) {
      this.#drop(watcher);
      // Error the stream so that the client does not hang.
      watcher.controller.error(error);
      return false;
    }
  }

  #close(watcher: Watcher): void {
    this.#drop(watcher);
    try {
      watcher.controller.close();
    } catch (error) {
      watcher.controller.error(error);
    }
  }

  #drop(watcher: Watcher): void {
    this.#watchers.delete(watcher);
    if (this.#watchers.size > 0 || this.#keepAlive === undefined) return;
    clearInterval(this.#keepAlive);
    this.#keepAlive = undefined;
  }
}

function encode(event: RunEvent): Uint8Array {
  const { type, ...data } = event;
  return encoder.encode(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
}
