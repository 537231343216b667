// How postings are packed into one string. Per term: varint count, then per document a varint distance from the previous
// document and one byte: the low seven bits are the impact of the tool's own words (saturated field weight, 0..127; 0 = none of
// its words), the high bit says that the concept lists add the term. About two bytes a posting; decoded once per join.

export interface Posting {
  readonly document: number;
  readonly impact: number;
  readonly isConcept: boolean;
}

/** Bits of a mark. */
export const CONCEPT = 128;
export const IMPACT = 127;

export function pack(lists: readonly (readonly Posting[])[]): string {
  const bytes: number[] = [];
  for (const list of lists) {
    pushVarint(bytes, list.length);
    let previous = 0;
    for (const { document, impact, isConcept } of list) {
      pushVarint(bytes, document - previous);
      bytes.push((isConcept ? CONCEPT : 0) | Math.min(IMPACT, Math.max(impact > 0 ? 1 : 0, Math.round(impact * IMPACT))));
      previous = document;
    }
  }
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.slice(at, at + 8_192));
  return btoa(binary);
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  bytes.push(rest);
}

/** All postings of a part, flat: term t owns positions `starts[t]` to `starts[t + 1]`. */
export interface Unpacked {
  readonly starts: Uint32Array;
  readonly documents: Uint32Array;
  readonly marks: Uint8Array;
}

/** A damaged string yields fewer postings, never a throw or a document outside `documentCount`. */
export function unpack(packed: string, termCount: number, documentCount: number): Unpacked {
  const binary = decodeBase64(packed);
  const starts = new Uint32Array(termCount + 1);
  const documents = new Uint32Array(binary.length);
  const marks = new Uint8Array(binary.length);
  let at = 0;
  let used = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 28 && at < binary.length; shift += 7) {
      const byte = binary.charCodeAt(at++);
      value |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    return value;
  };
  for (let term = 0; term < termCount; term++) {
    const count = varint();
    let document = 0;
    for (let i = 0; i < count && at < binary.length; i++) {
      document += varint();
      const mark = binary.charCodeAt(at++);
      if (document >= documentCount) continue;
      documents[used] = document;
      marks[used] = mark;
      used++;
    }
    starts[term + 1] = used;
  }
  return { starts, documents: documents.slice(0, used), marks: marks.slice(0, used) };
}

function decodeBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return "";
  }
}
