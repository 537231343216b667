/** Parses windows of time: `30s`, `5m`, `1h`, `7d` in history conditions; the same, a number of seconds, or a name in limits. */

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Matches the texts that {@link durationMs} reads. */
export const DURATION = /^[1-9]\d{0,8}[smhd]$/;

/** @returns milliseconds, or undefined if the text is not a duration */
export function durationMs(text: string): number | undefined {
  const unit = DURATION.test(text) ? UNIT_MS[text.at(-1) ?? ""] : undefined;
  return unit === undefined ? undefined : Number(text.slice(0, -1)) * unit;
}

export const NAMED_WINDOW_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** Formats a number of milliseconds for people, rounded up to whole units. */
export function readableDuration(ms: number): string {
  const { unit, name } =
    ms < 120_000
      ? { unit: 1_000, name: "second" }
      : ms < 7_200_000
        ? { unit: 60_000, name: "minute" }
        : { unit: 3_600_000, name: "hour" };
  const count = Math.max(1, Math.ceil(ms / unit));
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
