/** Cron fields: the times they name, when clocks change, and as a well-kept library reads them. Pure. */
import { Cron } from "croner";
import { describe, expect, it } from "vitest";
import { nextTime, parseTiming } from "../../src/schedules/timing.ts";

/** The next times, to the minute; or why there are none. */
function times(pattern: string, timeZone: string, after: string, count: number): string[] {
  const parsed = parseTiming(pattern, timeZone, Date.parse(after));
  if (!parsed.ok) return [parsed.error];
  const found: string[] = [];
  let last: number | undefined = Date.parse(after);
  while (found.length < count && last !== undefined) {
    last = nextTime(parsed.value, last);
    if (last !== undefined) found.push(new Date(last).toISOString().slice(0, 16));
  }
  return found;
}

function timesOfCroner(pattern: string, timeZone: string, after: string, count: number): string[] {
  const cron = new Cron(pattern, { timezone: timeZone, mode: "5-part", paused: true });
  return cron.nextRuns(count, new Date(after)).map((time) => time.toISOString().slice(0, 16));
}

describe("when clocks are put back", () => {
  // Berlin, 25 October 2026: from 3:00 (+2) to 2:00 (+1), at 1:00 UTC.
  it.each([
    { given: "0 * * * *", want: ["25T00:00", "25T01:00", "25T02:00"] },
    { given: "*/30 * * * *", want: ["25T00:00", "25T00:30", "25T01:00", "25T01:30", "25T02:00"] },
    { given: "30 0-23 * * *", want: ["25T00:30", "25T01:30", "25T02:30"] },
    { given: "0 */2 * * *", want: ["25T00:00", "25T01:00", "25T03:00"] },
    { given: "*/30 2 * * *", want: ["25T00:00", "25T00:30", "25T01:00", "25T01:30", "26T01:00"] },
    { given: "30 2 * * *", want: ["25T00:30", "26T01:30"] },
    { given: "0,30 1-3 * * *", want: ["25T00:00", "25T00:30", "25T02:00", "25T02:30", "26T00:00"] },
  ])("$given in Berlin", ({ given, want }) => {
    const wanted = want.map((time) => `2026-10-${time}`);
    expect(times(given, "Europe/Berlin", "2026-10-24T23:59:00Z", want.length)).toStrictEqual(wanted);
  });

  it("by half an hour", () => {
    // Lord Howe, 5 April 2026: from 2:00 (+11) to 1:30 (+10:30), at 15:00 UTC of the day before.
    const found = times("*/15 * * * *", "Australia/Lord_Howe", "2026-04-04T14:30:00Z", 5);
    const want = ["14:45", "15:00", "15:15", "15:30", "15:45"];
    expect(found).toStrictEqual(want.map((time) => `2026-04-04T${time}`));
    const daily = times("45 1 * * *", "Australia/Lord_Howe", "2026-04-04T14:30:00Z", 2);
    expect(daily).toStrictEqual(["2026-04-04T14:45", "2026-04-05T15:15"]);
  });

  it("at midnight", () => {
    // Cairo, 30 October 2026: from 0:00 (+3) to 23:00 of the 29th (+2), at 21:00 UTC.
    expect(times("0 * * * *", "Africa/Cairo", "2026-10-29T19:30:00Z", 3)).toStrictEqual([
      "2026-10-29T20:00",
      "2026-10-29T21:00",
      "2026-10-29T22:00",
    ]);
    expect(times("0 0 * * *", "Africa/Cairo", "2026-10-29T19:30:00Z", 2)).toStrictEqual([
      "2026-10-29T22:00",
      "2026-10-30T22:00",
    ]);
  });
});

