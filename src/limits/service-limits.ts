/** Limits on answers of the gateway's own services to scripts. */

/**
 * Characters of JSON that the gateway's services (`results.read`, `store.get`, `tools.search`, …) answer to one run and its nested runs.
 * Twenty results of 4 MB occupied the processor for five seconds.
 */
export const MAX_SERVICE_CHARS = 33_554_432;
