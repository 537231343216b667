/** Parses the times of a schedule: five-field cron in a time zone, an interval ("every 15 minutes"), or one time ("in 5 minutes"). */
import { nextCronTime, parseCron } from "./cron.ts";
import { parseOnce } from "./once.ts";
import type { Result } from "../lib/result.ts";
import { quote } from "../lib/shorten.ts";
import { isoTime } from "../lib/iso-time.ts";
import { messageOf } from "../lib/message-of.ts";

export type Timing =
  | { readonly kind: "cron"; readonly pattern: string; readonly timeZone: string }
  | { readonly kind: "every"; readonly ms: number; readonly anchor: number }
  | { readonly kind: "once"; readonly at: number; readonly timeZone: string };

const UNITS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 };
const MAX_INTERVAL_MS = 31_536_000_000;

/** A time that is further away is a mistake. */
const MAX_AHEAD_MS = 10 * 31_536_000_000;

/** @returns undefined for a text that is no single time */
export function parseSingleTime(text: string, timeZone: string, now: number): Result<Timing, string> | undefined {
  if (!isTimeZone(timeZone)) return refuse(`${quote(timeZone)} is not a time zone like Europe/Berlin.`);
  const at = parseOnce(text, timeZone, now);
  if (at === undefined) return undefined;
  if (at <= now) return refuse(`${quote(text)} is ${isoTime(at)}, which has passed.`);
  if (at > now + MAX_AHEAD_MS) return refuse(`${quote(text)} is more than ten years ahead.`);
  return { ok: true, value: { kind: "once", at, timeZone } };
}

/** @param now start of an interval, in milliseconds since 1970 */
export function parseTiming(text: string, timeZone: string, now: number): Result<Timing, string> {
  const single = parseSingleTime(text, timeZone, now);
  if (single) return single;
  const every = /^every (?:(\d{1,6}) )?(minute|hour|day|week)s?$/i.exec(text.trim());
  if (every) {
    const ms = Number(every[1] ?? 1) * (UNITS[(every[2] ?? "").toLowerCase()] ?? 0);
    if (ms < 60_000 || ms > MAX_INTERVAL_MS)
      return refuse(`${quote(text)} is not an interval between a minute and a year.`);
    return { ok: true, value: { kind: "every", ms, anchor: now } };
  }
  const pattern = fromWords(text) ?? text.trim().replaceAll(/\s+/g, " ");
  if (pattern.split(" ").length !== 5) {
    return refuse(
      `${quote(text)} is neither five cron fields like "0 9 * * 1-5" nor like "every 15 minutes", "every weekday at 9am", "in 5 minutes" or "tomorrow at 9am".`,
    );
  }
  const timing = { kind: "cron", pattern, timeZone } as const;
  try {
    if (nextTime(timing, now) === undefined) return refuse(`${quote(text)} never occurs.`);
  } catch (error) {
    const why = messageOf(error).replace(/[.]$/, "");
    return refuse(
      `${quote(text)} is not a cron pattern: ${why}. Write five fields like "0 9 * * 1-5", or words like "every weekday at 9am".`,
    );
  }
  return { ok: true, value: timing };
}

const DAYS: Readonly<Record<string, string>> = {
  day: "*",
  weekday: "1-5",
  sunday: "0",
  monday: "1",
  tuesday: "2",
  wednesday: "3",
  thursday: "4",
  friday: "5",
  saturday: "6",
};

/** Converts texts from scripts for NCP to cron: `every day at 9am`, `every weekday at 17:30`. */
function fromWords(text: string): string | undefined {
  const [, day = "", hour, minute = "0", half] =
    /^every ([a-z]+) at (\d{1,2})(?::(\d\d))? ?(am|pm)?$/.exec(text.trim().toLowerCase()) ?? [];
  const days = Object.hasOwn(DAYS, day) ? DAYS[day] : undefined;
  if (days === undefined || hour === undefined) return undefined;
  // 13am is not a time; without this check it would run at one.
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === "pm" ? 12 : 0);
  return `${Number(minute)} ${hours} * * ${days}`;
}

/** @returns the first time after `after`, in milliseconds since 1970 @throws Error for an invalid pattern or time zone */
export function nextTime(timing: Timing, after: number): number | undefined {
  if (timing.kind === "once") return timing.at > after ? timing.at : undefined;
  if (timing.kind === "every") {
    const { ms, anchor } = timing;
    return anchor + (Math.floor((after - anchor) / ms) + 1) * ms;
  }
  return nextCronTime(parseCron(timing.pattern), timing.timeZone, after);
}

/** @returns a minute after the first failure, twice as long after each further one, at most a day */
export function backoffMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(86_400_000, 60_000 * 2 ** Math.min(failures - 1, 20));
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

function refuse(problem: string): Result<Timing, string> {
  return { ok: false, error: problem };
}
