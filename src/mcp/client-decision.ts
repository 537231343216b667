/** A call that waits for a person, and what the person has said about it over MCP. */
import type { InputDenial } from "../approvals/approval.ts";
import type { InputForm } from "../approvals/input-form.ts";
import { shownArgs } from "../approvals/shown-args.ts";
import { visibleText } from "../lib/visible-text.ts";

const MAX_ARGS_CHARS = 600;

export interface ClientDecision {
  readonly run: string;
  /** Ids of those that the user has seen. */
  readonly approvals: readonly string[];
  readonly decision: "approve" | "deny";
  readonly comment?: string;
  readonly denial?: InputDenial;
  /** The client is asked once: an answer that does not fit is the end of the question. */
  readonly isLast?: boolean;
  /** The answer to the form of an upstream. */
  readonly content?: unknown;
  /** Results of the client itself, by the upstream's names for its requests; "" stands for the only one. */
  readonly ofClient?: Readonly<Record<string, unknown>>;
}

/** The answers of a client's user to the questions about a run. */
export interface ClientDecisions {
  readonly run: string;
  readonly decisions: readonly ClientDecision[];
}

/** Sentences about answers that do not fit the forms of upstreams, by ids of approvals. */
export type UnfitAnswers = ReadonlyMap<string, string>;

/** A call as a question shows it. */
export interface RequestedCall {
  readonly id: string;
  readonly tool: string;
  readonly args: string;
  readonly reason: string;
  /** The server's name in gateway.json. */
  readonly server: string;
  /** `name@version` of the saved script inside the run that makes the call. */
  readonly saved?: string;
  /** Present if the upstream asks for input. */
  readonly form?: InputForm;
  /** Present if it is asked about again: a sentence about the answer before. */
  readonly problem?: string | undefined;
}

/** @returns the tool and its arguments, without hidden characters */
export function callLine({ tool, args, saved }: Pick<RequestedCall, "tool" | "args" | "saved">): string {
  const by = saved === undefined ? "" : ` (called by the saved script ${saved})`;
  return `${visibleText(tool)} ${visibleText(shownArgs(args, MAX_ARGS_CHARS))}${by}`;
}
