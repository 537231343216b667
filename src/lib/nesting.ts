/**
 * How deep a value is nested, found without recursion: recursive code (also the platform's RPC serializer) fails at some thousands of
 * levels.
 */
export function isDeeper(value: unknown, most: number): boolean {
  // One iterator per level: memory goes with the depth, not with the width.
  const open: Iterator<unknown>[] = [[value][Symbol.iterator]()];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const next = level.next();
    if (next.done === true) open.pop();
    else if (next.value !== null && typeof next.value === "object") {
      if (open.length > most) return true;
      const parts: readonly unknown[] = Array.isArray(next.value) ? next.value : Object.values(next.value);
      open.push(parts[Symbol.iterator]());
    }
  }
  return false;
}
