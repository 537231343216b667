/**
 * The shapes of tool search: the document that a caller passes per tool, and the compact part that is stored per server. A part
 * is plain JSON, depends only on its documents and the vocabulary, and is joined with other parts at query time.
 */
import type { SdkParameter } from "../../../sdk-gen/index.ts";

/** Increment when tokenising, weights or the shape change: an old part would still load but rank differently. */
export const PART_VERSION = 7;

export interface SearchDocument {
  /** Identifiers, as in `server.tool`. */
  readonly server: string;
  readonly tool: string;
  /** The upstream's own name of the tool. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly parameters: readonly SdkParameter[];
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
}

export interface IndexedTool extends Pick<SearchDocument, "server" | "tool" | "name" | "readOnly" | "destructive"> {
  /** Bit mask of verb classes (verbs.ts); 0 = unknown. */
  readonly verbs: number;
  /** Distinct terms of the name that are neither stop words nor verbs. */
  readonly about: readonly string[];
}

export interface IndexPart {
  readonly version: number;
  readonly tools: readonly IndexedTool[];
  /** Distinct terms and, in the same order, the postings of each (postings.ts); both are separated by blanks. */
  readonly terms: string;
  readonly postings: string;
}
