/** The keys that tell the kinds of conditions apart. */
export const CONDITION_KEYS = ["path", "formerly", "previous", "since", "count", "sum", "all", "any", "not"] as const;
