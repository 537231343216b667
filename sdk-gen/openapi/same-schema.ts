import type { Description } from "./description.ts";

const MAX_COMPARED = 200;

/** Many descriptions have the same schema in several places. @returns false for schemas that are too large to compare, too */
export function isSameSchema(description: Description, one: unknown, other: unknown): boolean {
  let left = MAX_COMPARED;
  const same = (a: unknown, b: unknown): boolean => {
    left -= 1;
    if (a === b) return true;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    const [names, others] = [Object.keys(a), Object.keys(b)];
    left -= names.length;
    if (left < 0 || names.length !== others.length || Array.isArray(a) !== Array.isArray(b)) return false;
    const [of, from] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>];
    return names.every((name) => Object.hasOwn(from, name) && same(of[name], from[name]));
  };
  if (description.isSpent()) return false;
  const isEqual = same(one, other);
  description.spend(MAX_COMPARED - left);
  return isEqual;
}
