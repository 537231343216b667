/** Receives the calls that pass a RunHost. The Gateway records them; a host without a ledger has no journal. */
import type { InspectedReply } from "../../enforcement/call-data.ts";
import type { ToolCall } from "../../../worker-loader/index.ts";
import type { CallAnswer } from "../../ledger/run-record.ts";
import type { AnswerForm } from "../../upstream/answer-form.ts";
import type { CallOutcome } from "../../upstream/call-outcome.ts";
import type { ToolDefinition } from "../../upstream/connector.ts";
import type { Ruling } from "../../enforcement/ruling.ts";

export interface CallJournal {
  /** Never sent: wrong server, wrong arguments, not allowed. @param ruling of the policy, where it was asked */
  refused(call: ToolCall, error: { readonly code: string; readonly message: string }, ruling?: Ruling): void;
  /** Answered without being sent, because the run is a dry run. */
  notSent(call: ToolCall): void;
  /** Before it is sent. What this writes is durable before the request leaves the Gateway. @returns to be told of the answer */
  sent(call: ToolCall, tool: ToolDefinition, how?: SentHow): SentCallEntry;
  /** Lines of the script's log so far, beyond those that were told before. */
  logged(lines: readonly string[]): void;
}

export interface SentHow {
  readonly ruling?: Ruling | undefined;
  readonly form?: AnswerForm;
  /** Number of the call of the run that is sent again. */
  readonly repeats?: number | undefined;
}

export interface SentCallEntry {
  /** Number of the call in the record of the run. */
  readonly number: number;
  /** The trace that the upstream is told (W3C Trace Context). */
  readonly traceparent?: string;
  /**
   * @param answer of the script, which may have less of it than the outcome: a result can be withheld, and a raw result can say that the tool failed
   * @param attempts how often it was sent @param inspected what rules about data found in the answer
   */
  answered(answer: CallAnswer, attempts: number, outcome: CallOutcome, inspected?: InspectedReply): void;
  /** The answer was a question to a person, and the call is sent again with the answer to it: it has not failed. Called after `answered`. */
  waits(): void;
}
