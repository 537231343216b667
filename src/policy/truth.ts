/**
 * Three truth values. A condition is `unknown` when the data do not let it be decided: a field is missing, has another type, or several values
 * disagree. Both kinds of rule read `unknown` against the call: `require` passes only on true, `deny_if` lets a call through only on
 * false. `not` keeps it unknown, so no way of writing a condition turns missing data into permission.
 */
export type Truth = true | false | "unknown";

export function not(truth: Truth): Truth {
  return truth === "unknown" ? truth : !truth;
}

/** True of an empty list. */
export function every<T>(items: Iterable<T>, test: (item: T) => Truth): Truth {
  let result: Truth = true;
  for (const item of items) {
    const truth = test(item);
    if (truth === false) return false;
    if (truth === "unknown") result = truth;
  }
  return result;
}

/** False of an empty list. */
export function some<T>(items: Iterable<T>, test: (item: T) => Truth): Truth {
  return not(every(items, (item) => not(test(item))));
}

/** The truth of a condition over several values: what they agree on, else unknown. */
export function agreed<T>(items: Iterable<T>, test: (item: T) => Truth): Truth {
  let result: Truth | undefined;
  for (const item of items) {
    const truth = test(item);
    if (truth === "unknown" || (result !== undefined && truth !== result)) return "unknown";
    result = truth;
  }
  return result ?? "unknown";
}
