/** Shows the approvals of a principal's runs to people, and takes their decisions. A run with more access than the person's is withheld. */
import type {
  Approval,
  ApprovalChannel,
  ApprovalDecision,
  ApprovalFilter,
  ApprovalKind,
  Decided,
  DecisionRefusal,
  LinkedApprovals,
  ShownApproval,
} from "../../approvals/approval.ts";
import { FULL_ACCESS, covers, isNarrowed, type Access } from "../../auth/principal.ts";
import { MAX_WAITING_OF_RUN } from "../../limits/durable-limits.ts";
import type { DurableRequest } from "../../runs/durable/durable-run.ts";
import { beginningOf } from "./calling-script.ts";
import type { DecidedApproval, RunApprovals } from "./run-approvals.ts";
import type { ApprovalTable } from "../store/approval-table.ts";
import type { DurableRunTable } from "../store/durable-run-table.ts";

export interface RunDecisionsOptions {
  readonly approvals: RunApprovals;
  readonly approvalTable: ApprovalTable;
  readonly table: DurableRunTable;
  /** @returns undefined when the run has ended or is unknown */
  readonly requestOf: (run: string) => DurableRequest | undefined;
  readonly onDecided: (approval: DecidedApproval, channel: ApprovalChannel) => void;
  /** A run waits for an approval that another policy has asked for, and that is void now. */
  readonly onOutdated: (run: string) => void;
  /** An answer does not fit the form of an upstream. */
  readonly onUnfit: (approval: string, problem: string) => void;
}

/** Limit on the approvals of one answer, which is one message of at most 32 MB. The oldest are decided first; the next answer has the others. */
const MAX_ANSWER_CHARS = 8_000_000;

export class RunDecisions {
  readonly #options: RunDecisionsOptions;

  constructor(options: RunDecisionsOptions) {
    this.#options = options;
  }

  /** @returns "wider" when the run has more access than `access`, undefined when there is no such approval */
  async decide(id: string, decision: ApprovalDecision, access: Access): Promise<Decided | DecisionRefusal | undefined> {
    const { approvals, requestOf, onDecided, onOutdated, onUnfit } = this.#options;
    const sessionOf = (run: string): string | undefined => requestOf(run)?.opening.session;
    const approval = approvals.get(id);
    if (approval !== undefined) {
      if (!this.#reaches(access, approval.run)) return "wider";
      const refusal = refusalOf(decision, approval.kind, access, sessionOf(approval.run));
      if (refusal !== undefined && approval.state === "waiting") return refusal;
    }
    const answer = await approvals.decide(id, decision, sessionOf);
    for (const one of answer?.all ?? []) onDecided(one, decision.channel);
    const decided = answer?.decided;
    if (decided?.ok === false && decided.why === "invalid") onUnfit(id, decided.problem);
    if (approval !== undefined && decided?.ok === false && decided.why === "changed") onOutdated(approval.run);
    return decided;
  }

  /**
   * Ends an approval for minutes.
   * @returns "wider" for credentials that could not give it, "none" if it does not hold for minutes, or not any more
   */
  withdraw(id: string, access: Access): "withdrawn" | "none" | "wider" {
    if (isNarrowed(access)) return "wider";
    return this.#options.approvals.withdraw(id) ? "withdrawn" : "none";
  }

  get(id: string): ShownApproval | undefined {
    const approval = this.#options.approvals.get(id);
    return approval && this.#withScripts([approval])[0];
  }

  /** @returns approvals with the scripts of their runs, without runs that have more access than `access` */
  list(filter: ApprovalFilter, limit: number, access: Access): readonly ShownApproval[] {
    // The limit counts what is shown: otherwise others' approvals would take the places of those that narrow credentials see.
    const isShown = isNarrowed(access) ? (run: string): boolean => this.#reaches(access, run) : undefined;
    const found = this.#withScripts(this.#options.approvals.list(filter, limit, isShown));
    // A list of all states has the newest approvals, so that those that wait are among them.
    return filter.state === undefined ? fitting(found.toReversed()).toReversed() : fitting(found);
  }

  /** Adds the script that makes each call. That of a run is read once: its request can be long. */
  #withScripts(approvals: readonly Approval[]): readonly ShownApproval[] {
    const codes = new Map<string, string>();
    const codeOf = (run: string): string => {
      const code = codes.get(run) ?? beginningOf(this.#options.requestOf(run)?.opening.code ?? "");
      codes.set(run, code);
      return code;
    };
    return approvals.map(({ calledBy, ...approval }) => ({
      ...approval,
      ...(calledBy ?? { code: codeOf(approval.run) }),
    }));
  }

  /** Access that is not known is taken for the widest. */
  #reaches(access: Access, run: string): boolean {
    return !isNarrowed(access) || covers(access, this.#options.approvals.accessOf(run) ?? FULL_ACCESS);
  }

  /**
   * @param ticket of a link to approvals
   * @returns "wider" when the run has more access than `access`, undefined when there is no such run or it has ended
   */
  ofLink(ticket: string, access: Access): LinkedApprovals | "wider" | undefined {
    const row = this.#options.table.byTicket(ticket);
    if (row === undefined || row.state === "ended") return undefined;
    const request = JSON.parse(row.request) as DurableRequest;
    if (!covers(access, request.owner.access)) return "wider";
    const waiting = this.#options.approvalTable.ofRun(row.id, "waiting", MAX_WAITING_OF_RUN);
    return { run: row.id, approvals: fitting(this.#withScripts(waiting)) };
  }
}

/** An approval for minutes, for a session or for good counts for runs of other keys of the principal, so a narrowed key cannot give it. */
function refusalOf(
  { decision, for: what }: ApprovalDecision,
  kind: ApprovalKind,
  access: Access,
  session: string | undefined,
): DecisionRefusal | undefined {
  if (decision === "deny" || what === "once" || what === "run") return undefined;
  if (typeof what === "string" && kind !== "package") return "packages only";
  if (isNarrowed(access)) return "wider";
  return what === "session" && session === undefined ? "no session" : undefined;
}

/** The first of them, as many as one answer may have. */
function fitting(approvals: readonly ShownApproval[]): readonly ShownApproval[] {
  let chars = 0;
  const end = approvals.findIndex((approval) => (chars += JSON.stringify(approval).length) > MAX_ANSWER_CHARS);
  return end === -1 ? approvals : approvals.slice(0, end);
}
