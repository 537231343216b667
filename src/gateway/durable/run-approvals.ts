/** The approvals of a principal's runs: asked for, decided on, used. What becomes of the runs is the caller's. */
import type {
  Approval,
  ApprovalDecision,
  ApprovalFilter,
  ApprovedFor,
  AskedCall,
  Decided,
  DecisionRecord,
} from "../../approvals/approval.ts";
import type { Access } from "../../auth/principal.ts";
import { answerForm, refuseForm, type InputResponses } from "../../approvals/input-answer.ts";
import { decideOn, denialOf, isSameCall } from "../../approvals/approval.ts";
import type { ApprovalStatus, ApprovalRequest, InputRequest } from "../../runs/durable/call-recorder.ts";
import type { Result } from "../../lib/result.ts";
import { MAX_WAITING_APPROVALS, MAX_WAITING_OF_RUN } from "../../limits/durable-limits.ts";
import { keptArgs, redactedArgs } from "../../approvals/shown-args.ts";
import type { Redact } from "../../ledger/redact.ts";
import type { JournalProblem } from "./durable-journal.ts";
import type { PackageGrants } from "../store/package-grant-table.ts";
import type { SealedAnswers } from "./sealed-answers.ts";
import type { ApprovalTable } from "../store/approval-table.ts";

/** A grant for a run ends with it. */
const FOREVER = Number.MAX_SAFE_INTEGER;

export interface RunApprovalsOptions {
  readonly table: ApprovalTable;
  readonly now: () => number;
  readonly expiresMs: () => number;
  /** @returns the hash of the policy in force, "" if there is none; undefined while the configuration cannot be read */
  readonly policyHash: () => string | undefined;
  /** @returns undefined for a run that has ended */
  readonly accessOf: (run: string) => Access | undefined;
  readonly packages: PackageGrants;
  readonly answers: SealedAnswers;
  /** Takes the secrets out of what is kept of approvals. */
  readonly redact: Redact;
}

/** An approval that was decided on. */
export interface DecidedApproval {
  readonly run: string;
  readonly id: string;
}

export class RunApprovals {
  /**
   * When the calls end that stay open for a person's input, in milliseconds since 1970, by the ids of their requests. It is in no table: after
   * a restart no call is open.
   */
  readonly openUntil = new Map<string, number>();
  readonly #options: RunApprovalsOptions;
  readonly #table: ApprovalTable;

  constructor(options: RunApprovalsOptions) {
    this.#options = options;
    this.#table = options.table;
  }

