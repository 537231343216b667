/** One native call, or all of a run together, asked for too much memory; see allocations.js. */
export class MemoryLimitError extends RangeError {}
