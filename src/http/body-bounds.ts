/** How much of a request's body is read, how long that may take, and how much may arrive at the same moment. */
import { BodyBudget } from "./body-budget.ts";

export interface BodyBounds {
  readonly maxBytes: number;
  /** From the first read to the last byte. */
  readonly maxMs: number;
  readonly budget: BodyBudget;
}

const MIB = 1_048_576;

/** Before it is known who is calling: forms, registrations, token requests, the first key. */
export const STRANGER_BODY: BodyBounds = {
  maxBytes: 16_384,
  maxMs: 10_000,
  budget: new BodyBudget({ maxTotalBytes: 16 * MIB, maxSenderBytes: MIB }),
};

/** Bounds for the bodies of authenticated senders. */
export const PRINCIPAL_BODY: BodyBounds = {
  maxBytes: 8 * MIB,
  maxMs: 60_000,
  budget: new BodyBudget({ maxTotalBytes: 48 * MIB, maxSenderBytes: 24 * MIB }),
};

/** Maximum rest of an unread body that is read and dropped; with more, the connection is closed. */
export const MAX_DISCARDED_BYTES = 524_288;
export const DISCARD_MS = 500;
