/**
 * Records the calls of a durable run, or of a saved script inside it, and asks people about them. RunApprovals and RunInputs keep the
 * requests, the run's journal keeps the entries.
 */
import type { CallReply } from "../../../worker-loader/index.ts";
import type { AskedCall, CallingScript } from "../../approvals/approval.ts";
import type { InputResponses } from "../../approvals/input-answer.ts";
import type {
  ApprovalRequest,
  ApprovalStatus,
  CallRecorder,
  InputRequest,
  InputStatus,
} from "../../runs/durable/call-recorder.ts";
import type { DurableRequest } from "../../runs/durable/durable-run.ts";
import { sha256Now } from "../../lib/hash.ts";
import { placeOf, type PlacedEntry } from "../../runs/durable/placed-entry.ts";
import type { UnheardCall } from "../../runs/durable/unheard-calls.ts";
import { reasonFor } from "../../runs/imported-packages.ts";
import type { DurableJournal, JournalProblem } from "./durable-journal.ts";
import { packageArgs } from "../store/package-grant-table.ts";
import type { RunApprovals } from "./run-approvals.ts";
import type { RunInputs } from "./run-inputs.ts";
import type { ImportedPackage } from "../../runs/imported-package.ts";

/** A run that is under way. */
export interface RecordedRun {
  readonly request: DurableRequest;
  readonly journal: DurableJournal;
  /** Decided approvals whose calls the Worker has not repeated yet: the run must not park before it has. */
  readonly decidedButNotReplayed: Set<string>;
  /** Tells the run's Worker that a call is kept open for a person. */
  readonly held: (approval: string) => void;
}

export interface RunRecorderParts {
  readonly approvals: RunApprovals;
  readonly inputs: RunInputs;
  /** The saved script inside the run; undefined for the run itself. */
  readonly calledBy: CallingScript | undefined;
  /** Called when a request waits for a person: it lapses at some time. */
  readonly setAlarm: () => void;
}

export class RunRecorder implements CallRecorder {
  readonly #run: string;
  readonly #path: string;
  readonly #live: () => RecordedRun | undefined;
  readonly #parts: RunRecorderParts;

  /** @param path of the saved script inside the run, or "" for the run itself @param live the run while it is under way */
  constructor(run: string, path: string, live: () => RecordedRun | undefined, parts: RunRecorderParts) {
    this.#run = run;
    this.#path = path;
    this.#live = live;
    this.#parts = parts;
  }

  note(entries: readonly PlacedEntry[]): void {
    this.#journal?.note(entries);
  }

  flush(): void {
    this.#journal?.write();
  }

  unheard(number: number): UnheardCall | undefined {
    return this.#journal?.unheard(this.#placeOf(number));
  }

  sent(number: number, how: { readonly isRepeatable: boolean; readonly call: number }): void {
    this.#journal?.sent(this.#path, number, how);
  }

  answered(number: number, reply: CallReply): void {
    this.#journal?.answered(this.#path, number, reply);
    if (reply.ok) return;
    // A call that was refused before its approval was looked at, because its server is gone, uses none.
    const unused = this.#parts.approvals.endAt(this.#run, this.#placeOf(number));
    for (const id of unused) this.#live()?.decidedButNotReplayed.delete(id);
  }

  approval(request: ApprovalRequest): ApprovalStatus {
    return this.#standing(this.#placeOf(request.number), request);
  }

  package(held: ImportedPackage): ApprovalStatus {
    return this.#standing(`${this.#path}#${held.name}`, packageRequest(held));
  }

  input({ number, tool, args }: Pick<ApprovalRequest, "number" | "tool" | "args">): InputStatus {
    const place = this.#placeOf(number);
    if (this.#journal?.hasInput(place) !== true) return NO_INPUT;
    const asked = this.#asking(place, { tool, args, policy: "" });
    if (asked === undefined) return NO_INPUT;
    const standing = this.#parts.inputs.standing(asked.binding);
    if (standing.kind !== "waiting" && standing.id !== undefined) asked.live.decidedButNotReplayed.delete(standing.id);
    const question = this.#journal?.questionOf(place);
    return standing.kind === "answered" && question !== undefined ? { ...standing, question } : standing;
  }

  askInput(request: InputRequest, state: string | undefined): ApprovalStatus {
    const asked = this.#asking(this.#placeOf(request.number), request);
    if (asked === undefined) return RUN_ENDED;
    const keep = (): JournalProblem | undefined => {
      asked.live.journal.inputAsked(this.#path, request.number, request.call);
      return asked.keep();
    };
    const standing = this.#parts.inputs.ask(asked.binding, request, state, keep);
    if (standing.kind === "waiting") this.#parts.setAlarm();
    return standing;
  }

  async holdInput(request: InputRequest): Promise<InputResponses | string | undefined> {
    const asked = this.#asking(this.#placeOf(request.number), request);
    return asked && this.#parts.inputs.hold(asked.binding, request, asked.keep, asked.live.held);
  }

  get #journal(): DurableJournal | undefined {
    return this.#live()?.journal;
  }

  #placeOf(number: number): string {
    return placeOf(this.#path, number);
  }

  #standing(place: string, request: Omit<ApprovalRequest, "number">): ApprovalStatus {
    const asked = this.#asking(place, request);
    if (asked === undefined) return RUN_ENDED;
    const standing = this.#parts.approvals.standing(asked.binding, request, asked.keep);
    if (standing.kind === "waiting") {
      this.#parts.setAlarm();
      // A decision about the former call need not be told any more: the new request takes its place.
      for (const id of this.#parts.approvals.formerAt(this.#run, place, standing.id))
        asked.live.decidedButNotReplayed.delete(id);
    } else if (standing.kind !== "full" && standing.id !== undefined)
      asked.live.decidedButNotReplayed.delete(standing.id);
    return standing;
  }

  /** @returns what a request to a person is bound to, and what writes the run's journal; undefined when the run has ended */
  #asking(place: string, { tool, args, policy }: Pick<ApprovalRequest, "tool" | "args" | "policy">) {
    const live = this.#live();
    if (live === undefined) return undefined;
    const script = sha256Now(live.request.opening.code);
    const { calledBy } = this.#parts;
    const call = { run: this.#run, place, tool, argsHash: sha256Now(args), policy, script };
    const binding: AskedCall = { ...call, ...(calledBy && { calledBy }) };
    const keep = (): JournalProblem | undefined => {
      live.journal.write();
      return live.journal.problem;
    };
    return { live, binding, keep };
  }
}

const NO_INPUT: InputStatus = { kind: "none" };
const RUN_ENDED: ApprovalStatus = { kind: "denied", message: "The run has ended." };

/** An approval of a package holds for its run, whatever the policy says of calls. */
function packageRequest(held: ImportedPackage): Omit<ApprovalRequest, "number"> {
  return {
    kind: "package",
    server: "package",
    tool: `package ${held.name}@${held.version}`,
    args: packageArgs(held),
    reason: reasonFor(held),
    rule: "",
    policy: "",
  };
}
