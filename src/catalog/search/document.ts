// The shapes tool search works on: what a caller hands in per tool, and the compact part that is stored per server.
// A part is plain JSON (strings, numbers, arrays), depends on nothing but its own documents, and is joined with the
// parts of other servers at query time. Bump `PART_VERSION` when tokenising or weights change: an old part would still
// load but rank differently.

export const PART_VERSION = 4;

export interface SearchParameter {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  /** Words it takes. */
  readonly values: readonly string[];
}

export interface SearchDocument {
  /** Server identifier, as in `server.tool`. */
  readonly server: string;
  /** Tool identifier, e.g. `create_issue`. */
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
  /** Words of the name that say something: not verbs, not a prefix all tools of the server share. */
  readonly nameWords: readonly number[];
  /** The thing a name ends in, before any preposition: `list_labels_on_issue` is about labels. "" = none. */
  readonly heads: readonly string[];
  /** Distinct terms, separated by one space. */
  readonly terms: string;
  /** Postings of all terms in order, see postings.ts. Base64. */
  readonly postings: string;
}
