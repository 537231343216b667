/** A run's place among the runs in flight of its principal, as its RunHost uses it. */
import type { RunError } from "../../worker-loader/index.ts";

export type PlaceState =
  | { readonly kind: "taken" }
  /** @property ahead runs that begin before it */
  | { readonly kind: "queued"; readonly ahead: number }
  | { readonly kind: "refused"; readonly error: RunError };

export interface RunPlace {
  /** Takes a place, else a position in the queue. Asked once. */
  take(): PlaceState;
  /** Resolves when a queued run has its place, or has left. */
  turn(): Promise<void>;
  /** There was no room for it: nothing ran. */
  readonly isRefused: boolean;
  /** Frees the place, or leaves the queue. Idempotent. */
  leave(): void;
}
