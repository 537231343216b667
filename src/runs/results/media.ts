/**
 * Images and audio in a value, wherever they stand in it: MCP content blocks `{ type: "image", data, mimeType }`, as tools return
 * them. They are lifted out, so that the client gets them as content blocks of their own instead of as base64 in a text; in
 * their place stands which block it is.
 */
import { isRaw } from "../../lib/exact-json.ts";

export interface MediaBlock {
  readonly type: "image" | "audio";
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

interface Lifted {
  readonly value: unknown;
  readonly blocks: readonly MediaBlock[];
}

/** Maximum number of content blocks in one answer; the rest stays behind the handle. */
const MAX_BLOCKS = 20;
const MAX_DATA_LENGTH = 3_000_000;
const DEEPEST = 50;

export function mayHoldMedia(text: string): boolean {
  return text.includes('"mimeType"');
}

/** @param value freshly parsed JSON, see exact-json.ts @param first number of the first block that is added to the answer */
export function liftMedia(value: unknown, first: number): Lifted {
  const blocks: MediaBlock[] = [];
  let length = 0;
  const lift = (part: unknown, depth: number): unknown => {
    if (part === null || typeof part !== "object" || depth > DEEPEST || isRaw(part)) return part;
    if (Array.isArray(part)) return part.map((item) => lift(item, depth + 1));
    if (!isMedia(part)) {
      return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, lift(item, depth + 1)]));
    }
    const { type, data, mimeType } = part;
    const bytes = Math.floor((data.replace(/(?<!=)=+$/, "").length * 3) / 4);
    const isOneTooMany = blocks.length >= MAX_BLOCKS;
    if (isOneTooMany || length + data.length > MAX_DATA_LENGTH) {
      const note = isOneTooMany ? `an answer has at most ${MAX_BLOCKS} of them` : "too large for this answer";
      return { type, mimeType, bytes, note };
    }
    length += data.length;
    blocks.push({ type, data, mimeType });
    return { type, mimeType, bytes, content_block: first + blocks.length - 1 };
  };
  return { value: lift(value, 0), blocks };
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

function isMedia(value: object): value is MediaBlock {
  const { type, data, mimeType } = value as Partial<Record<keyof MediaBlock, unknown>>;
  if ((type !== "image" && type !== "audio") || typeof data !== "string" || typeof mimeType !== "string") return false;
  return new RegExp(`^${type}/[\\w.+-]{1,100}$`).test(mimeType) && data.length > 0 && BASE64.test(data);
}
