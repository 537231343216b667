const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

/**
 * Parses a duration such as "500ms", "30s", "2m" or "1h", or a number of milliseconds.
 * @returns milliseconds, or undefined if the text is not a duration
 */
export function durationMs(text: string): number | undefined {
  const [, count, unit = "ms"] = /^(\d{1,9})(ms|s|m|h)?$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}

/** Formats milliseconds for people. */
export function printDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} m ${seconds % 60} s`;
}
