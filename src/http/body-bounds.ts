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

/** Of somebody whose credentials were checked. */
export const PRINCIPAL_BODY: BodyBounds = {
  maxBytes: 8 * MIB,
  maxMs: 60_000,
  budget: new BodyBudget({ maxTotalBytes: 48 * MIB, maxSenderBytes: 24 * MIB }),
};

/** Of a body that no route has read, before the connection is given up. */
export const MAX_DISCARDED_BYTES = 524_288;
export const DISCARD_MS = 500;
