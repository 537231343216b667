/** A call that waits for a person, and what the person has said about it over MCP. */
import type { InputForm } from "../approvals/input-form.ts";

export interface ClientDecision {
  readonly run: string;
  /** Ids of those that the user has seen. */
  readonly approvals: readonly string[];
  readonly decision: "approve" | "deny";
  readonly words?: string;
  /** The answer to the form of an upstream. */
  readonly content?: unknown;
  /** Results of the client itself, by the upstream's names for its requests; "" stands for the only one. */
  readonly ofClient?: Readonly<Record<string, unknown>>;
}

/** The answers of a client's user to the questions about a run. */
export interface ClientDecisions {
  readonly run: string;
  readonly words: readonly ClientDecision[];
}

/** A call as the question shows it. */
export interface RequestedCall {
  readonly id: string;
  readonly tool: string;
  readonly args: string;
  readonly reason: string;
  /** The server's name in gateway.json. */
  readonly server: string;
  /** Present if the upstream asks for input. */
  readonly form?: InputForm;
}
