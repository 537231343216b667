/**
 * Bounds the cost of preparing one script. Preparation runs in the gateway's own Worker, where the limits of a run do not apply, and
 * every step of it should take time in proportion to the script's length. The budget ends steps that take longer, by a hostile
 * script or by a mistake of ours. It counts steps (characters parsed, nodes visited), because the clock of a deployed Worker stands
 * still while it computes, and also reads the clock, which moves locally.
 */

/** Scripts of 256 kB take up to 10 million. */
const MAX_STEPS = 60_000_000;
const MAX_MS = 5_000;
const STEPS_PER_LOOK = 65_536;

/** Thrown by `spendSteps`. */
export class BudgetExceeded extends Error {}

/** Runs a part of the work and counts its time elsewhere. */
type Count = <Result>(work: () => Result) => Result;

export class PreparationBudget {
  readonly count: Count;
  #usedMs = 0;
  #startedAt = 0;
  #left = MAX_STEPS;
  #untilLook = STEPS_PER_LOOK;

  constructor(count: Count = (work) => work()) {
    this.count = count;
  }

  start(): void {
    this.#startedAt = Date.now();
  }

  stop(): void {
    this.#usedMs += Date.now() - this.#startedAt;
  }

  /** @throws BudgetExceeded */
  spend(steps: number): void {
    this.#left -= steps;
    this.#untilLook -= steps;
    if (this.#left < 0) throw new BudgetExceeded();
    if (this.#untilLook > 0) return;
    this.#untilLook = STEPS_PER_LOOK;
    if (this.#usedMs + Date.now() - this.#startedAt > MAX_MS) throw new BudgetExceeded();
  }
}

/** The budget of the script that is being prepared. Preparation never waits inside `chargeTo`, so there is at most one. */
let current: PreparationBudget | undefined;

/**
 * Charges everything that `work` does to the budget; time between two calls, such as waiting for the transpiler, is not charged.
 * @param work a function that does not wait
 * @throws BudgetExceeded
 */
export function chargeTo<Result>(budget: PreparationBudget, work: () => Result): Result {
  current = budget;
  budget.start();
  try {
    return budget.count(work);
  } finally {
    budget.stop();
    current = undefined;
  }
}

export function spendSteps(steps: number): void {
  current?.spend(steps);
}
