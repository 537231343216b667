/** Parts of the search index as they outlive an isolate: by what they were made of, as JSON text. */
import { sha256 } from "../lib/hash.ts";
import type { ServerCatalog } from "./catalog.ts";
import { PART_VERSION } from "./search/index.ts";
import type { IndexPart, Vocabulary } from "./search/index.ts";

export interface StoredIndexPart {
  readonly key: string;
  readonly server: string;
  readonly text: string;
}

/** Where they are kept; may forget any of them. */
export interface PartStore {
  /** By key; those it does not have are missing. */
  readParts(keys: readonly string[]): Promise<Readonly<Record<string, string>>>;
  writeParts(parts: readonly StoredIndexPart[]): Promise<void>;
}

/** Other tools, another name of the server, another vocabulary or another way to build: another key. */
export function partKey({ identifier, hash }: ServerCatalog, { version }: Vocabulary): Promise<string> {
  return sha256(JSON.stringify([PART_VERSION, version, identifier, hash]));
}

/** @returns undefined where the text is not a part of this server; it is then built again */
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
