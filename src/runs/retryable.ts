/**
 * Which failures may be gone when the same thing is asked again, without any change. `retryable: true` stands only where asking again does
 * nothing twice: nothing was sent, or the tool says that it may be repeated.
 */

/** Refused for the moment, before anything was done. */
const NOT_NOW: ReadonlySet<string> = new Set(["RATE_LIMITED", "CAPACITY"]);

/** @returns true if an HTTP API was too busy and a repetition is harmless. A request answered with 429 was not carried out; the others may have been. */
export function isBusy(status: number | undefined, isHarmless: boolean): boolean {
  return status === 429 || (isHarmless && status !== undefined && [502, 503, 504].includes(status));
}

export function withRetryable<Failure extends { readonly code: string }>(
  failure: Failure,
): Failure & { readonly retryable?: true } {
  return NOT_NOW.has(failure.code) ? { ...failure, retryable: true } : failure;
}
