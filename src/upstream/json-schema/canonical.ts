/** Serializes JSON values so that equal values have the same text, whatever the order of their keys. */

/** @param spend called with the number of values read, throws when there have been too many */
export function canonical(value: unknown, spend: (steps: number) => void): string {
  spend(1);
  if (value === null || typeof value !== "object") {
    if (typeof value === "string") spend(value.length / 100);
    // Numbers are compared by their digits; `-0` is written as `0`.
    return JSON.stringify(value) ?? "undefined";
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, spend)).join(",")}]`;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part, spend)}`).join(",")}}`;
}