  /**
   * Status of a call that needs approval; creates the request on first use.
   * @param keep writes the journal, so that a restarted Gateway finds the waiting call @returns the reason if the journal cannot be written
   */
  standing(
    binding: AskedCall,
    request: Omit<ApprovalRequest, "number">,
    keep: () => JournalProblem | undefined,
  ): ApprovalStatus {
    const { run, place } = binding;
    const last = this.#table.at(run, place);
    // The call's own approval comes first, so that the record says that it was used.
    const isApproved = last?.state === "approved" && last.kind === request.kind && isSameCall(last, binding);
    if (request.kind === "rule" && !isApproved && this.#table.isGranted(binding, this.#options.now())) return GRANTED;
    if (last && last.kind === request.kind && isSameCall(last, binding)) {
      // A package is loaded each time its run is resumed: what was approved for the run stays approved.
      if (last.kind === "package" && last.state === "used") return GRANTED;
      switch (last.state) {
        case "approved":
          return {
            kind: "approved",
            id: last.id,
            consume: () => this.#table.consume(last.id, binding, this.#options.now()),
          };
        case "waiting":
          keep();
          return { kind: "waiting", id: last.id };
        case "denied":
        case "expired":
          return { kind: "denied", id: last.id, message: denialOf(last) };
        case "used":
        case "void":
          break;
      }
    } else if (last) this.#table.void(run, last.id);
    return this.ask(binding, request, keep);
  }

  /**
   * A person decides.
   * @param sessionOf the session of the client that started a run
   * @returns with what else is decided by it; undefined when there is no such approval
   */
  async decide(
    id: string,
    { decision, for: what, comment, content, ofClient, denial, by, channel }: ApprovalDecision,
    sessionOf: (run: string) => string | undefined,
  ): Promise<{ readonly decided: Decided; readonly all: readonly DecidedApproval[] } | undefined> {
    const now = this.#options.now();
    const approval = this.#table.get(id);
    if (approval === undefined) return undefined;
    const decided = decideOn(approval, decision, now);
    if (!decided.ok) return { decided, all: [] };
    if (this.#isOutdated(approval)) {
      this.#table.void(approval.run, id);
      return { decided: { ok: false, why: "changed" }, all: [] };
    }
    const answer = answerOf(approval, { decision, content, ofClient, denial });
    if (!answer.ok) return { decided: { ok: false, why: "invalid", problem: answer.error }, all: [] };
    const how = {
      ...{ decidedAt: now, decidedBy: by, channel },
      ...(comment !== undefined && { comment: this.#options.redact(comment) }),
      ...(answer.value !== undefined && { answer: await this.#options.answers.seal(id, answer.value) }),
    };
    if (!this.#table.decide(id, decided.state, how)) {
      const state = this.#table.get(id)?.state ?? "void";
      return { decided: { ok: false, why: state === "waiting" ? "expired" : state }, all: [] };
    }
    const others = decision === "approve" ? this.#grantAll(approval, what, how, sessionOf) : [];
    return { decided, all: [{ run: approval.run, id }, ...others] };
  }

  /** A call under another policy, or of another upstream of the same name, is another call, which no decision about this one concerns. */
  #isOutdated({ id, kind, policy }: Approval): boolean {
    const inForce = this.#options.policyHash();
    return (kind === "rule" && inForce !== undefined && policy !== inForce) || !this.#table.isOfEntry(id);
  }

  get(id: string): Approval | undefined {
    const approval = this.#table.get(id);
    return approval && this.#withTime([approval])[0];
  }

  /** @returns the access of the run, also after its end; undefined where it was not noted */
  accessOf(run: string): Access | undefined {
    return this.#options.accessOf(run) ?? this.#table.accessOf(run);
  }

  /** @param isShown says of a run whether its approvals are listed; all are if absent */
  list(filter: ApprovalFilter, limit: number, isShown?: (run: string) => boolean): readonly Approval[] {
    const runs = isShown && this.#table.runs().filter(isShown);
    return this.#withTime(this.#table.list(filter, limit, this.#options.now(), runs));
  }

  /** Further calls of the tool wait for a person again. @returns false if the approval does not hold for minutes, or not any more */
  withdraw(id: string): boolean {
    return this.#table.withdraw(id, this.#options.now());
  }

  /** The run is over: nothing that was approved for it is worth anything any more. */
  end(run: string): void {
    this.#options.packages.end(run);
    this.#table.void(run);
    this.#table.forgetScripts(run);
    this.#table.endGrants(run);
  }

  /** A call was not made. @returns the approvals at its place, which are void unless they were used or denied */
  endAt(run: string, place: string): readonly string[] {
    const ids = this.#table.idsAt(run, place);
    for (const id of ids) this.#table.void(run, id);
    return ids;
  }

  /** @returns the approvals at the place of a call in whose stead the given one was requested */
  formerAt(run: string, place: string, id: string): readonly string[] {
    return this.#table.idsAt(run, place).filter((one) => one !== id);
  }

  /**
   * Asks a person about a call.
   * @param keep writes the journal, so that what waits is found again @returns why it cannot be kept
   * @param upstream the state of an upstream that asks for input, as JSON text
   */
  ask(
    binding: AskedCall,
    request: Omit<ApprovalRequest, "number"> & Partial<Pick<InputRequest, "form">>,
    keep: () => JournalProblem | undefined,
    upstream?: string,
  ): ApprovalStatus {
    const { kind, server, args, reason, rule } = request;
    const waiting = this.#table.waitingCount();
    const ofRun = this.#table.summariesOfRun(binding.run, "waiting").length;
    // A run leaves as many places as it has, so that a few runs cannot take those of all others.
    if (ofRun >= Math.min(MAX_WAITING_OF_RUN, MAX_WAITING_APPROVALS - waiting)) {
      const message = `${waiting} requests wait for a person already, which is the maximum.`;
      return { kind: "full", message, retryable: true };
    }
    const problem = keep();
    if (problem !== undefined) {
      const message = `This run cannot wait for a person: ${problem.message}.`;
      // A journal with a gap is not continued when there is room again.
      return problem.isFull ? { kind: "full", message, retryable: false } : { kind: "denied", message };
    }
    const requestedAt = this.#options.now();
    const id = `a_${crypto.getRandomValues(new Uint8Array(12)).toHex()}`;
    const expiresAt = requestedAt + this.#options.expiresMs();
    const approval: Approval = {
      ...binding,
      id,
      server,
      kind,
      state: "waiting",
      args: keptArgs(args),
      ...(request.form && { form: request.form }),
      reason,
      rule,
      requestedAt,
      expiresAt,
    };
    const access = this.#options.accessOf(binding.run);
    this.#table.insert({ approval, access, redactedArgs: redactedArgs(args, this.#options.redact), request: upstream });
    return { kind: "waiting", id };
  }

  #withTime(approvals: readonly Approval[]): readonly Approval[] {
    const lasting = this.#table.lasting(this.#options.now());
    if (lasting.size === 0 && this.openUntil.size === 0) return approvals;
    return approvals.map((approval) => {
      const lastsUntil = lasting.get(approval.id);
      const expiresAt = Math.min(approval.expiresAt, this.openUntil.get(approval.id) ?? Infinity);
      return { ...approval, expiresAt, ...(lastsUntil !== undefined && { lastsUntil }) };
    });
  }

  #grantAll(
    approval: Approval,
    what: ApprovedFor,
    how: DecisionRecord,
    sessionOf: (run: string) => string | undefined,
  ): readonly DecidedApproval[] {
    switch (approval.kind) {
      case "rule":
        return this.#grant(approval, what, how);
      case "package":
        return this.#grantPackage(approval, what, how, sessionOf);
      case "unknown":
      case "input":
        return [];
    }
  }

  /** The package is approved for further scripts, and for those that wait already. */
  #grantPackage(
    approval: Approval,
    what: ApprovedFor,
    how: DecisionRecord,
    sessionOf: (run: string) => string | undefined,
  ): readonly DecidedApproval[] {
    if (what === "once") return [];
    const { run, argsHash } = approval;
    const session = sessionOf(run);
    this.#options.packages.grant(approval, what, { run, session }, how);
    const waiting = this.#table.waiting().filter((other) => {
      if (other.kind !== "package" || other.argsHash !== argsHash) return false;
      if (what === "run") return other.run === run;
      return what !== "session" || sessionOf(other.run) === session;
    });
    return waiting.filter(({ id }) => this.#table.decide(id, "approved", how));
  }

