/**
 * Checks how deep a value is nested, without recursion: recursive code (also the platform's RPC serializer) fails at some thousands of
 * levels. @returns true if the value has more than `max` levels
 */
export function isDeeper(value: unknown, max: number): boolean {
  // One iterator per level keeps memory proportional to the depth, not to the width.
  const open: Iterator<unknown>[] = [[value][Symbol.iterator]()];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const next = level.next();
    if (next.done === true) open.pop();
    else if (next.value !== null && typeof next.value === "object") {
      if (open.length > max) return true;
      const parts: readonly unknown[] = Array.isArray(next.value) ? next.value : Object.values(next.value);
      open.push(parts[Symbol.iterator]());
    }
  }
  return false;
}
