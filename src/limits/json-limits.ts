/** Budgets of JSON from outside, wherever it comes from. */

/** Different names of the properties of one text, in which it takes a second to parse, check and copy 150,000 of them. */
export const MAX_JSON_NAMES = 50_000;
/**
 * Values of one text. `[]` is three bytes with its comma, and sixty in each copy that is made of it: 8 MB of them ended a Gateway of 128 MB.
 * 8 MB of records have 300,000 to 700,000 values, 8 MB of coordinates 1,130,000.
 */
export const MAX_JSON_VALUES = 1_200_000;
