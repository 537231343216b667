/** Time in milliseconds after which an alarm looks for runs whose Worker was lost together with the Gateway. It is longer than any run lasts. */
export const RUN_LOST_AFTER_MS = 660_000;
