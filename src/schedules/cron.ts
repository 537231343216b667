/**
 * Parses five cron fields and computes the next time they match in a time zone. A field is numbers, names, lists, ranges
 * and steps. With both a day of the month and one of the week, either has to match.
 *
 * When clocks change, this follows cron(8): a pattern with `*` in the hours or minutes is due by local time, in a repeated hour
 * both times; one with fixed times runs once a day: at the first of two equal times, or, if its time does not exist, at the same
 * duration after midnight as on other days.
 */

interface Cron {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly isDueOn: (date: Date) => boolean;
  /** True if it runs twice in an hour that is repeated. */
  readonly isRepeated: boolean;
  /** True if a time that does not exist is moved instead of skipped. */
  readonly isMoved: boolean;
}

interface Field {
  readonly what: string;
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const DAY_MS = 86_400_000;
/** The number of days to search. Around 2100, a 29 February on a given day of the week occurs once in 40 years. */
const MAX_DAYS = 15_000;

const WEEKDAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
const MONTHS = ["", "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

const MINUTE: Field = { what: "minute", min: 0, max: 59 };
const HOUR: Field = { what: "hour", min: 0, max: 23 };
const DAY: Field = { what: "day of the month", min: 1, max: 31 };
const MONTH: Field = { what: "month", min: 1, max: 12, names: MONTHS };
const WEEKDAY: Field = { what: "day of the week", min: 0, max: 7, names: WEEKDAYS };

/** @throws Error with the field that is wrong */
export function parseCron(pattern: string): Cron {
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = pattern.toUpperCase().split(" ");
  const hours = parseField(hour, HOUR);
  const months = parseField(month, MONTH);
  const days = parseField(day, DAY);
  const weekdays = parseField(weekday, WEEKDAY);
  const isEither = !isAny(day) && !isAny(weekday);
  const goesThroughHours = isThrough(hour) || hours.length === 24;
  return {
    minutes: parseField(minute, MINUTE),
    hours,
    isRepeated: goesThroughHours || isThrough(minute),
    isMoved: !goesThroughHours,
    isDueOn: (date) => {
      if (!months.includes(date.getUTCMonth() + 1)) return false;
      const isDay = days.includes(date.getUTCDate());
      const isWeekday = weekdays.includes(date.getUTCDay());
      return isEither ? isDay || isWeekday : isDay && isWeekday;
    },
  };
}

/** @returns the first matching time after `after`, in milliseconds since 1970; undefined if there is none */
export function nextCronTime(cron: Cron, timeZone: string, after: number): number | undefined {
  const offsetAt = offsets(timeZone);
  const local = after + offsetAt(after);
  // The search starts a day earlier, because a time of a day that a zone skipped may have moved.
  for (let day = local - mod(local, DAY_MS) - DAY_MS, count = 0; count < MAX_DAYS; day += DAY_MS, count += 1) {
    if (!cron.isDueOn(new Date(day))) continue;
    const times = timesOf(cron, day, offsetAt).filter((time) => time > after);
    if (times.length > 0) return Math.min(...times);
  }
  return undefined;
}

/** @param day midnight of the day as if it were UTC */
function timesOf({ hours, minutes, isRepeated, isMoved }: Cron, day: number, offsetAt: (time: number) => number) {
  const before = offsetAt(day - DAY_MS);
  const after = offsetAt(day + 2 * DAY_MS);
  return hours.flatMap((hour) =>
    minutes.flatMap((minute) => {
      const wall = day + (hour * 60 + minute) * 60_000;
      if (before === after) return [wall - before];
      const real = [wall - before, wall - after].filter((time) => time + offsetAt(time) === wall);
      if (real.length === 0) return isMoved ? [wall - before] : [];
      return isRepeated ? real : [Math.min(...real)];
    }),
  );
}

function parseField(text: string, field: Field): readonly number[] {
  const { what, min, max, names } = field;
  const numbers = new Set<number>();
  for (const item of text.split(",")) {
    const [, any, from = "", to, step = "1"] = /^(?:([*?])|(\w+)(?:-(\w+))?)(?:\/(\d{1,2}))?$/.exec(item) ?? [];
    const first = any === undefined ? numberOf(from, names) : min;
    const end = any === undefined ? numberOf(to ?? from, names) : max;
    const isStepped = item.includes("/");
    // Cron implementations differ in the meaning of `5/15`.
    const isWrong = isStepped && any === undefined && to === undefined;
    if (isWrong || Number(step) < 1 || Number(step) > max || !(first >= min && first <= end && end <= max)) {
      throw new Error(`${JSON.stringify(item)} is not a ${what}, which is ${min}–${max}.`);
    }
    for (let number = first; number <= end; number += Number(step)) numbers.add(number);
  }
  // Sunday is both 0 and 7.
  if (field === WEEKDAY && numbers.has(7)) numbers.add(0);
  return [...numbers];
}

function numberOf(text: string, names: readonly string[] = []): number {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  return text === "" ? Number.NaN : names.indexOf(text);
}

function isAny(field: string): boolean {
  return field === "*" || field === "?";
}

function isThrough(field: string): boolean {
  return /^[*?]/.test(field);
}

/** @returns a function from a time to the zone's offset from UTC, in milliseconds */
function offsets(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  return (time) => {
    const [, sign, hours = 0, minutes = 0] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(format.format(time)) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  };
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by;
}
