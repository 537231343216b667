/**
 * The stored data of a Gateway's principal, with one RPC method for each question of the Worker: runs, values of scripts, saved
 * scripts, schedules, parts of the search index. One method for each question, because a stub of each store would have to be
 * disposed of on both sides. Fields are no part of what RPC reaches; methods are, so there is none that is not meant to be called.
 */
import { DurableObject } from "cloudflare:workers";
import type {
  ApprovalDecision,
  ApprovalFilter,
  Decided,
  DecisionRefusal,
  LinkedApprovals,
  ShownApproval,
} from "../approvals/approval.ts";
import type { PackageGrant } from "../approvals/package-grant.ts";
import type { Access, Proof } from "../auth/principal.ts";
import type { ScriptSummary } from "../catalog/script-summary.ts";
import type { StoredIndexPart } from "../catalog/stored-parts.ts";
import type { Env } from "../config/env.ts";
import type { UsageDay } from "../contract/usage.ts";
import type { RunFilter, RunPage } from "../ledger/run-filter.ts";
import type { CallRecord, RecordedDetails } from "../ledger/run-record.ts";
import type { ClientAsking, DurableRequest, EndedRun, Resumed, StoredRun } from "../runs/durable/durable-run.ts";
import type { ResultPart, StoredHandle } from "../runs/results/handle.ts";
import type { Part } from "../runs/results/select.ts";
import type { FileSummary, StoredFile, WriteMode } from "../runs/services/file-store.ts";
import type { StoredPart } from "../runs/services/results.ts";
import { missingScript } from "../runs/find-script.ts";
import { parseScriptReference, type NewScript, type Saved, type SavedScript } from "../saved-scripts/saved-script.ts";
import type {
  LastRun,
  NewSchedule,
  Refusal,
  Schedule,
  ScheduleChange,
  ScheduledRequest,
  Trigger,
  TriggeredBy,
} from "../schedules/schedule.ts";
import type { DurableRuns } from "./durable/durable-runs.ts";
import type { RunLedger } from "./runs/run-ledger.ts";
import type { Scheduler } from "./scheduler.ts";
import { FileTable } from "./store/file-table.ts";
import { migrate } from "./store/migrations.ts";
import { PartTable } from "./store/part-table.ts";
import { ScriptTable } from "./store/script-table.ts";
import { StoreTable } from "./store/store-table.ts";
import { VectorTable } from "./store/vector-table.ts";

