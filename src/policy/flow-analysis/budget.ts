/**
 * Limits the cost of one analysis. All work that grows with the size of the script or of the known facts is counted: a script with 400
 * lists that contain each other and functions over them is short and takes minutes to follow. An analysis runs without interruption, so
 * one counter serves all.
 */

/** Thrown where a script does something that the analysis cannot follow. */
export class CannotFollow extends Error {
  override readonly name = "CannotFollow";
}

/** The maximum number of steps, about 30 ns each. */
const MAX_STEPS = 500_000;

let left = MAX_STEPS;

export function startSteps(): void {
  left = MAX_STEPS;
}

export function spendSteps(steps: number): void {
  left -= steps;
  if (left < 0) throw new CannotFollow("it is too intricate");
}
