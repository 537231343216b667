/** The value under `content` of results that a script gets in both forms, for messages about it. The rule is that of guest/wire-result.js. */
import { isRecord } from "../is-record.ts";
import { BLOCKS, WIRE } from "./reserved-names.ts";

/** Whether such a script reads `content` as a list of blocks (reads-blocks.ts). */
export interface WireForm {
  readonly readsBlocks: boolean;
}

/** @param mentions names that a prepared script needs in its scope @returns undefined for a script that gets values alone */
export function wireFormOf(mentions: ReadonlySet<string>): WireForm | undefined {
  const readsBlocks = mentions.has(BLOCKS);
  return readsBlocks || mentions.has(WIRE) ? { readsBlocks } : undefined;
}

/** @param blocks of the result @returns true if the script finds the payload's own `content` where other payloads have the blocks */
export function hidesBlocks(
  payload: unknown,
  blocks: unknown,
  { readsBlocks }: WireForm,
): payload is { readonly content: unknown } {
  if (!isRecord(payload) || !Object.hasOwn(payload, "content")) return false;
  const hasBlocks = Array.isArray(blocks) && blocks.length > 0;
  return !readsBlocks || !hasBlocks || mayBeBlocks(payload["content"]);
}

function mayBeBlocks(own: unknown): boolean {
  return (
    Array.isArray(own) &&
    own.length > 0 &&
    own.every((one) => isRecord(one) && (typeof one["text"] === "string" || typeof one["type"] === "string"))
  );
}
