/**
 * Bounds of one run, all enforced on the host's side of the RPC boundary: a guest can neither see nor change them.
 */
export interface RunLimits {
  /** Wall clock of the whole run, in milliseconds. */
  readonly wallMs: number;
  /** Computing time, in milliseconds. Set on the platform, which ends the isolate; local workerd does not enforce it. */
  readonly cpuMs: number;
  /** Tool calls a run may make; 0 means no limit. */
  readonly maxToolCalls: number;
  /** Calls that may be in flight at once; more wait their turn in order. */
  readonly maxParallel: number;
  /** UTF-16 length of one call's argument text. */
  readonly maxArgsLength: number;
  /** UTF-16 length of the result's JSON text. */
  readonly maxValueLength: number;
  /** Log lines kept; what comes after is dropped and marked. */
  readonly maxLogLines: number;
  /** UTF-16 length of all log lines together. */
  readonly maxLogLength: number;
}

/** UTF-16 length of a script; longer ones are refused before they are parsed. */
export const MAX_CODE_LENGTH = 262_144;

/**
 * UTF-16 length of a script in TypeScript. esbuild reads the whole text again for many of the errors it reports (with a note about
 * another place, such as "already declared"): 256 kB of them took 110 s, 32 kB take one or two.
 */
export const MAX_TYPESCRIPT_LENGTH = 32_768;

export const DEFAULT_LIMITS: RunLimits = {
  wallMs: 120_000,
  cpuMs: 5_000,
  maxToolCalls: 0,
  maxParallel: 8,
  maxArgsLength: 1_048_576,
  maxValueLength: 4_194_304,
  maxLogLines: 1_000,
  maxLogLength: 65_536,
};
