/** A person's approval of a package that holds for more than one import. */
import type { ApprovalChannel } from "./approval.ts";

/** A type, not an interface: the platform's SQL interface takes only types. `holder` is the id of the run or session that the grant is limited to, else "". */
export type PackageGrant = {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** SHA-256 of the bundled module, hex: another build is another package. */
  readonly sha256: string;
  readonly scope: "run" | "session" | "minutes" | "always";
  readonly holder: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly granted_at: number;
  readonly granted_by: string;
  readonly channel: ApprovalChannel;
};
