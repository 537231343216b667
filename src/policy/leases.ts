/**
 * Counters of a whole deployment. One object keeps the total and lends parts of it to Gateways, which count against their part without a
 * request: the sum of lent and used amounts never exceeds the limit, and the object is requested once per many calls. The unused part of
 * an expired lease is not returned, since a report of its use may have been lost: the limit errs towards refusing.
 */

interface LeasedCounter {
  /** The amount that was lent, used or not. */
  readonly lent: number;
  readonly max: number;
}

type Lease = { readonly ok: true; readonly granted: number; readonly counter: LeasedCounter } | { readonly ok: false };

/** A lease exceeds the needed amount only up to one SHARE-th of what is left, so that the first Gateway does not take everything. */
const SHARE = 8;

/** @param needed the amount that the present call takes @param usual the amount that the Gateway expects to use soon, such as that of ten calls */
export function lend(counter: LeasedCounter, needed: number, usual: number): Lease {
  const left = counter.max - counter.lent;
  if (!(needed >= 0 && needed <= left)) return { ok: false };
  const extra = Math.max(0, Math.min(usual, Math.floor(left / SHARE)) - needed);
  const granted = needed + extra;
  return { ok: true, granted, counter: { ...counter, lent: counter.lent + granted } };
}
