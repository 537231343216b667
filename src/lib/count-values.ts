/**
 * Counts the values of a parsed JSON value, itself and those in its lists and objects, without recursion.
 * @returns the count; `max` + 1 where there are more than `max`
 */
export function countValues(root: unknown, max: number): number {
  const open: unknown[] = [root];
  let count = 1;
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part === null || typeof part !== "object") continue;
    const parts: readonly unknown[] = Array.isArray(part) ? part : Object.values(part);
    count += parts.length;
    if (count > max) return max + 1;
    for (const one of parts) if (one !== null && typeof one === "object") open.push(one);
  }
  return count;
}
