/**
 * The compatibility date of guests. It is older than the date that turns on Node.js compatibility by default (2026-08-04),
 * which would add 1–2 ms to every start and put `Buffer` and `process` into the guest.
 */
export const GUEST_COMPATIBILITY_DATE = "2026-06-01";
