/**
 * Which failures may be gone when the same thing is asked again, without any change. `retryable: true` stands only where asking again does
 * nothing twice: nothing was sent, or the tool says that it may be repeated.
 */

/** @returns true if an HTTP API was too busy and a repetition is harmless. A request answered with 429 was not carried out; the others may have been. */
export function isBusy(status: number | undefined, isHarmless: boolean): boolean {
  return status === 429 || (isHarmless && status !== undefined && [502, 503, 504].includes(status));
}

interface Refusal {
  readonly code: string;
  readonly retry_after_ms?: number;
  readonly retryable?: boolean;
}

/** Leaves a failure alone that says itself whether it is retryable. */
export function withRetryable<Failure extends Refusal>(failure: Failure): Failure & { readonly retryable?: boolean } {
  return failure.retryable === undefined && isNotNow(failure) ? { ...failure, retryable: true } : failure;
}

/** @returns true if the call was refused for the moment, before anything was done. A limit that no time helps has none to wait: it ends with its run or session. */
function isNotNow({
  code,
  retry_after_ms: waitMs,
}: {
  readonly code: string;
  readonly retry_after_ms?: number;
}): boolean {
  return code === "CAPACITY" || (code === "RATE_LIMITED" && waitMs !== undefined);
}
