// The shapes tool search works on: what a caller hands in per tool, and the compact part that is stored per server.
// A part is plain JSON, depends on nothing but its own documents and the vocabulary, and is joined with the parts of other
// servers at query time.

/** Bump when tokenising, weights or the shape change: an old part would still load but rank differently. */
export const PART_VERSION = 5;

export interface SearchParameter {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  /** Values of its enum. */
  readonly values: readonly string[];
}

export interface SearchDocument {
  /** Server identifier, as in `server.tool`. */
  readonly server: string;
  /** Tool identifier, for example `create_issue`. */
  readonly tool: string;
  /** Original name as the upstream spells it. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly parameters: readonly SearchParameter[];
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
}

/** Bits of `IndexPart.flags`. */
export const READ_ONLY = 1;
export const DESTRUCTIVE = 2;

export interface IndexPart {
  readonly version: number;
  /** Servers of this part (normally one); `serverOf[i]` is a position in it. */
  readonly servers: readonly string[];
  readonly serverOf: readonly number[];
  readonly tools: readonly string[];
  /** Original name, or "" where it equals the identifier. */
  readonly names: readonly string[];
  readonly flags: readonly number[];
  /** Bit mask of verb classes (verbs.ts) per tool; 0 = unknown. */
  readonly verbs: readonly number[];
  /** Per tool the terms of its name without stop words, separated by one space. */
  readonly nameTerms: readonly string[];
  /** Distinct terms, separated by one space. */
  readonly terms: string;
  /** Postings of all terms in order, see postings.ts. Base64. */
  readonly postings: string;
}
