/**
 * What one analysis may cost. Everything that takes time with the size of the script or of what is known is counted: 400 lists that hold each other and
 * functions over them are a short script and take minutes to follow. An analysis runs without interruption, so one counter serves all.
 */

/** Thrown where a script does what cannot be followed. */
export class CannotFollow extends Error {
  override readonly name = "CannotFollow";
}

/** About 30 ns each. */
const MAX_STEPS = 500_000;

let left = MAX_STEPS;

export function startSteps(): void {
  left = MAX_STEPS;
}

export function spendSteps(steps: number): void {
  left -= steps;
  if (left < 0) throw new CannotFollow("it is too intricate");
}
