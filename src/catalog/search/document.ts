// The shapes tool search works on: what a caller hands in per tool, and the compact part that is stored per server. A part is
// plain JSON, depends on nothing but its own documents and the vocabulary, and is joined with other parts at query time.

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

/** Bits of `IndexedTool.flags`. */
export const READ_ONLY = 1;
export const DESTRUCTIVE = 2;

export interface IndexedTool {
  readonly server: string;
  readonly tool: string;
  readonly name: string;
  readonly flags: number;
  /** Bit mask of verb classes (verbs.ts); 0 = unknown. */
  readonly verbs: number;
  /** Distinct terms of the name, without stop words. */
  readonly nameTerms: readonly string[];
}

export interface IndexPart {
  readonly version: number;
  readonly tools: readonly IndexedTool[];
  /** Distinct terms, separated by one space. */
  readonly terms: string;
  /** Postings of all terms in order, see postings.ts. */
  readonly postings: string;
}
