/** The runs of a Gateway that are under way, and everybody who may end them before they end by themselves. */
import type { CancellableRun } from "./run-ledger.ts";
import type { RunHost } from "../../runs/calls/run-host.ts";
import type { SessionRequest } from "../../runs/run-scope.ts";
import { CancelledRequests } from "./cancelled-requests.ts";

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
