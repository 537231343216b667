/** The interface by which a RunHost makes each call of a durable run once, however often the run is cut off. The Gateway implements it. */
import type { CallReply } from "../../../worker-loader/index.ts";
import type { InputForm } from "../../approvals/input-form.ts";
import type { InputResponses } from "../../approvals/input-answer.ts";
import type { PlacedEntry } from "./placed-entry.ts";
import type { UnheardCall } from "./unheard-calls.ts";
import type { ImportedPackage } from "../imported-package.ts";

export interface ApprovalRequest {
  readonly number: number;
  readonly kind: "rule" | "unknown" | "input" | "package";
  /** The server's name in gateway.json. */
  readonly server: string;
  /** `server.tool` with the names that rules are written with. */
  readonly tool: string;
  /** JSON text, as the guest writes it. */
  readonly args: string;
  readonly reason: string;
  /** JSON pointer into the policy document. */
  readonly rule: string;
  /** Hash of the policy document. */
  readonly policy: string;
}

/** An upstream's request for a person's input during a call. */
export interface InputRequest extends ApprovalRequest {
  /** Number of the call in the record of the run. */
  readonly call: number;
  readonly form: InputForm;
}

/** The state of the latest input that the upstream asked for at a place of the run. */
export type InputStatus =
  | { readonly kind: "none" }
  | { readonly kind: "waiting"; readonly id: string }
  | { readonly kind: "lapsed"; readonly message: string }
  | {
      readonly kind: "answered";
      /** The upstream's own state, which is sent back as it came. */
      readonly state: string | undefined;
      /** Hash of the policy document under which a person has approved the call, or "". */
      readonly approvedUnder: string;
      /** Number of the call that the upstream answered with its question; undefined in a journal of an earlier version. */
      readonly question?: number;
      /** @returns undefined if the answer was sent meanwhile, or cannot be read any more */
      readonly take: () => Promise<InputResponses | undefined>;
    };

export type ApprovalStatus =
  /** @returns false if another call has used the approval meanwhile */
  | { readonly kind: "approved"; readonly id?: string; readonly consume: () => boolean }
  | { readonly kind: "waiting"; readonly id: string }
  | { readonly kind: "denied"; readonly id?: string; readonly message: string }
  /** Too many requests wait already, so that no person was asked. @param retryable false if this run cannot ask later either */
  | { readonly kind: "full"; readonly message: string; readonly retryable: boolean };

export interface CallRecorder {
  /** Collects entries that the run's Worker recorded before this call; they are written with the next entry that has to be stored. */
  note(entries: readonly PlacedEntry[]): void;
  /** Writes the collected entries. */
  flush(): void;
  /** @returns the call if it was sent before the run was interrupted, and its answer was not heard */
  unheard(number: number): UnheardCall | undefined;
  /**
   * Records that a call is sent; it is written before the call is sent.
   * @param how whether the call may be sent again without asking anybody, and its number in the record of the run
   */
  sent(number: number, how: { readonly isRepeatable: boolean; readonly call: number }): void;
  /**
   * Records the answer. It is written before the script receives it; that of a repeatable call together with what is written next, and so
   * before anything that the script does with it has an effect.
   */
  answered(number: number, reply: CallReply): void;
  /** The state of the approval of a call. The first request for it creates the approval. */
  approval(request: ApprovalRequest): ApprovalStatus;
  /** The input that the upstream has asked for at this place. */
  input(call: Pick<ApprovalRequest, "number" | "tool" | "args">): InputStatus;
  /** Asks a person for input; the call is sent again with the answer. @param state the upstream's own, which is sent back */
  askInput(request: InputRequest, state: string | undefined): ApprovalStatus;
  /**
   * Asks a person while the call is open.
   * @returns undefined when no person has answered in time, or none can be asked; a text when only an answer came that cannot be used: why,
   * as the end of a sentence about the upstream
   */
  holdInput(request: InputRequest): Promise<InputResponses | string | undefined>;
  /** As `approval`, of a package that the script imports. */
  package(held: ImportedPackage): ApprovalStatus;
}

/** A call of a durable run as its Worker requests it. */
export interface DurableCall {
  readonly number: number;
  readonly entries: readonly PlacedEntry[];
}

/** Returned in place of a reply if the call waits for a person. */
export interface WaitingReply {
  /** Id of the approval. */
  readonly waiting: string;
}
