/** What a RunHost needs so that a call of a durable run is made once, however often the run is cut off. The Gateway implements it. */
import type { CallReply } from "../../../worker-loader/index.ts";
import type { PlacedEntry } from "./placed-entry.ts";

export interface ApprovalWish {
  readonly number: number;
  readonly kind: "rule" | "unknown";
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

export type ApprovalStanding =
  /** @returns false when somebody else has used it meanwhile */
  | { readonly kind: "approved"; readonly id?: string; readonly consume: () => boolean }
  | { readonly kind: "waiting"; readonly id: string }
  | { readonly kind: "denied"; readonly id?: string; readonly message: string };

export interface CallKeeper {
  /** What the run's Worker has recorded before this call; written with the next thing that has to be kept. */
  note(entries: readonly PlacedEntry[]): void;
  /** Writes what was noted. */
  flush(): void;
  /** It was sent in an earlier life of the run, and no answer was heard. */
  isUnknown(number: number): boolean;
  /** Written before the call leaves. */
  sent(number: number): void;
  /** Written before the script hears of it. */
  answered(number: number, reply: CallReply): void;
  /** How a call stands that a person has to approve; the first time somebody is asked. */
  approval(wish: ApprovalWish): ApprovalStanding;
}

/** A call of a durable run as its Worker asks for it. */
export interface DurableCall {
  readonly number: number;
  readonly entries: readonly PlacedEntry[];
}

/** In place of a reply: the call waits for a person. */
export interface WaitingReply {
  /** Id of the approval. */
  readonly waiting: string;
}
