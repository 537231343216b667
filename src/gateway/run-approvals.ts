/** The approvals of a principal's runs: asked for, decided on, used. What becomes of the runs is the caller's. */
import type {
  Approval,
  ApprovalDecision,
  ApprovalFilter,
  ApprovalState,
  ApprovedFor,
  Binding,
  Decided,
} from "../approvals/approval.ts";
import { decideOn, denialOf, isSameCall } from "../approvals/approval.ts";
import type { ApprovalStanding, ApprovalWish } from "../runs/durable/call-keeper.ts";
import { MAX_WAITING_APPROVALS, MAX_WAITING_OF_RUN } from "../limits/durable-limits.ts";
import { ApprovalTable } from "./store/approval-table.ts";

/** A grant for a run ends with it. */
const FOREVER = Number.MAX_SAFE_INTEGER;

export interface RunApprovalsOptions {
  readonly storage: DurableObjectStorage;
  readonly now: () => number;
  readonly expiresMs: () => number;
}

/** An approval that was decided on. */
export interface DecidedApproval {
  readonly run: string;
  readonly id: string;
}

export class RunApprovals {
  readonly #table: ApprovalTable;
  readonly #now: () => number;
  readonly #expiresMs: () => number;

  constructor({ storage, now, expiresMs }: RunApprovalsOptions) {
    this.#table = new ApprovalTable(storage);
    this.#now = now;
    this.#expiresMs = expiresMs;
  }

  /**
   * How a call stands that a person has to approve. The first time it is asked for.
   * @param keep writes the journal, so that what waits is found again @returns why it cannot be kept
   */
  standing(binding: Binding, wish: ApprovalWish, keep: () => string | undefined): ApprovalStanding {
    const { run, place } = binding;
    if (wish.kind === "rule" && this.#table.isGranted(binding, this.#now())) return GRANTED;
    const last = this.#table.at(run, place);
    if (last && last.kind === wish.kind && isSameCall(last, binding)) {
      switch (last.state) {
        case "approved":
          return { kind: "approved", id: last.id, consume: () => this.#table.consume(last.id, binding, this.#now()) };
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
    return this.#ask(binding, wish, keep);
  }

  /** A person decides. @returns with what else is decided by it; undefined when there is no such approval */
  decide(
    id: string,
    { decision, for: what, words, by, door }: ApprovalDecision,
  ): { readonly decided: Decided; readonly all: readonly DecidedApproval[] } | undefined {
    const now = this.#now();
    const approval = this.#table.get(id);
    if (approval === undefined) return undefined;
    const decided = decideOn(approval, decision, now);
    if (!decided.ok) return { decided, all: [] };
    const how = { decidedAt: now, decidedBy: by, door, ...(words !== undefined && { words }) };
    if (!this.#table.decide(id, decided.state, how)) {
      const state = this.#table.get(id)?.state ?? "void";
      return { decided: { ok: false, why: state === "waiting" ? "expired" : state }, all: [] };
    }
    const isGrant = decision === "approve" && approval.kind === "rule";
    const others = isGrant ? this.#grant(approval, what, how) : [];
    return { decided, all: [{ run: approval.run, id }, ...others] };
  }

  get(id: string): Approval | undefined {
    return this.#table.get(id);
  }

  list(filter: ApprovalFilter, limit: number): readonly Approval[] {
    return this.#table.list(filter, limit);
  }

  ofRun(run: string, state: ApprovalState): readonly Approval[] {
    return this.#table.ofRun(run).filter((approval) => approval.state === state);
  }

  /** @returns the runs whose approvals lapse now */
  expire(now: number): readonly string[] {
    return this.#table.expire(now);
  }

  nextExpiry(): number | undefined {
    return this.#table.nextExpiry();
  }

  /** The run is over: nothing that was approved for it is worth anything any more. */
  end(run: string): void {
    this.#table.void(run);
    this.#table.endGrants(run);
  }

  #ask(
    binding: Binding,
    { kind, server, args, reason, rule }: ApprovalWish,
    keep: () => string | undefined,
  ): ApprovalStanding {
    const waiting = this.#table.waitingCount();
    if (waiting >= MAX_WAITING_APPROVALS || this.ofRun(binding.run, "waiting").length >= MAX_WAITING_OF_RUN) {
      return { kind: "denied", message: `${waiting} calls wait for a person already; no more are taken.` };
    }
    const problem = keep();
    if (problem !== undefined) {
      return { kind: "denied", message: `This run cannot wait for a person: ${problem}.` };
    }
    const requestedAt = this.#now();
    const id = `a_${crypto.getRandomValues(new Uint8Array(12)).toHex()}`;
    const expiresAt = requestedAt + this.#expiresMs();
    this.#table.insert({ ...binding, id, server, kind, state: "waiting", args, reason, rule, requestedAt, expiresAt });
    return { kind: "waiting", id };
  }

  /** Further calls of the tool are approved, and those that wait already. */
  #grant(
    approval: Approval,
    what: ApprovedFor,
    how: Required<Pick<Approval, "decidedAt" | "decidedBy" | "door">>,
  ): readonly DecidedApproval[] {
    if (what === "once") return [];
    const { run, tool, policy } = approval;
    const until = what === "run" ? FOREVER : how.decidedAt + what.minutes * 60_000;
    this.#table.grant(approval, what === "run" ? run : "", until, how.decidedAt);
    const waiting = this.#table.list({ state: "waiting" }, MAX_WAITING_APPROVALS).filter((other) => {
      const isMeant = what !== "run" || other.run === run;
      return isMeant && other.kind === "rule" && other.tool === tool && other.policy === policy;
    });
    return waiting.filter(({ id }) => this.#table.decide(id, "approved", how));
  }
}

const GRANTED: ApprovalStanding = { kind: "approved", consume: () => true };
