/** The cost of a text of a description, such as a reference, in the steps that bound how much of a description is read. */

const CHARS_PER_STEP = 16;

/** @returns steps of about the same size as others: a text costs its length */
export function stepsOfText(text: string): number {
  return text.length / CHARS_PER_STEP;
}
