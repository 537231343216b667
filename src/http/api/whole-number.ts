/** A whole number as an address writes it: decimal digits and nothing else, where `Number` reads `0x10`, `1e3`, ` 5 ` and nothing at all. */
import * as z from "zod";

export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  const read = (text: unknown): unknown => (typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : text);
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return z.preprocess(read, z.number(`a whole number ${range}, in decimal digits`).int().min(min).max(max));
}
