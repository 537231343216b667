/** When a schedule is due. Pure. */
import { describe, expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { backoffMs, nextTime, parseSingleTime, parseTiming } from "../../src/schedules/timing.ts";

const at = (text: string): number => Date.parse(text);

function next(schedule: string, timeZone: string, after: string): string {
  const parsed = parseTiming(schedule, timeZone, at(after));
  if (!parsed.ok) throw new Error(parsed.error);
  const time = nextTime(parsed.value, at(after));
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
  { given: "tomorrow at nine", says: "tomorrow at 9am" },
  { given: "tomorrow", says: "tomorrow at 9am" },
  { given: "in 5 months", says: "in 5 minutes" },
  { given: "in 0 minutes", says: "has passed" },
  { given: "in 999999 weeks", says: "ten years" },
  { given: "today at 8am", says: "has passed" },
  { given: "today at 13pm", says: "tomorrow at 9am" },
  { given: "today at 9", says: "tomorrow at 9am" },
  { given: "2026-11-20T08:59:59Z", says: "has passed" },
  { given: "2026-11-31T09:00:00Z", says: "five cron fields" },
  { given: "2026-02-29 09:00", says: "five cron fields" },
  { given: "2026-12-01", says: "five cron fields" },
  { given: "2999-12-01T00:00:00Z", says: "ten years" },
  { given: `in ${" ".repeat(190)}5`, says: "five cron fields" },
  { given: "every day at 13am", says: "five cron fields" },
  { given: "every day at 0pm", says: "five cron fields" },
  { given: "", says: "five cron fields" },
])("$given is refused", ({ given, says }) => {
  const parsed = parseTiming(given, "UTC", at("2026-11-20T09:00:00Z"));
  expect(parsed).toMatchObject({ ok: false, error: expect.stringContaining(says) });
});

const ledgerPage = readFileSync(new URL("../../docs/ledger.md", import.meta.url), "utf8");
const [, documentedAt = "", documentedZone = ""] = /It is (\S+Z) in `(\S+)`/.exec(ledgerPage) ?? [];
const documented = [...ledgerPage.matchAll(/^\| `([^`|]+)` *\| (\d{4}-\d\d-\d\dT\S+Z) *\|/gm)].map(
  ([, given = "", want = ""]) => ({
    given,
    want,
  }),
);

describe("a single time of docs/ledger.md", () => {
  it.each(documented)("$given is $want", ({ given, want }) => {
    const parsed = parseSingleTime(given, documentedZone, at(documentedAt));
    expect(parsed).toMatchObject({ ok: true, value: { kind: "once", at: at(want) } });
    expect(next(given, documentedZone, documentedAt)).toBe(new Date(at(want)).toISOString());
  });

  it("is each form of the grammar", () => {
    expect(documented.length).toBeGreaterThan(10);
  });
});

it.each([
  // Clocks go from 2 to 3, and from 3 back to 2.
  { given: "tomorrow at 2:30am", now: "2026-03-28T12:00:00Z", want: "2026-03-29T01:30:00.000Z" },
  { given: "2026-10-25 02:30", now: "2026-10-24T12:00:00Z", want: "2026-10-25T00:30:00.000Z" },
  // The day of the zone is another one than that of UTC.
  { given: "today at 23:59", now: "2026-11-20T23:30:00Z", want: "2026-11-21T22:59:00.000Z" },
  { given: "tomorrow at 9am", now: "2026-12-31T12:00:00Z", want: "2027-01-01T08:00:00.000Z" },
])("$given at $now in Berlin is $want", ({ given, now, want }) => {
  const parsed = parseSingleTime(given, "Europe/Berlin", at(now));
  expect(parsed).toMatchObject({ ok: true, value: { kind: "once", at: at(want) } });
});

it("takes no time zone that does not exist", () => {
  expect(parseTiming("0 9 * * *", "Mars/Olympus", 0)).toMatchObject({
    ok: false,
    error: expect.stringContaining("Mars"),
  });
});

it("waits longer after each failure, and never more than a day", () => {
  expect([0, 1, 2, 3, 10, 11, 12, 50].map(backoffMs)).toStrictEqual([
    0, 60_000, 120_000, 240_000, 30_720_000, 61_440_000, 86_400_000, 86_400_000,
  ]);
});