export abstract class PrincipalData extends DurableObject<Env> {
  protected abstract readonly ledger: RunLedger;
  protected abstract readonly schedules: Scheduler;
  protected abstract readonly durable: DurableRuns;
  readonly #vectors: VectorTable;
  readonly #parts: PartTable;
  readonly #values: StoreTable;
  readonly #files: FileTable;
  readonly #scripts: ScriptTable;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    migrate(ctx.storage);
    this.#vectors = new VectorTable(ctx.storage);
    this.#parts = new PartTable(ctx.storage);
    this.#values = new StoreTable(ctx.storage);
    this.#files = new FileTable(ctx.storage);
    this.#scripts = new ScriptTable(ctx.storage);
  }

  listRuns(filter: RunFilter): RunPage {
    return this.ledger.list(filter);
  }

  readRun(id: string): RecordedDetails | undefined {
    return this.ledger.read(id);
  }

  listCalls(run: string, after: number, limit: number): readonly CallRecord[] | undefined {
    return this.ledger.calls(run, after, limit);
  }

  countCalls(run: string): number {
    return this.ledger.countCalls(run);
  }

  readCall(run: string, call: number): CallRecord | undefined {
    return this.ledger.call(run, call);
  }

  async detachRun(request: DurableRequest): Promise<string | undefined> {
    return this.durable.detach(request);
  }

  takeRun(run: string): StoredRun | undefined {
    return this.durable.status.take(run);
  }

  resumeRun(run: string, access: Access, ms: number, client: ClientAsking = "cannot ask"): Promise<Resumed> {
    return this.durable.resume(run, access, ms, client);
  }

  endRun(run: string, ended: EndedRun): void {
    this.durable.endUnopened(run, ended);
  }

  async cancelRun(run: string, reason: string, access: Access): Promise<"cancelled" | "none" | "wider"> {
    const cancelled = await this.ledger.cancel(run, reason, access);
    return cancelled === "none" ? this.durable.cancel(run, reason, access) : cancelled;
  }

  listApprovals(filter: ApprovalFilter, limit: number, access: Access): readonly ShownApproval[] {
    return this.durable.decisions.list(filter, limit, access);
  }

  readApproval(id: string): ShownApproval | undefined {
    return this.durable.decisions.get(id);
  }

  decideApproval(
    id: string,
    decision: ApprovalDecision,
    access: Access,
  ): Promise<Decided | DecisionRefusal | undefined> {
    return this.durable.decisions.decide(id, decision, access);
  }

  withdrawApproval(id: string, access: Access): "withdrawn" | "none" | "wider" {
    return this.durable.decisions.withdraw(id, access);
  }

  approvalsOfLink(ticket: string, access: Access): LinkedApprovals | "wider" | undefined {
    return this.durable.decisions.ofLink(ticket, access);
  }

  listPackageGrants(): readonly PackageGrant[] {
    return this.durable.packages.list();
  }

  withdrawPackageGrant(id: string): boolean {
    return this.durable.packages.withdraw(id);
  }

  watchRuns(run: string | undefined, proof: Proof): ReadableStream<Uint8Array> | "too-many" | undefined {
    return this.ledger.watch(run, proof);
  }

  readUsage(since: number): readonly UsageDay[] {
    return this.ledger.usage(since);
  }

  readResult(run: string, of: ResultPart, part: Part): StoredPart {
    return this.ledger.part(run, of, part);
  }

  listHandles(): readonly StoredHandle[] {
    return this.ledger.handles();
  }

  getValue(key: string): string | undefined {
    return this.#values.get(key);
  }

  putValue(key: string, value: string): string | undefined {
    return this.#values.put(key, value, Date.now());
  }

  deleteValue(key: string): boolean {
    return this.#values.delete(key);
  }

  listKeys(): readonly string[] {
    return this.#values.keys();
  }

  readFile(name: string): StoredFile | undefined {
    return this.#files.read(name);
  }

  writeFile(
    name: string,
    type: FileSummary["type"],
    content: Uint8Array,
    mode: WriteMode = "replace",
  ): string | undefined {
    return this.#files.write({ name, type, content, mode }, Date.now());
  }

  listFiles(prefix: string): readonly FileSummary[] {
    return this.#files.list(prefix);
  }

  deleteFile(name: string): boolean {
    return this.#files.delete(name);
  }

  listScripts(): readonly ScriptSummary[] {
    return this.#scripts.summaries();
  }

  getScript(name: string, version?: number): SavedScript | undefined {
    return this.#scripts.get(name, version);
  }

  listScriptVersions(name: string): readonly { readonly version: number; readonly createdAt: number }[] {
    return this.#scripts.versions(name);
  }

  saveScript(script: NewScript, base?: number): Saved {
    return this.#scripts.save(script, Date.now(), base);
  }

  removeScript(name: string): boolean {
    return this.#scripts.remove(name);
  }

  listSchedules(): readonly Schedule[] {
    return this.schedules.list();
  }

  getSchedule(name: string): Schedule | undefined {
    return this.schedules.get(name);
  }

  listExecutions(schedule: string): readonly LastRun[] | undefined {
    return this.schedules.executions(schedule);
  }

  putSchedule(schedule: NewSchedule, isActive: boolean, from?: Trigger, change?: ScheduleChange): Refusal | undefined {
    return this.#missingScript(schedule.request) ?? this.schedules.put(schedule, isActive, from, change);
  }

  #missingScript({ script }: ScheduledRequest): Refusal | undefined {
    const wanted = script === undefined ? undefined : (parseScriptReference(script) ?? { name: script });
    if (wanted === undefined || this.getScript(wanted.name, wanted.version) !== undefined) return undefined;
    return { reason: "invalid", problem: missingScript(wanted, this.listScripts()).message };
  }

  removeSchedule(name: string, access: Access): Refusal | undefined {
    return this.schedules.remove(name, access);
  }

  setScheduleActive(name: string, isActive: boolean, access: Access, from?: Trigger): Refusal | undefined {
    return this.schedules.setActive(name, isActive, access, from);
  }

  triggerSchedule(name: string, access: Access, by?: TriggeredBy): Refusal | undefined {
    return this.schedules.trigger(name, access, by);
  }

  readVectors(keys: readonly string[]): Readonly<Record<string, ArrayBuffer>> {
    return this.#vectors.read(keys);
  }

  writeVectors(vectors: Readonly<Record<string, ArrayBuffer>>): void {
    this.#vectors.write(vectors);
  }

  readParts(keys: readonly string[]): Readonly<Record<string, string>> {
    return this.#parts.read(keys);
  }

  writeParts(parts: readonly StoredIndexPart[]): void {
    this.#parts.write(parts);
  }
}
