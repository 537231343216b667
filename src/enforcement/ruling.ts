/** A decision of the policy about one call, with what its rules have found, as the ledger records it. */
import type { DataVerdict } from "../policy/data/data-texts.ts";
import type { Verdict } from "../policy/decide.ts";

/** A policy decision, as the ledger records it. */
export interface Ruling {
  readonly decision: "allow" | "deny" | "ask";
  /** JSON pointer into the document. */
  readonly rule: string;
  /** Hash of the document. */
  readonly policy: string;
  /** `server.tool` with the names that rules are written with. */
  readonly path: string;
  /** Decisions of rules in the mode log_only, and findings of rules about data. */
  readonly logged: readonly (Verdict | DataVerdict)[];
}
