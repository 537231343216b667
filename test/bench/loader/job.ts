/** What the bench sends to its Worker. */
export interface Job {
  readonly contestant: ContestantName;
  /** Run one after the other; the answer shows the value of the last. */
  readonly scripts: readonly string[];
}

export type ContestantName = "floor" | "ours" | "codemode";
