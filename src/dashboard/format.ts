/** Formats figures and times for people. The time is a parameter. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function duration(ms: number): string {
  if (ms < 1) return "<1 ms";
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1_000).toFixed(2)} s`;
  if (ms < MINUTE) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / MINUTE)} min ${Math.floor((ms % MINUTE) / 1_000)} s`;
}

export function count(value: number): string {
  return value.toLocaleString("en");
}

/** Formats a number shortly, such as 1.2k or 3.4M. */
export function short(value: number): string {
  if (value < 1_000) return String(value);
  if (value < 1_000_000) return `${(value / 1_000).toFixed(value < 10_000 ? 1 : 0)}k`;
  return `${(value / 1_000_000).toFixed(value < 10_000_000 ? 1 : 0)}M`;
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** Formats a time relative to `now`: "just now", "4 min ago", "in 2 h"; for longer distances, the date. */
export function ago(iso: string, now: number): string {
  const passed = now - Date.parse(iso);
  const size = Math.abs(passed);
  if (size < 5_000) return "just now";
  const [value, unit] =
    size < MINUTE
      ? [size / 1_000, "s"]
      : size < HOUR
        ? [size / MINUTE, "min"]
        : size < DAY
          ? [size / HOUR, "h"]
          : [size / DAY, "d"];
  if (size > 14 * DAY) return new Date(iso).toLocaleDateString("en", { dateStyle: "medium" });
  return passed > 0 ? `${Math.floor(value)} ${unit} ago` : `in ${Math.ceil(value)} ${unit}`;
}

export function moment(iso: string): string {
  return new Date(iso).toLocaleString("en", { dateStyle: "medium", timeStyle: "medium" });
}
