/** When a schedule is due. Pure. */
import { describe, expect, it } from "vitest";
import { backoffMs, nextTime, parseTiming } from "../../src/schedules/timing.ts";

const at = (text: string): number => Date.parse(text);

function next(schedule: string, timeZone: string, after: string): string {
  const parsed = parseTiming(schedule, timeZone, at(after));
  if (!parsed.ok) throw new Error(parsed.problem);
  const time = nextTime(parsed.timing, at(after));
  return time === undefined ? "never" : new Date(time).toISOString();
}

describe("the next time", () => {
  it.each([
    { given: ["0 9 * * 1-5", "UTC", "2026-11-20T09:00:00Z"], want: "2026-11-23T09:00:00.000Z" },
    { given: ["0 9 * * 1-5", "America/New_York", "2026-11-20T09:00:00Z"], want: "2026-11-20T14:00:00.000Z" },
    { given: ["*/15 * * * *", "UTC", "2026-11-20T09:01:00Z"], want: "2026-11-20T09:15:00.000Z" },
    { given: ["0 0 1 1 *", "Asia/Kolkata", "2026-11-20T00:00:00Z"], want: "2026-12-31T18:30:00.000Z" },
    // A time that does not exist (clocks go from 2 to 3) and one that exists twice (from 3 back to 2).
    { given: ["30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z"], want: "2026-03-29T01:30:00.000Z" },
    { given: ["30 2 * * *", "Europe/Berlin", "2026-10-25T00:30:00Z"], want: "2026-10-26T01:30:00.000Z" },
    { given: ["every 15 minutes", "UTC", "2026-11-20T09:01:00Z"], want: "2026-11-20T09:16:00.000Z" },
    { given: ["Every hour", "UTC", "2026-11-20T09:01:00Z"], want: "2026-11-20T10:01:00.000Z" },
    { given: ["every weekday at 5:30pm", "UTC", "2026-11-20T18:00:00Z"], want: "2026-11-23T17:30:00.000Z" },
    { given: ["every day at 12am", "UTC", "2026-11-20T18:00:00Z"], want: "2026-11-21T00:00:00.000Z" },
    { given: ["every 2 days", "UTC", "2026-11-20T09:01:00Z"], want: "2026-11-22T09:01:00.000Z" },
  ])("$given is $want", ({ given: [schedule = "", timeZone = "", after = ""], want }) => {
    expect(next(schedule, timeZone, after)).toBe(want);
  });

  it("of an interval keeps its beat, however late it is asked for", () => {
    const timing = { kind: "every", ms: 60_000, anchor: 1_000 } as const;
    expect(nextTime(timing, 1_000)).toBe(61_000);
    expect(nextTime(timing, 60_999)).toBe(61_000);
    expect(nextTime(timing, 6_000_000)).toBe(6_001_000);
  });
});

it.each([
  { given: "every 10 seconds", says: "five cron fields" },
  { given: "every 0 minutes", says: "between a minute and a year" },
  { given: "every 999999 weeks", says: "between a minute and a year" },
  { given: "0 9 * * 1-5 *", says: "five cron fields" },
  { given: "99 9 * * *", says: "not a cron pattern" },
  { given: "0 0 30 2 *", says: "never occurs" },
  { given: "tomorrow at nine", says: "" },
  { given: "every day at 13am", says: "five cron fields" },
  { given: "every day at 0pm", says: "five cron fields" },
  { given: "", says: "five cron fields" },
])("$given is refused", ({ given, says }) => {
  const parsed = parseTiming(given, "UTC", at("2026-11-20T09:00:00Z"));
  expect(parsed).toMatchObject({ ok: false, problem: expect.stringContaining(says) });
});

it("takes no time zone that does not exist", () => {
  expect(parseTiming("0 9 * * *", "Mars/Olympus", 0)).toMatchObject({
    ok: false,
    problem: expect.stringContaining("Mars"),
  });
});

it("waits longer after each failure, and never more than a day", () => {
  expect([0, 1, 2, 3, 10, 11, 12, 50].map(backoffMs)).toStrictEqual([
    0, 60_000, 120_000, 240_000, 30_720_000, 61_440_000, 86_400_000, 86_400_000,
  ]);
});
