/** What every fuzzer is given. */
export interface FuzzRun {
  /** The same seed makes the same requests, as far as the gateway's own answers (ids, times) allow. */
  readonly seed: number;
  /** When to stop, in milliseconds since 1970. */
  readonly until: number;
  /** Told what is wrong, with everything that it takes to see it again. */
  readonly report: (finding: string) => void;
}
