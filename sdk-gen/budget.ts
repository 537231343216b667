/**
 * Limits what the schemas of one server may add up to beyond their own text. Schemas refer to each other, so a short one can stand for a
 * long type: an `allOf` of 4,000 characters merges into a billion properties, and one description can belong to every property.
 */
const MAX_MERGED_PARTS = 50_000;
const MAX_REPEATED_NOTE_CHARS = 1_000_000;

export class ConversionBudget {
  #parts = MAX_MERGED_PARTS;
  #noteChars = MAX_REPEATED_NOTE_CHARS;

  /** @returns false if so many properties or members may not be merged any more */
  takeParts(parts: number): boolean {
    this.#parts -= parts;
    return this.#parts >= 0;
  }

  /** @returns false if notes of so many characters may not be repeated any more */
  takeNoteChars(chars: number): boolean {
    this.#noteChars -= chars;
    return this.#noteChars >= 0;
  }
}
