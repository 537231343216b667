// Counts what native calls of a run allocate, and lets those that compute for long check the run's limits. One call can allocate a
// gigabyte or compute for a second, and locally only the end of the process stops it (the platform ends an isolate at 128 MB).
import { memoryLimitError } from "./memory-limit-error.js";

/** Bytes that one call may allocate. */
const MAX_CALL_BYTES = 64 * 1024 * 1024;
/** Bytes that all such calls of one run may allocate together, including memory collected in between. */
const MAX_RUN_BYTES = 1024 * 1024 * 1024;
/** Smaller allocations are not counted: they are like any other object of a script, and usually temporary. */
const MIN_COUNTED_BYTES = 65_536;

export const BYTES_PER_ITEM = 8;
export const BYTES_PER_CHARACTER = 2;

/** Above this number of items or characters, a native call takes many times as long as reading the clock. */
export const LARGE = 10_000;

/** The same for sorting, which takes 100 ns and more per item. */
export const LARGE_TO_SORT = 1_000;

/** Nested native calls between two checks of the clock; the same number as for functions of the script (prepare/instrument.ts). */
const NESTED_CALLS = 127;

let allocated = 0;
let nested = 0;
let check = checkNothing;

function checkNothing() {
  return 0;
}

/** Starts counting for a run. @param {() => number} tick throws if the run has to end @returns {() => void} call it when the run is over */
export function watch(tick) {
  allocated = 0;
  check = tick;
  return () => {
    if (check === tick) check = checkNothing;
  };
}

export function checkLimits() {
  return check();
}

/** Counts calls that recur for each item: 25 nested arrays, each with the one before twice, are joined 33 million times. */
export function countNested() {
  nested += 1;
  if (nested > NESTED_CALLS) nested = check();
}

/** @param {number} bytes */
export function allocate(bytes) {
  if (!(bytes > MIN_COUNTED_BYTES)) return;
  allocated += bytes;
  refuseOver(bytes);
  if (allocated > MAX_RUN_BYTES)
    throw memoryLimitError(`the run has asked for more than ${MAX_RUN_BYTES} bytes in all`);
}

/** Refuses a call that works on more than it may allocate. @param {number} bytes */
export function refuseOver(bytes) {
  if (bytes > MAX_CALL_BYTES)
    throw memoryLimitError(`one call asks for ${bytes} bytes; at most ${MAX_CALL_BYTES} are allowed`);
}

/** @param {number} items */
export function allocateItems(items) {
  if (items > LARGE) check();
  allocate(items * BYTES_PER_ITEM);
}
