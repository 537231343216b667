/**
 * Counters of a whole deployment. One object keeps the total and lends parts of it to Gateways, which count against their part without asking:
 * the sum of what is lent and used never exceeds the limit, and an object is asked once per many calls. What a Gateway has not used of an expired
 * lease is not given back, since its use may not have been heard of: the limit errs towards refusing.
 */

export interface LeasedCounter {
  /** What has been lent, used or not. */
  readonly lent: number;
  readonly max: number;
}

export type Lease =
  | { readonly ok: true; readonly granted: number; readonly counter: LeasedCounter }
  | { readonly ok: false };

/** Of what is left, so that the first Gateway to ask does not take everything. */
const SHARE = 8;

/**
 * @param needed what the call at hand takes
 * @param usual how much the Gateway expects to use soon, such as ten calls' worth
 */
export function lend(counter: LeasedCounter, needed: number, usual: number): Lease {
  const left = counter.max - counter.lent;
  if (!(needed >= 0 && needed <= left)) return { ok: false };
  const extra = Math.max(0, Math.min(usual, Math.floor(left / SHARE)) - needed);
  const granted = needed + extra;
  return { ok: true, granted, counter: { ...counter, lent: counter.lent + granted } };
}

/** What is left of a lease that its Gateway gives back before it expires. */
export function giveBack(counter: LeasedCounter, unused: number): LeasedCounter {
  return { ...counter, lent: Math.max(0, counter.lent - Math.max(0, unused)) };
}
