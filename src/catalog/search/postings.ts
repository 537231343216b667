// Which tools a term occurs in, packed into one string: base64 of three bytes a posting, the number of the tool within its part
// and a mark. The low seven bits of a mark are the impact of the tool's own words (0..127; 0 = none of them), the high bit says
// that the concept lists add the term. A term's first posting has a high bit set in the tool's number.

export interface Posting {
  readonly tool: number;
  readonly mark: number;
}

export const CONCEPT = 128;
export const IMPACT = 127;
const FIRST = 0x80_00;
const MAX_TOOLS = FIRST - 1;

export function markOf(impact: number, isConcept: boolean): number {
  return (isConcept ? CONCEPT : 0) | (impact > 0 ? Math.max(1, Math.min(IMPACT, Math.round(impact * IMPACT))) : 0);
}

export function pack(lists: readonly (readonly Posting[])[]): string {
  let binary = "";
  for (const list of lists) {
    for (const [i, { tool, mark }] of list.entries()) {
      const number = Math.min(tool, MAX_TOOLS) | (i === 0 ? FIRST : 0);
      binary += String.fromCharCode(number >> 8, number & 255, mark);
    }
  }
  return btoa(binary);
}

/** All postings of a part, flat: term t owns positions `starts[t]` to `starts[t + 1]`. */
export interface Unpacked {
  readonly starts: Uint32Array;
  readonly tools: Uint16Array;
  readonly marks: Uint8Array;
}

/** A damaged string yields fewer postings, never a throw or a tool that is not there. */
export function unpack(packed: string, termCount: number, toolCount: number): Unpacked {
  const binary = decodeBase64(packed);
  const size = Math.floor(binary.length / 3);
  const starts = new Uint32Array(termCount + 1).fill(size);
  const tools = new Uint16Array(size);
  const marks = new Uint8Array(size);
  let term = 0;
  for (let i = 0; i < size; i++) {
    const number = (binary.charCodeAt(3 * i) << 8) | binary.charCodeAt(3 * i + 1);
    if ((number & FIRST) !== 0 && term < termCount) starts[term++] = i;
    const tool = number & MAX_TOOLS;
    if (tool >= toolCount) continue;
    tools[i] = tool;
    marks[i] = binary.charCodeAt(3 * i + 2);
  }
  return { starts, tools, marks };
}

function decodeBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return "";
  }
}
