/** The keys that distinguish the kinds of conditions. */
export const CONDITION_KEYS = ["path", "formerly", "previous", "since", "count", "sum", "all", "any", "not"] as const;
