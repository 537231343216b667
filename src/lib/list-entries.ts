/** Counts the entries of lists in a parsed message, for checks that note what is wrong with each entry and so cost many times its size. */

/**
 * @param isAny tells by its name, and the names around it, that a value is not checked
 * @returns true if the lists of the value have more entries together
 */
export function hasMoreEntries(
  root: unknown,
  max: number,
  isAny: (name: string, around: string, level: number) => boolean,
): boolean {
  interface Part {
    readonly value: unknown;
    readonly name: string;
    readonly level: number;
  }
  // A list is used instead of recursion, because a message may be nested deeper than the stack.
  const open: Part[] = [{ value: root, name: "", level: 0 }];
  let entries = 0;
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { value, name, level } = part;
    if (value === null || typeof value !== "object") continue;
    if (Array.isArray(value)) {
      entries += value.length;
      if (entries > max) return true;
      for (const entry of value as readonly unknown[]) {
        if (typeof entry === "object") open.push({ value: entry, name, level: level + 1 });
      }
      continue;
    }
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner !== "object") {
        // A schema's properties are checked one by one, like the entries of a list.
        if (name === "properties") entries += 1;
      } else if (!isAny(key, name, level)) open.push({ value: inner, name: key, level: level + 1 });
    }
    if (entries > max) return true;
  }
  return false;
}
