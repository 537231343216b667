/** A run that can be gone on with later, as its Gateway keeps it and as it answers questions about it. */
import type { Access } from "../../auth/principal.ts";
import type { Trigger } from "../../schedules/schedule.ts";
import type { RunOpening, RunStats } from "../../ledger/run-record.ts";
import type { Outcome } from "../../../worker-loader/index.ts";
import type { PlacedEntry } from "./placed-entry.ts";

/** Whose run it is: it may do what its asker might, and ends with its credentials. */
export interface DurableOwner {
  readonly principal: string;
  readonly access: Access;
  readonly credential?: string;
  /** Of the gateway, as the asker knew it: where links begin. */
  readonly origin: string;
}

export interface DurableRequest {
  /** As `execute_code` takes it, a saved script with its version. */
  readonly asked: unknown;
  readonly opening: RunOpening;
  readonly owner: DurableOwner;
  /** Nobody waits for its answer: it goes on by itself after a restart. */
  readonly isDetached: boolean;
  /** What started a schedule's run. */
  readonly trigger?: Trigger;
}

/** Another life of a run, for whoever runs it. */
export interface DurableLife extends DurableRequest {
  readonly entries: readonly PlacedEntry[];
}

/** What a run waits for. */
export interface RunWait {
  /** Ids. */
  readonly approvals: readonly string[];
  /** Rule about the first of them, as a JSON pointer into the policy document. */
  readonly rule?: string;
  /** Where a person decides; absent where nobody has to. */
  readonly url?: string;
  /** When it goes on by itself, in milliseconds since 1970. */
  readonly wakeAt?: number;
}

/** What came of a run, kept for a day. */
export interface EndedRun {
  readonly outcome: Outcome;
  readonly stats: RunStats;
}

export type Resumed =
  | { readonly kind: "ended"; readonly ended: EndedRun }
  | { readonly kind: "waiting"; readonly wait: RunWait }
  | { readonly kind: "running" }
  /** There is no such run, or it cannot be gone on with. */
  | { readonly kind: "unknown" }
  /** It has more access than who asks. */
  | { readonly kind: "wider" };