  /** Further calls of the tool are approved, and those that wait already. */
  #grant(approval: Approval, what: ApprovedFor, how: DecisionRecord): readonly DecidedApproval[] {
    if (what === "once" || what === "session" || what === "always") return [];
    const { run, tool, policy } = approval;
    const until = what === "run" ? FOREVER : how.decidedAt + what.minutes * 60_000;
    this.#table.grant(approval, what === "run" ? run : "", until, how.decidedAt);
    const waiting = this.#table.waiting().filter((other) => {
      const isIntended = what !== "run" || other.run === run;
      return isIntended && other.kind === "rule" && other.tool === tool && other.policy === policy;
    });
    return waiting.filter(({ id }) => this.#table.decide(id, "approved", how));
  }
}

/** @returns the responses for the upstream, if it has asked for input; or what is wrong with the answer to its form */
function answerOf(
  { form }: Approval,
  {
    decision,
    content,
    ofClient,
    denial,
  }: Pick<ApprovalDecision, "decision" | "content" | "denial"> & { readonly ofClient: ApprovalDecision["ofClient"] },
): Result<InputResponses | undefined, string> {
  if (form !== undefined) {
    if (decision === "approve") return answerForm(form, content, ofClient);
    // The protocol has no words for a client that refuses: the upstream gets no answer, and the call fails.
    const isTold = form.ofClient === undefined && denial !== "unanswered";
    return { ok: true, value: isTold ? refuseForm(form, denial ?? "decline") : undefined };
  }
  if (Object.keys(content ?? {}).length === 0) return { ok: true, value: undefined };
  return { ok: false, error: "The call waits for approval only; it has no form for input." };
}

const GRANTED: ApprovalStatus = { kind: "approved", consume: () => true };
