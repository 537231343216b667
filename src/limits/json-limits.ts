/** Budgets of JSON from outside, wherever it comes from. */

/** Different names of the properties of one text, in which it takes a second to parse, check and copy 150,000 of them. */
export const MAX_JSON_NAMES = 50_000;
