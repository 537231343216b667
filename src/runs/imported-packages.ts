/**
 * The packages that a script imports, before the script starts. A package that gateway.json holds has to be approved by a person: the run
 * waits as for a call, with the same approvals, and is parked if no person decides soon.
 */
import type { RunError } from "../../worker-loader/index.ts";
import type { ConfiguredPackage } from "../config/packages.ts";
import type { CallRecorder } from "./durable/call-recorder.ts";
import type { PlacedEntry } from "./durable/placed-entry.ts";
import type { ExecuteContext, NestedDurable } from "./execute-context.ts";
import { RESTARTED } from "./take-turn.ts";
import type { OpenRun } from "./run-gateway.ts";
import type { Result } from "../lib/result.ts";
import type { ImportedPackage, PackagesStatus } from "./imported-package.ts";

interface Importing {
  /** Names of the packages that the script imports. */
  readonly names: readonly string[];
  readonly host: OpenRun;
  /** Undefined for a run that cannot wait for a person, such as a dry run. */
  readonly durable: NestedDurable | undefined;
  /** Aborted when the run is cancelled or its client has left. */
  readonly signal: AbortSignal;
}

/** @returns when the packages may be loaded, when they may not, or when the run was parked (see `session.wait`) */
export async function admitImports(
  importing: Importing,
  context: ImportContext,
): Promise<Result<readonly string[], RunError>> {
  try {
    return await admit(importing, context);
  } catch (error) {
    console.error("run, before it began:", error);
    return { ok: false, error: RESTARTED };
  }
}

async function admit(importing: Importing, context: ImportContext): Promise<Result<readonly string[], RunError>> {
  const { names, host, durable, signal } = importing;
  if (names.length === 0) return ADMITTED;
  const bundled = await context.bundledPackages();
  const held: ImportedPackage[] = [];
  for (const name of names) {
    const found = bundled.get(name);
    if (found === undefined) return { ok: false, error: notBundled(name) };
    if (context.packages.some((one) => one.name === name && one.needsApproval)) held.push({ name, ...found });
  }
  if (held.length === 0) return ADMITTED;
  if (context.policy?.document.mode === "log_only") return { ok: true, value: held.map(wouldWait) };
  // All scripts of a run share one journal, which the outermost run writes.
  if (durable !== undefined && durable.path !== "") await durable.session.flush();
  for (;;) {
    const ask = (entries: readonly PlacedEntry[]) => host.admitPackages(held, entries);
    const status = await (durable?.path === "" ? durable.session.send(ask) : ask([]));
    if (status.kind === "approved") return ADMITTED;
    if (status.kind === "refused") return { ok: false, error: { code: status.code, message: status.message } };
    if (durable === undefined || signal.aborted) return cancelled(signal);
    await durable.session.waitBefore(durable.path, status.waiting, signal);
    if (durable.session.wait !== undefined || signal.aborted) return cancelled(signal);
  }
}

type ImportContext = Pick<ExecuteContext, "packages" | "bundledPackages" | "policy">;

/** @returns whether a script of this deployment may have to wait for a person's approval of a package */
export function holdsPackages(packages: readonly ConfiguredPackage[]): boolean {
  return packages.some(({ needsApproval }) => needsApproval);
}

/** @returns what a person reads of a package, beside its name and version */
export function reasonFor({ name, version }: ImportedPackage): string {
  return `The script imports ${name}@${version}, which requires a person's approval ("require_approval" in gateway.json). The script starts after that.`;
}

/** Asks for the packages that nothing has approved yet. @param recorder undefined for a run that cannot wait for a person */
export function packagesStatus(
  asked: readonly ImportedPackage[],
  recorder: Pick<CallRecorder, "package"> | undefined,
): PackagesStatus {
  const waiting: string[] = [];
  for (const one of asked) {
    const status = recorder?.package(one);
    if (status?.kind === "waiting") waiting.push(status.id);
    else if (status?.kind === "denied") return refused("APPROVAL_DENIED", status.message);
    else if (status?.kind === "full") return refused("CAPACITY", status.message);
    else if (status?.consume() !== true) return refused("APPROVAL_REQUIRED", cannotWait(one));
  }
  return waiting.length > 0 ? { kind: "waiting", waiting } : { kind: "approved" };
}

function refused(code: (PackagesStatus & { kind: "refused" })["code"], message: string): PackagesStatus {
  return { kind: "refused", code, message };
}

function cannotWait({ name, version }: ImportedPackage): string {
  return `A person has to approve the package ${name}@${version} before a script that imports it starts, and this run cannot wait for approval. Run the script once without dry_run to ask for the approval.`;
}

const ADMITTED: Result<readonly string[], RunError> = { ok: true, value: [] };
/** A run that was parked does not show this error: it goes on later. */
function cancelled({ reason }: AbortSignal): Result<readonly string[], RunError> {
  const message = typeof reason === "string" ? reason : "The run was ended before its script started.";
  return { ok: false, error: { code: "CANCELLED", message } };
}

function notBundled(name: string): RunError {
  const message = `The package ${name} is listed in gateway.json and was not bundled when the gateway was built. An admin of the gateway runs npm install ${name} and builds it again; the build says what is wrong.`;
  return { code: "PACKAGE_NOT_ALLOWED", message };
}

function wouldWait({ name, version }: ImportedPackage): string {
  return `[isogate] The package ${name}@${version} would wait for a person; the policy's mode is log_only, so the script starts.`;
}
