/** Converts a time of the gateway (ISO 8601, UTC) to local time. */
export function localTime(iso: string | null | undefined): string {
  const date = new Date(iso ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return "";
  const two = (number: number): string => String(number).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
