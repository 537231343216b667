/** A finding about the definition of a tool, for the person who decides about its pin. */

export interface Finding {
  readonly kind: FindingKind;
  readonly severity: "hold" | "note";
  /** The place in the tool's definition, such as `description` or `inputSchema/properties/path/description`. */
  readonly place: string;
  readonly message: string;
}

type FindingKind =
  | "hidden-text"
  | "look-alike-name"
  | "instruction"
  | "shadowing"
  | "encoded-text"
  | "secret"
  | "read-only-verb";
