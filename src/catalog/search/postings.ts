// Which tools a term occurs in, as text: two characters a posting, the number of the tool within its part and a mark, each moved
// up so that a blank, which parts the terms, is neither. The low seven bits of a mark are the impact of the tool's own words
// (0 = none of them), the high bit says that the concept lists add the term.

export const CONCEPT = 128;
export const IMPACT = 127;
export const OFFSET = 48;
/** Beyond these a character would be half of a surrogate pair. */
const MAX_TOOLS = 0xd0_00;

export function postingOf(tool: number, impact: number, isConcept: boolean): string {
  const own = impact > 0 ? Math.max(1, Math.min(IMPACT, Math.round(impact * IMPACT))) : 0;
  return tool < MAX_TOOLS ? String.fromCharCode(tool + OFFSET, (own | (isConcept ? CONCEPT : 0)) + OFFSET) : "";
}
