/** @param ms milliseconds since 1970 @returns the time in UTC, in ISO 8601 */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
