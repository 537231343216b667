/**
 * The guests' own compatibility date: older than the date that turns Node.js compatibility on by default (2026-08-04),
 * which would add 1–2 ms to every start and put `Buffer` and `process` into the guest.
 */
export const GUEST_COMPATIBILITY_DATE = "2026-06-01";
