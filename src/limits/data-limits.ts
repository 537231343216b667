/**
 * Budgets of the search for personal data and secrets, in one set of arguments or one result. What is over its budget is not passed on
 * where a rule would have redacted, replaced or blocked.
 */

/**
 * UTF-16 length of the JSON text. For all kinds, 4 million characters take 0.1 s as prose or as two million short numbers, 0.7 s as texts of 20
 * characters, 1.3 s as names of properties, and 1.6 s as numbers of 16 digits in strings.
 */
export const MAX_DATA_CHARS = 4_000_000;
/** Bytes that are no UTF-8 text: the texts that they make take about 0.4 s and 30 MB. */
export const MAX_DATA_BYTES = 1_500_000;
/** Steps of all patterns of the policy, of values that are known, and of values by their number, about 20 ns each. */
export const MAX_DATA_STEPS = 20_000_000;
/** Steps of each value, of each name of a property, and of each kind that a text is searched for. */
export const DATA_STEPS_PER_VALUE = 5;
/** Values that are found in one text: a hostile text of addresses would fill the memory with their places. */
export const MAX_DATA_MATCHES = 20_000;
/** Different tokens in the arguments of one call whose values are put in. */
export const MAX_REVEALED_TOKENS = 200;
/** Values of one principal that have tokens; beyond it the token of the value that was seen longest ago ends. */
export const MAX_DATA_TOKENS = 10_000;
/** A longer value gets no token and is redacted. */
export const MAX_TOKEN_VALUE_CHARS = 500;
/** How long a token stands for its value after the value was last seen: 30 days. */
export const DATA_TOKEN_KEPT_MS = 2_592_000_000;
