/** The state of one check of one value: its budget, its path in the value, and the problems found. */
import { CHECK_STEPS_PER_CHAR, MAX_CHECK_DEPTH, MIN_CHECK_STEPS } from "../../limits/check-limits.ts";

/** `open`: the result depends on a part of the schema that cannot be used. */
export type Verdict = "fits" | "unfit" | "open";

export interface SchemaProblem {
  readonly path: readonly (string | number)[];
  /** The predicate of a sentence whose subject is the path: `must be string`. */
  readonly message: string;
}

/** Thrown if the check would exceed its budget. */
export class CheckTooCostly extends Error {
  override readonly name = "CheckTooCostly";
}

/** The number of problems reported at once; further ones are reported when these are fixed. */
const MAX_PROBLEMS = 3;

export class CheckRun {
  readonly path: (string | number)[] = [];
  #problems: SchemaProblem[] = [];
  #stepsLeft: number;
  #depth = 0;

  /** @param chars approximate length of the value's JSON text */
  constructor(chars: number) {
    this.#stepsLeft = MIN_CHECK_STEPS + CHECK_STEPS_PER_CHAR * chars;
  }

  get problems(): readonly SchemaProblem[] {
    return this.#problems;
  }

  get hasEnough(): boolean {
    return this.#problems.length >= MAX_PROBLEMS;
  }

  /** @throws CheckTooCostly */
  readonly spend = (steps: number): void => {
    this.#stepsLeft -= steps;
    if (this.#stepsLeft < 0) throw new CheckTooCostly("takes too many steps");
  };

  unfit(message: string): Verdict {
    this.spend(1 + this.path.length / 10);
    if (!this.hasEnough) this.#problems.push({ path: [...this.path], message });
    return "unfit";
  }

  /** @throws CheckTooCostly */
  nested<T>(work: () => T): T {
    this.spend(1);
    this.#depth += 1;
    if (this.#depth > MAX_CHECK_DEPTH) throw new CheckTooCostly("is nested too deeply");
    const result = work();
    this.#depth -= 1;
    return result;
  }

  within(step: string | number, work: () => Verdict): Verdict {
    this.path.push(step);
    const verdict = work();
    this.path.pop();
    return verdict;
  }

  /** Runs `work` and returns its problems without recording them, because another alternative may fit. */
  attempt(work: () => Verdict): { readonly verdict: Verdict; readonly problems: readonly SchemaProblem[] } {
    const before = this.#problems;
    this.#problems = [];
    const verdict = work();
    const problems = this.#problems;
    this.#problems = before;
    return { verdict, problems };
  }

  add(problems: readonly SchemaProblem[]): void {
    for (const problem of problems) if (!this.hasEnough) this.#problems.push(problem);
  }
}

/** The verdict of a conjunction. */
export function both(one: Verdict, other: Verdict): Verdict {
  if (one === "unfit" || other === "unfit") return "unfit";
  return one === "open" || other === "open" ? "open" : "fits";
}
