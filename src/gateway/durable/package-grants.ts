/** Packages that a person has approved: for a run, for minutes, for the session of a client, or for good. */
import type { Approval, ApprovedFor, DecisionRecord } from "../../approvals/approval.ts";
import type { PackageGrant } from "../../approvals/package-grant.ts";
import { PackageGrantTable } from "../store/package-grant-table.ts";
import type { ImportedPackage } from "../../runs/imported-package.ts";

const FOREVER = Number.MAX_SAFE_INTEGER;

/** The arguments of an approval of a package, which bind it to one version and one bundled module. */
export function packageArgs({ name, version, sha256 }: ImportedPackage): string {
  return JSON.stringify({ name, version, sha256 });
}

/** The run and the session that a granted approval belongs to. */
export interface GrantedTo {
  readonly run: string;
  /** Undefined for a run that belongs to no session of a client. */
  readonly session: string | undefined;
}

export class PackageGrants {
  readonly #table: PackageGrantTable;
  readonly #now: () => number;

  constructor({ storage, now }: { readonly storage: DurableObjectStorage; readonly now: () => number }) {
    this.#table = new PackageGrantTable(storage);
    this.#now = now;
  }

  isGranted(imported: ImportedPackage, { run, session }: GrantedTo): boolean {
    return this.#table.isGranted(imported, run, session, this.#now());
  }

  grant(
    { args }: Approval,
    what: Exclude<ApprovedFor, "once">,
    { run, session = "" }: GrantedTo,
    { decidedAt, decidedBy, channel }: DecisionRecord,
  ): void {
    const scope = typeof what === "string" ? what : "minutes";
    this.#table.insert({
      id: `g_${crypto.getRandomValues(new Uint8Array(12)).toHex()}`,
      ...(JSON.parse(args) as ImportedPackage),
      scope,
      holder: scope === "run" ? run : scope === "session" ? session : "",
      until: typeof what === "string" ? FOREVER : decidedAt + what.minutes * 60_000,
      granted_at: decidedAt,
      granted_by: decidedBy,
      channel,
    });
  }

  list(): readonly PackageGrant[] {
    return this.#table.list(this.#now());
  }

  withdraw(id: string): boolean {
    return this.#table.delete(id);
  }

  withdrawAllBy(credential: string): void {
    this.#table.deleteAllBy(credential);
  }

  /** @param holder the run or session that has ended */
  end(holder: string): void {
    if (holder !== "") this.#table.deleteOf(holder);
  }
}
