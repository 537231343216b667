/** The runs of a Gateway that are under way, and everybody who may end them before they end by themselves. */
import type { CancellableRun } from "./active-runs.ts";
import type { RunHost } from "../../runs/calls/run-host.ts";
import type { SessionRequest } from "../../runs/run-scope.ts";
import { keepNewest } from "../../lib/keep-newest.ts";

const REVOKED = "The run was ended, because its credentials were revoked.";
const OVER = "The run was ended, because its credentials have expired, or permit less than the run.";
const CANCELLED_BY_CLIENT = "The client cancelled the request; the run was ended.";
const SESSION_ENDED = "The client ended its session; the run was ended.";

/** A key expires, and an account is removed, without anything that tells a run. */
const RECHECK_MS = 15_000;

export class OpenRuns {
  readonly #stands: (run: RunHost) => boolean;
  #recheck: ReturnType<typeof setTimeout> | undefined;
  readonly #controls = new Map<RunHost, CancellableRun>();
  readonly #cancelledRequests = new CancelledRequests();

  /** @param stands whether the credentials of a run still permit it */
  constructor(stands: (run: RunHost) => boolean) {
    this.#stands = stands;
  }

  get size(): number {
    return this.#controls.size;
  }

  /** A run whose request was cancelled before it was open ends at once. */
  add(run: RunHost, control: CancellableRun): void {
    this.#controls.set(run, control);
    this.#recheckLater();
    if (run.request && this.#cancelledRequests.has(run.request)) end(run, control, CANCELLED_BY_CLIENT);
  }

  delete(run: RunHost): void {
    this.#controls.delete(run);
    if (this.#controls.size > 0) return;
    clearTimeout(this.#recheck ?? null);
    this.#recheck = undefined;
  }

  cancelRequest(request: SessionRequest): void {
    this.#cancelledRequests.add(request);
    this.#endThose(
      (run) => run.request?.session === request.session && run.request.id === request.id,
      CANCELLED_BY_CLIENT,
    );
  }

  endSession(session: string): void {
    this.#endThose((run) => run.request?.session === session, SESSION_ENDED);
  }

  /** @param credential id of a key or a grant that is not valid any more */
  revoke(credential: string): void {
    this.#endThose((run) => run.credential === credential, REVOKED);
  }

  revokeAll(): void {
    this.#endThose(() => true, REVOKED);
  }

  #recheckLater(): void {
    this.#recheck ??= setTimeout(() => {
      this.#recheck = undefined;
      this.#endThose((run) => !this.#stands(run), OVER);
      if (this.#controls.size > 0) this.#recheckLater();
    }, RECHECK_MS);
  }

  #endThose(isIntended: (run: RunHost) => boolean, reason: string): void {
    for (const [run, control] of this.#controls) if (isIntended(run)) end(run, control, reason);
  }
}

/** The run makes no further call, and its Worker is told to end it. */
function end(run: RunHost, control: CancellableRun, reason: string): void {
  void Promise.resolve(control.cancel(reason)).catch(() => undefined);
  run.stop();
}

const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 200;
const MAX_ID_CHARS = 1_000;

/**
 * Requests that a client cancelled before their run was open: a cancellation can overtake the request that it means. Each is remembered for a
 * minute, at most MAX_REMEMBERED of them. One with a longer id than any client makes is not: a few hundred ids of megabytes take the memory of
 * the Gateway.
 */
export class CancelledRequests {
  /** When each was cancelled, oldest first. */
  readonly #times = new Map<string, number>();

  add(request: SessionRequest, now = Date.now()): void {
    if (typeof request.id === "string" && request.id.length > MAX_ID_CHARS) return;
    this.#times.delete(keyOf(request));
    this.#times.set(keyOf(request), now);
    keepNewest(this.#times, MAX_REMEMBERED);
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
