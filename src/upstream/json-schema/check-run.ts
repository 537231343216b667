/** One check of one value: its budget, where in the value it is, and what it has found wrong. */
import { CHECK_STEPS_PER_CHAR, MAX_CHECK_DEPTH, MIN_CHECK_STEPS } from "../../limits/check-limits.ts";

/** `open`: a part of the schema that cannot be used would decide. */
export type Verdict = "fits" | "unfit" | "open";

export interface Problem {
  readonly path: readonly (string | number)[];
  /** What follows the path in a sentence: `must be string`. */
  readonly message: string;
}

/** The check would take more than it may. */
export class CheckTooCostly extends Error {
  override readonly name = "CheckTooCostly";
}

/** Told at once; what else is wrong comes to light when these are mended. */
const MAX_PROBLEMS = 3;

export class CheckRun {
  readonly path: (string | number)[] = [];
  #problems: Problem[] = [];
  #stepsLeft: number;
  #depth = 0;

  /** @param chars length of the value's JSON text, about */
  constructor(chars: number) {
    this.#stepsLeft = MIN_CHECK_STEPS + CHECK_STEPS_PER_CHAR * chars;
  }

  get problems(): readonly Problem[] {
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

  /** What `work` finds wrong is no problem of its own: another way may fit. */
  attempt(work: () => Verdict): { readonly verdict: Verdict; readonly problems: readonly Problem[] } {
    const before = this.#problems;
    this.#problems = [];
    const verdict = work();
    const problems = this.#problems;
    this.#problems = before;
    return { verdict, problems };
  }

  add(problems: readonly Problem[]): void {
    for (const problem of problems) if (!this.hasEnough) this.#problems.push(problem);
  }
}

/** Both have to hold. */
export function both(one: Verdict, other: Verdict): Verdict {
  if (one === "unfit" || other === "unfit") return "unfit";
  return one === "open" || other === "open" ? "open" : "fits";
}
