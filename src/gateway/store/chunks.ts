/** Cuts long texts into chunks, because a SQLite value in a Durable Object holds at most 2 MB. */

/** UTF-16 units; each takes at most three bytes in UTF-8, so a chunk stays below 2 MB. */
const CHUNK_LENGTH = 500_000;

/** Never cuts between the two halves of a surrogate pair, which UTF-8 could not represent. */
export function cut(text: string): readonly string[] {
  const chunks: string[] = [];
  for (let at = 0; at < text.length;) {
    const last = text.charCodeAt(at + CHUNK_LENGTH - 1);
    const length = last >= 0xd8_00 && last <= 0xdb_ff ? CHUNK_LENGTH - 1 : CHUNK_LENGTH;
    chunks.push(text.slice(at, at + length));
    at += length;
  }
  return chunks;
}
