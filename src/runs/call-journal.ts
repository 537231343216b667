/** What a RunHost tells of what passes it. The Gateway writes it down; a host without a ledger has none. */
import type { Ruling } from "../enforcement/call-guard.ts";
import type { AskedCall, CallAnswer } from "../ledger/run-record.ts";
import type { ToolDefinition } from "../upstream/connector.ts";

export interface CallJournal {
  /** Never sent: wrong server, wrong arguments, not allowed. @param ruling of the policy, where it was asked */
  refused(call: AskedCall, error: { readonly code: string; readonly message: string }, ruling?: Ruling): void;
  /**
   * Before it is sent. What this writes is durable before the request leaves the Gateway.
   * @returns to be told of the answer
   */
  sent(call: AskedCall, tool: ToolDefinition, ruling?: Ruling): SentCallEntry;
  /** Lines of the script's log so far, beyond those that were told before. */
  logged(lines: readonly string[]): void;
}

export interface SentCallEntry {
  /** What the upstream is told of where the call belongs (W3C Trace Context). */
  readonly traceparent?: string;
  /** @param attempts how often it was sent. @param heard whether what became of it is known */
  answered(answer: CallAnswer, attempts: number, heard: "heard" | "unheard"): void;
}
