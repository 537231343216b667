/**
 * The runs in flight of one principal: at most `limits.max_runs`. More wait in a queue, first come, first served, at most
 * `limits.max_queued_runs`; what comes then is refused. A run takes its place when it is open here and frees it when it ends or is
 * parked. A saved script that a run calls is part of that run and takes none: it would wait for its own caller.
 */
import { LIMIT_DEFAULTS } from "../../config/limit-defaults.ts";
import type { GatewayConfig } from "../../config/gateway-config.ts";
import type { RunError } from "../../../worker-loader/index.ts";
import type { PlaceState, RunPlace } from "../../runs/run-place.ts";

const RETRY_AFTER_MS = 5_000;

type PlaceLimits = Pick<GatewayConfig["limits"], "max_runs" | "max_queued_runs">;

export class RunPlaces {
  readonly #maxRuns: number;
  readonly #maxQueued: number;
  readonly #taken = new Set<Place>();
  /** Runs that wait for a place, in the order of their arrival. */
  readonly #queue = new Set<Place>();

  constructor({ max_runs = LIMIT_DEFAULTS.max_runs, max_queued_runs = LIMIT_DEFAULTS.max_queued_runs }: PlaceLimits) {
    this.#maxRuns = max_runs;
    this.#maxQueued = max_queued_runs;
  }

  /** @param isAccepted the run was accepted before (detached or resumed): it is queued, however many wait */
  place(isAccepted: boolean): RunPlace {
    return new Place({
      take: (place) => this.#take(place, isAccepted),
      leave: (place) => this.#leave(place),
    });
  }

  #take(place: Place, isAccepted: boolean): PlaceState {
    const ahead = this.#queue.size;
    if (this.#taken.size < this.#maxRuns && ahead === 0) {
      this.#taken.add(place);
      return { kind: "taken" };
    }
    if (!isAccepted && ahead >= this.#maxQueued) return { kind: "refused", error: this.#noPlace() };
    this.#queue.add(place);
    return { kind: "queued", ahead };
  }

  #leave(place: Place): void {
    this.#queue.delete(place);
    if (!this.#taken.delete(place)) return;
    const [next] = this.#queue;
    if (next === undefined) return;
    this.#queue.delete(next);
    this.#taken.add(next);
    next.begin();
  }

  #noPlace(): RunError {
    const inFlight = `${this.#taken.size} of this principal's runs are in flight (limits.max_runs)`;
    const queued = `${this.#queue.size} wait in the queue (limits.max_queued_runs)`;
    const message = `${inFlight} and ${queued}; this run was not started. Try again when some of them have ended, or make more calls in one script.`;
    return { code: "CAPACITY", message, retry_after_ms: RETRY_AFTER_MS };
  }
}

interface Owner {
  take(place: Place): PlaceState;
  leave(place: Place): void;
}

class Place implements RunPlace {
  readonly #owner: Owner;
  readonly #turn = Promise.withResolvers<void>();
  isRefused = false;

  constructor(owner: Owner) {
    this.#owner = owner;
  }

  take(): PlaceState {
    const state = this.#owner.take(this);
    this.isRefused = state.kind === "refused";
    return state;
  }

  turn(): Promise<void> {
    return this.#turn.promise;
  }

  begin(): void {
    this.#turn.resolve();
  }

  leave(): void {
    this.#turn.resolve();
    this.#owner.leave(this);
  }
}
