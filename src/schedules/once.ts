/**
 * Reads a time that occurs once: `in 5 minutes`, `tomorrow at 9am`, `2026-12-01T09:00:00Z`. The grammar is closed and small, because a text
 * that is nearly understood would run something at a wrong time; docs/ledger.md has it as a table.
 */
import { nextCronTime, parseCron } from "./cron.ts";

const UNITS: Readonly<Record<string, number>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const DAY_MS = 86_400_000;

/** A day of the calendar, without a time zone. */
interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

/**
 * @param timeZone of times without an offset; it exists
 * @returns milliseconds since 1970; undefined for a text that is not in the grammar. The time may be in the past.
 */
export function parseOnce(given: string, timeZone: string, now: number): number | undefined {
  const text = given.trim().toLowerCase().replaceAll(/\s+/g, " ");
  return readDuration(text, now) ?? readInstant(text) ?? readDayAndTime(text, timeZone, now);
}

/** @returns true for a text like `tomorrow at 9am`, whose time is another in another time zone; false for `in 5 minutes` and for RFC 3339 */
export function isOfTimeZone(given: string): boolean {
  const text = given.trim().toLowerCase().replaceAll(/\s+/g, " ");
  return (readDuration(text, 0) ?? readInstant(text)) === undefined;
}

/** @returns the time on the clocks of the zone, as `parseOnce` reads it: `2026-12-01 09:00` */
export function clockTime(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(at);
}

function readDuration(text: string, now: number): number | undefined {
  const [, count, unit = ""] = /^in (\d{1,6}|an?) (second|minute|hour|day|week)s?$/.exec(text) ?? [];
  const ms = UNITS[unit];
  if (count === undefined || ms === undefined) return undefined;
  return now + (count.startsWith("a") ? 1 : Number(count)) * ms;
}

/** RFC 3339: with seconds, and with an offset. */
function readInstant(text: string): number | undefined {
  const [, day = ""] = /^(\d{4}-\d\d-\d\d)[t ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  if (readDate(day) === undefined) return undefined;
  const time = Date.parse(text.replace(" ", "t").toUpperCase());
  return Number.isNaN(time) ? undefined : time;
}

function readDayAndTime(text: string, timeZone: string, now: number): number | undefined {
  const [dayText, timeText] = splitAtTime(text);
  const time = readTime(timeText);
  if (time === undefined) return undefined;
  const today = dayIn(timeZone, now);
  switch (dayText) {
    case "":
      return next(`${time.minute} ${time.hour} * * *`, timeZone, now);
    case "today":
      return on(today, time, timeZone);
    case "tomorrow":
      return on(dayAfter(today), time, timeZone);
    default: {
      const weekday = WEEKDAYS.indexOf(dayText.replace(/^next /, ""));
      if (weekday !== -1) return next(`${time.minute} ${time.hour} * * ${weekday}`, timeZone, now);
      const date = readDate(dayText);
      return date && on(date, time, timeZone);
    }
  }
}

/** `tomorrow at 9am`, `at 9am`, `2026-12-01T09:00` */
function splitAtTime(text: string): readonly [day: string, time: string] {
  if (text.startsWith("at ")) return ["", text.slice("at ".length)];
  const at = text.indexOf(" at ");
  if (at !== -1) return [text.slice(0, at), text.slice(at + " at ".length)];
  const length = "2026-12-01".length;
  return text[length] === "t" || text[length] === " " ? [text.slice(0, length), text.slice(length + 1)] : [text, ""];
}

/** `9am`, `5:30 pm`, `17:30`, `noon`, `midnight` */
function readTime(text: string): TimeOfDay | undefined {
  if (text === "noon") return { hour: 12, minute: 0 };
  if (text === "midnight") return { hour: 0, minute: 0 };
  const [, hourText, minuteText, half] = /^(\d{1,2})(?::(\d\d))? ?(am|pm)?$/.exec(text) ?? [];
  if (hourText === undefined || (minuteText === undefined && half === undefined)) return undefined;
  const minute = Number(minuteText ?? 0);
  const given = Number(hourText);
  // 13am is not a time.
  if (minute > 59 || (half === undefined ? given > 23 : given < 1 || given > 12)) return undefined;
  return { hour: half === undefined ? given : (given % 12) + (half === "pm" ? 12 : 0), minute };
}

function readDate(text: string): Day | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  const same = new Date(Date.UTC(date.year, date.month - 1, date.day));
  return same.getUTCMonth() + 1 === date.month && same.getUTCDate() === date.day ? date : undefined;
}

/** A time that clocks skip is moved, and of two equal ones the first counts, as in a schedule of that time. */
function on({ year, month, day }: Day, { hour, minute }: TimeOfDay, timeZone: string): number | undefined {
  const earlier = Date.UTC(year, month - 1, day) - 2 * DAY_MS;
  return next(`${minute} ${hour} ${day} ${month} *`, timeZone, earlier);
}

function next(pattern: string, timeZone: string, from: number): number | undefined {
  return nextCronTime(parseCron(pattern), timeZone, from);
}

function dayIn(timeZone: string, time: number): Day {
  const parts = new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "numeric", day: "numeric" });
  const values = new Map(parts.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  return { year: values.get("year") ?? 0, month: values.get("month") ?? 0, day: values.get("day") ?? 0 };
}

function dayAfter({ year, month, day }: Day): Day {
  const date = new Date(Date.UTC(year, month - 1, day + 1));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
