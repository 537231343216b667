/**
 * What the check of a value against a JSON Schema may cost. Both sides may be an enemy's: the schema is an upstream's, the value a
 * script's. The check runs in the Gateway, where nothing interrupts it and every run of the principal waits for it.
 */

/** A schema of a saved script; `{"a":{"a":…` overflows the stack of a recursive reader. */
export const MAX_SCRIPT_SCHEMA_DEPTH = 60;
/** As JSON. It is kept with the script and compiled again by each isolate. */
export const MAX_SCRIPT_SCHEMA_CHARS = 50_000;

/** Subschemas applied inside each other: `$ref` cycles, and recursive schemas on deep values. */
export const MAX_CHECK_DEPTH = 600;
/**
 * Steps of one check: a subschema applied, a property, an item or a state of a pattern looked at. About 20 ns each. `$ref`s that double 22
 * times, `anyOf` that refers to itself, `uniqueItems` on 100,000 items and products of names and patterns all end here.
 */
export const MIN_CHECK_STEPS = 200_000;
/** So many more for each character of the value: a megabyte of arguments is checked as completely as a line. */
export const CHECK_STEPS_PER_CHAR = 10;

/** Of a `pattern`; longer ones are not checked. */
export const MAX_PATTERN_CHARS = 2_000;
/** `(a{1000}){1000}` is a pattern of a million states. */
export const MAX_PATTERN_STATES = 10_000;
/** Subschemas of one schema that are looked at. */
export const MAX_SCHEMA_NODES = 20_000;
