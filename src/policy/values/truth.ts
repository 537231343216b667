/**
 * Three truth values. A condition is `unknown` when it cannot be decided from the data: a field is missing, has another type, or several
 * values disagree. Both kinds of rule treat `unknown` as a reason to refuse: `require` passes only on true, `deny_if` lets a call through
 * only on false. `not` keeps it unknown, so no way of writing a condition turns missing data into permission.
 */
export type Truth = true | false | "unknown";

export function not(truth: Truth): Truth {
  return truth === "unknown" ? truth : !truth;
}

/** @returns true for an empty list */
export function every<T>(items: Iterable<T>, test: (item: T) => Truth): Truth {
  let result: Truth = true;
  for (const item of items) {
    const truth = test(item);
    if (truth === false) return false;
    if (truth === "unknown") result = truth;
  }
  return result;
}

/** @returns false for an empty list */
export function some<T>(items: Iterable<T>, test: (item: T) => Truth): Truth {
  return not(every(items, (item) => not(test(item))));
}

/** @returns the truth that a condition has for all values; unknown if they disagree */
export function agreed<T>(items: Iterable<T>, test: (item: T) => Truth): Truth {
  let result: Truth | undefined;
  for (const item of items) {
    const truth = test(item);
    if (truth === "unknown" || (result !== undefined && truth !== result)) return "unknown";
    result = truth;
  }
  return result ?? "unknown";
}
