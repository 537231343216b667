/**
 * Bounds on the cost of a policy document and of one decision. A document is written by a person who makes mistakes; arguments and
 * results are written by an attacker, and every call of a principal waits for the decision.
 */

/** Length of the document as JSON. Each isolate that decides reads the document again. */
export const MAX_DOCUMENT_CHARS = 1_000_000;
/**
 * Mistakes of a document that are reported; the search ends with them. Anybody may let the gateway check a document, and a mistake can take 10 ms
 * to explain.
 */
export const MAX_PROBLEMS = 100;
/** Levels of objects and lists in a document. Deeper documents overflow recursive readers; conditions need about 10. */
export const MAX_DOCUMENT_DEPTH = 40;
/** Conditions of one document, including nested ones. */
export const MAX_CONDITIONS = 5_000;
/** Regular expressions of one document, in conditions and under `patterns`: to compile one takes up to a millisecond. */
export const MAX_PATTERNS = 500;
/** Length of a tool pattern such as `github.delete_*`. */
export const MAX_TOOL_PATTERN_CHARS = 300;
/** Items of the lists of `in` and `not_in`, and of other lists in a document. */
export const MAX_LIST_ITEMS = 10_000;

/** Values that one path with `[*]` may lead to; with more, the condition is unknown and the call is refused. */
export const MAX_PATH_VALUES = 10_000;
/** Longer texts are compared without normalization: normalizing a megabyte takes 10 ms. */
export const MAX_NORMALIZED_CHARS = 10_000;
/**
 * Steps of one decision, about 20 ns each: a value, a row of the history, a state of a pattern. When they are used up, every further
 * condition is unknown, so the call is refused.
 */
export const MAX_DECISION_STEPS = 2_000_000;
/** The longest window of a history condition and of a limit. */
export const MAX_WINDOW_MS = 31 * 86_400_000;
/** Tools whose matching rules are cached between decisions. */
export const MAX_REMEMBERED_TOOLS = 5_000;
