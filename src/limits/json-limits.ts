/** Budgets of JSON from outside, wherever it comes from. */

/** Different names of the properties of one text, in which it takes a second to parse, check and copy 150,000 of them. */
export const MAX_JSON_NAMES = 50_000;
/**
 * Values of one text. `[]` is three bytes with its comma, and sixty in each copy that is made of it: 8 MB of them ended a Gateway of 128 MB.
 * 8 MB of records count as 350,000 to 900,000, 8 MB of coordinates as 1,500,000. Eight answers at once of lists in lists, each at this bound, pass through a Gateway of 128 MB.
 */
export const MAX_JSON_VALUES = 1_600_000;
