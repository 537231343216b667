/**
 * @param ms a time
 * @param since in milliseconds since 1970, as `now`
 * @returns true while less than `ms` have passed; false where `since` is later than `now`, because the clock was set back. What is done once
 *   in a time, or waits for one to pass, would otherwise not be done for as long as the clock was set back by
 */
export function isWithin(ms: number, since: number, now: number): boolean {
  return since <= now && now - since < ms;
}
