/**
 * Limits on the check of a value against a JSON Schema. Both may be hostile: the schema is an upstream's, the value a script's. The
 * check runs in the Gateway, where nothing interrupts it and every run of the principal waits for it.
 */

/** Depth of a saved script's schema; `{"a":{"a":…` overflows the stack of a recursive reader. */
export const MAX_SCRIPT_SCHEMA_DEPTH = 60;
/** JSON length of a saved script's schema. It is stored with the script and compiled by each isolate. */
export const MAX_SCRIPT_SCHEMA_CHARS = 50_000;

/** Nested applications of subschemas: by `$ref` cycles, and by recursive schemas on deep values. */
export const MAX_CHECK_DEPTH = 600;
/**
 * Steps of one check, about 20 ns each: applying a subschema, reading a property, an item or a state of a pattern. This ends `$ref`s that
 * double 22 times, `anyOf` that refers to itself, `uniqueItems` on 100,000 items, and products of names and patterns.
 */
export const MIN_CHECK_STEPS = 200_000;
/** Additional steps per character of the value, so that a megabyte of arguments is checked as completely as a line. */
export const CHECK_STEPS_PER_CHAR = 10;

/** Length of a `pattern`; longer ones are not checked. */
export const MAX_PATTERN_CHARS = 2_000;
/** States of a compiled pattern; `(a{1000}){1000}` has a million. */
export const MAX_PATTERN_STATES = 10_000;
/** Subschemas of one schema that are read. */
export const MAX_SCHEMA_NODES = 20_000;
