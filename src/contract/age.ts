/** Lengths of time in minutes, hours or days, as people write them: `90m`, `12h`, `30d`. */

export const AGE = /^(\d{1,5})([mhd])$/;

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** @returns undefined if the text is no such length of time */
export function ageMs(text: string): number | undefined {
  const [, count, unit] = AGE.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}
