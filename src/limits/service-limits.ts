/** What the gateway itself answers to scripts. */

/**
 * Characters of JSON that the gateway's services (`results.read`, `store.get`, `tools.search`, …) answer to one run and the runs inside it.
 * Twenty results of 4 MB took the processor from everybody for five seconds.
 */
export const MAX_SERVICE_CHARS = 33_554_432;
