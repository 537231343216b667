/** A package that a script imports, and how the packages of a script stand. */

/** A package as an approval names it. */
export interface ImportedPackage {
  readonly name: string;
  readonly version: string;
  /** SHA-256 of the bundled module, hex. */
  readonly sha256: string;
}

/** How the packages of a script stand at the Gateway. */
export type PackagesStatus =
  | { readonly kind: "approved" }
  /** @param waiting ids of approvals */
  | { readonly kind: "waiting"; readonly waiting: readonly string[] }
  | {
      readonly kind: "refused";
      readonly code: "APPROVAL_DENIED" | "APPROVAL_REQUIRED" | "CAPACITY";
      readonly message: string;
    };

/** The packages among the assets, by name. */
export type BundledPackages = ReadonlyMap<string, { readonly version: string; readonly sha256: string }>;
