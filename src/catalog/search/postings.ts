/**
 * Encodes the tools in which a term occurs as text. A posting has two characters: the number of the tool within its part, and a
 * mark, both shifted so that neither is a blank, which separates terms. The low seven bits of a mark are the impact of the tool's
 * own words (0 = not among them), the high bit means that the concept lists add the term.
 */

export const CONCEPT = 128;
export const IMPACT = 127;
export const OFFSET = 48;
/** With a larger number, a character would be half of a surrogate pair. */
const MAX_TOOLS = 0xd0_00;

export function postingOf(tool: number, impact: number, isConcept: boolean): string {
  const own = impact > 0 ? Math.max(1, Math.min(IMPACT, Math.round(impact * IMPACT))) : 0;
  return tool < MAX_TOOLS ? String.fromCharCode(tool + OFFSET, (own | (isConcept ? CONCEPT : 0)) + OFFSET) : "";
}
