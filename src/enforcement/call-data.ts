/**
 * Applies rules about personal data and secrets to a call. The RunHost opens the arguments before it checks and sends them, and
 * has every answer inspected before anything else sees it.
 */
import type { CallFailure, CallReply } from "../../worker-loader/index.ts";
import type { DataVerdict } from "../policy/data/data-texts.ts";
import type { BodyBytes } from "../upstream/connector.ts";
import type { Ruling } from "./ruling.ts";

export interface CallData {
  /**
   * Never throws: what cannot be inspected is refused.
   * @param args JSON text, as the script gave it
   * @param bytes a body that is sent with them, in which nothing can be replaced
   */
  open(args: string, bytes?: BodyBytes): Promise<OpenedArguments>;
}

export type OpenedArguments = OpenedCall | RefusedArguments;

export interface RefusedArguments {
  readonly ok: false;
  readonly error: CallFailure;
  readonly ruling: Ruling;
  /** JSON text without the values that were found. */
  readonly recorded: string;
}

export interface OpenedCall {
  readonly ok: true;
  /** JSON text that is sent: redacted, with the values of tokens. */
  readonly sent: string;
  /** JSON text that is recorded and shown to people: redacted, with tokens. */
  readonly recorded: string;
  readonly marks: readonly DataVerdict[];
  /** True if results are changed or withheld, so that their shape must not be learnt from the original. */
  readonly changesResults: boolean;
  /** A message that may repeat the arguments, or that the upstream wrote. */
  message(text: string): Promise<string>;
  /** Never throws: what cannot be inspected is withheld. @param bytes of the answer, in which nothing can be replaced */
  reply(reply: CallReply, bytes?: BodyBytes): Promise<InspectedReply>;
}

export interface InspectedReply {
  readonly reply: CallReply;
  readonly marks: readonly DataVerdict[];
  /** JSON pointer of the rule that withheld the result. */
  readonly deniedBy?: string;
}