describe("when clocks are put forward", () => {
  // Berlin, 29 March 2026: from 2:00 (+1) to 3:00 (+2), at 1:00 UTC.
  it.each([
    { given: "0 * * * *", want: ["29T00:00", "29T01:00", "29T02:00"] },
    { given: "0 */2 * * *", want: ["29T02:00", "29T04:00"] },
    { given: "30 2 * * *", want: ["29T01:30", "30T00:30"] },
    { given: "0 2 * * *", want: ["29T01:00", "30T00:00"] },
    { given: "*/30 2 * * *", want: ["29T01:00", "29T01:30", "30T00:00"] },
  ])("$given in Berlin", ({ given, want }) => {
    const wanted = want.map((time) => `2026-03-${time}`);
    expect(times(given, "Europe/Berlin", "2026-03-28T23:30:00Z", want.length)).toStrictEqual(wanted);
  });

  it("an interval keeps its beat where half an hour is left out", () => {
    // Lord Howe, 4 October 2026: from 2:00 (+10:30) to 2:30 (+11), at 15:30 UTC of the day before.
    const found = times("*/20 * * * *", "Australia/Lord_Howe", "2026-10-03T15:00:00Z", 3);
    expect(found).toStrictEqual(["2026-10-03T15:10", "2026-10-03T15:40", "2026-10-03T16:00"]);
  });

  it("a day that is left out", () => {
    // Apia had no 30 December 2011.
    expect(times("0 9 30 12 *", "Pacific/Apia", "2011-12-20T00:00:00Z", 2)).toStrictEqual([
      "2011-12-30T19:00",
      "2012-12-29T19:00",
    ]);
  });
});

const UTC_PATTERNS = [
  ...["0 0 29 2 *", "0 0 31 * *", "0 9 13 * 5", "0 9 */2 * 1", "0 9 1,15 * *", "0 0 30 2 1", "0 9 * JAN-MAR,dec *"],
  ...["0 9 * * 7", "0 9 * * 5-7", "0 9 * * sun-tue", "0 9 ? * *", "*,5 * * * *", "1-9/3,40-50/5 9 * * *", "0 9 7 * 2"],
];

it.each(UTC_PATTERNS)("%s is what croner makes of it", (pattern) => {
  for (const timeZone of ["UTC", "Asia/Kathmandu"]) {
    const after = "2026-11-20T10:00:00Z";
    expect(times(pattern, timeZone, after, 30)).toStrictEqual(timesOfCroner(pattern, timeZone, after, 30));
  }
});

it("a thousand patterns made by chance are what croner makes of them", () => {
  let seed = 1;
  const below = (max: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(seed / 256) % max;
  };
  const item = (min: number, max: number): string => {
    const from = min + below(max - min + 1);
    const to = from + below(max - from + 1);
    return (
      ["*", `*/${1 + below(max - min)}`, String(from), `${from}-${to}`, `${from}-${to}/${1 + below(3)}`][below(5)] ??
      "*"
    );
  };
  const field = (min: number, max: number): string =>
    below(4) > 0 ? item(min, max) : `${item(min, max)},${item(min, max)}`;
  for (let count = 0; count < 1_000; count += 1) {
    const days = [below(2) === 0 ? "*" : field(1, 28), field(1, 12), below(2) === 0 ? "*" : field(0, 6)];
    const pattern = [field(0, 59), field(0, 23), ...days].join(" ");
    const after = new Date(Date.UTC(2026, 0, 1) + below(1_000_000) * 60_000).toISOString();
    const found = times(pattern, "Asia/Kolkata", after, 3);
    expect(found, `${pattern} after ${after}`).toStrictEqual(timesOfCroner(pattern, "Asia/Kolkata", after, 3));
  }
});

it.each([
  ...["60 * * * *", "* 24 * * *", "* * 0 * *", "* * 32 * *", "* * * 0 *", "* * * 13 *", "* * * * 8", "-1 * * * *"],
  ...["*/0 * * * *", "*/60 * * * *", "5/15 * * * *", "10-5 * * * *", "1, * * * *", "0x5 * * * *", "1e1 * * * *"],
  ...[
    "1.5 * * * *",
    "+1 * * * *",
    "* * * foo *",
    "* * * * *#1",
    "* * * * 5#6",
    "* * 32W * *",
    "* * L * *",
    "* * 15W * *",
    "* * * * FRI#2",
    "* * * * L",
  ],
])("%s is no pattern", (pattern) => {
  expect(times(pattern, "UTC", "2026-11-20T10:00:00Z", 1)).toStrictEqual([
    expect.stringMatching(/is not a cron pattern: ".*" is not a (?:minute|hour|day|month)/),
  ]);
});
