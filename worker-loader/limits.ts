/** Limits of one run, all enforced on the host's side of the RPC boundary: a guest can neither read nor change them. */
export interface RunLimits {
  /** Duration of the whole run, in milliseconds. */
  readonly wallMs: number;
  /** CPU time, in milliseconds. The platform enforces it and ends the isolate; local workerd does not enforce it. */
  readonly cpuMs: number;
  /** Tool calls a run may make; 0 means no limit. */
  readonly maxToolCalls: number;
  /** Calls that may be in flight at once; more wait their turn in order. */
  readonly maxParallel: number;
  /** UTF-16 length of one call's argument text. */
  readonly maxArgsLength: number;
  /** UTF-16 length of the arguments of one question to a service of the embedder; a file of the largest size fits, as base64 or with escapes. */
  readonly maxQuestionLength: number;
  /** UTF-16 length of the result's JSON text. */
  readonly maxValueLength: number;
  /** Number of log lines kept; later ones are dropped, and a marker says so. */
  readonly maxLogLines: number;
  /** UTF-16 length of all log lines together. */
  readonly maxLogLength: number;
}

/** UTF-16 length of a script; longer ones are refused before they are parsed. */
export const MAX_CODE_LENGTH = 262_144;

/** UTF-16 length of a script in which names of another system have been replaced: each use of a short name can become a long one. */
export const MAX_REWRITTEN_LENGTH = 4 * MAX_CODE_LENGTH;

/**
 * UTF-16 length of a script in TypeScript. esbuild reads the whole text again for many of the errors it reports (those with a note
 * about another place, such as "already declared"): 256 kB of such errors took 110 s, 32 kB take one or two.
 */
export const MAX_TYPESCRIPT_LENGTH = 32_768;

/**
 * UTF-16 length of a line of a script that esbuild reads. Each of its errors and notes repeats the whole line: 1,800 errors in one line of
 * 32 kB took 0.9 GB.
 */
export const MAX_TRANSPILED_LINE_LENGTH = 4_096;

export const DEFAULT_LIMITS: RunLimits = {
  wallMs: 120_000,
  cpuMs: 5_000,
  maxToolCalls: 0,
  maxParallel: 8,
  maxArgsLength: 1_048_576,
  maxQuestionLength: 2_097_152,
  maxValueLength: 4_194_304,
  maxLogLines: 1_000,
  maxLogLength: 65_536,
};
