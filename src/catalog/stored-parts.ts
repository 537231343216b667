/** Persistent storage for parts of the search index: JSON texts under a key made of the part's inputs. */
import { sha256 } from "../lib/hash.ts";
import type { ServerCatalog } from "./catalog.ts";
import { PART_VERSION, type IndexPart, type Vocabulary } from "./search/index.ts";

export interface StoredIndexPart {
  readonly key: string;
  readonly server: string;
  readonly text: string;
}

/** A store of parts, which may evict any of them. */
export interface PartStore {
  /** @returns parts by key; missing ones are absent */
  readParts(keys: readonly string[]): Promise<Readonly<Record<string, string>>>;
  writeParts(parts: readonly StoredIndexPart[]): Promise<void>;
}

/** @returns a key that changes with the tools, the server's identifier, the vocabulary and the format of parts */
export function partKey({ identifier, hash }: ServerCatalog, { version }: Vocabulary): Promise<string> {
  return sha256(JSON.stringify([PART_VERSION, version, identifier, hash]));
}

/** @returns undefined if the text is not a part of this server; the part is then built again */
export function readPart(text: string | undefined, { identifier, sdk }: ServerCatalog): IndexPart | undefined {
  if (text === undefined) return undefined;
  try {
    const part = JSON.parse(text) as IndexPart;
    const fits =
      part.version === PART_VERSION &&
      part.tools.length === sdk.tools.length &&
      part.tools.every(({ server }) => server === identifier);
    return fits ? part : undefined;
  } catch {
    return undefined;
  }
}
