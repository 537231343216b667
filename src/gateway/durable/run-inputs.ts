/**
 * The input that upstreams ask persons for during calls. A call that can be sent again with the answer waits like one that has to be
 * approved; one that stays open (2025-era upstreams) waits in memory, for a short time.
 */
import type { InputResponses } from "../../approvals/input-answer.ts";
import { denialOf, type Approval, type AskedCall, type Binding } from "../../approvals/approval.ts";
import type { ApprovalStatus, InputRequest, InputStatus } from "../../runs/durable/call-recorder.ts";
import { MAX_INPUT_ROUNDS } from "../../limits/input-limits.ts";
import type { JournalProblem } from "./durable-journal.ts";
import type { RunApprovals } from "./run-approvals.ts";
import type { SealedAnswers } from "./sealed-answers.ts";
import type { ApprovalTable } from "../store/approval-table.ts";

export interface RunInputsOptions {
  readonly table: ApprovalTable;
  readonly now: () => number;
  /** How long a call is kept open for a person's answer, in milliseconds. */
  readonly waitMs: () => number;
  readonly approvals: RunApprovals;
  readonly answers: SealedAnswers;
}

interface HeldCall {
  readonly run: string;
  readonly answer: (responses: InputResponses | undefined) => void;
  /** The reason why there is no answer, as the end of a sentence about the upstream: that of the last answer that could not be used. */
  problem?: string;
}

const NONE = { kind: "none" } as const;

export class RunInputs {
  readonly #options: RunInputsOptions;
  readonly #table: ApprovalTable;
  /** Open calls by the ids of their requests. */
  readonly #held = new Map<string, HeldCall>();

  constructor(options: RunInputsOptions) {
    this.#options = options;
    this.#table = options.table;
  }

  /** @param call the policy under which the call was approved is not known before the input is found */
  standing(call: Omit<Binding, "policy">): InputStatus & { readonly id?: string } {
    const last = this.#table.at(call.run, call.place);
    if (last?.kind !== "input" || !isOf(last, call)) return NONE;
    const { id, state, policy } = last;
    const { request, answer } = this.#table.input(id) ?? {};
    if (state === "waiting") return typeof request === "string" ? { kind: "waiting", id } : NONE;
    const isRefused = state === "denied" && typeof answer !== "string";
    if ((state === "expired" || state === "void" || isRefused) && typeof request === "string")
      return { kind: "lapsed", id, message: denialOf(last) };
    if (typeof request !== "string" || typeof answer !== "string") return NONE;
    const { state: upstreamState } = JSON.parse(request) as { readonly state?: string };
    return {
      kind: "answered",
      id,
      state: upstreamState,
      approvedUnder: policy,
      take: () => this.#take(id, call, answer),
    };
  }

  /** @param keep writes the journal @returns never "approved" */
  ask(
    binding: AskedCall,
    request: InputRequest,
    state: string | undefined,
    keep: () => JournalProblem | undefined,
  ): ApprovalStatus {
    const { run, place, tool } = binding;
    if (this.#table.inputCount(run, place) >= MAX_INPUT_ROUNDS) {
      const message = `${tool} asked for a person's input more than ${MAX_INPUT_ROUNDS} times during one call.`;
      return { kind: "denied", message };
    }
    return this.#options.approvals.ask(binding, request, keep, JSON.stringify({ state }));
  }

  /**
   * Resolves when a person has answered; with undefined after the time for it, or when the run ends.
   * @param onHeld called with the id of the request when it can be answered
   * @returns why there is no answer, as the end of a sentence about the upstream, if only an answer came that could not be used
   */
  async hold(
    binding: AskedCall,
    request: InputRequest,
    keep: () => JournalProblem | undefined,
    onHeld: (id: string) => void,
  ): Promise<InputResponses | string | undefined> {
    const { run, place } = binding;
    if (this.#table.inputCount(run, place) >= MAX_INPUT_ROUNDS) return undefined;
    const asked = this.#options.approvals.ask(binding, request, keep);
    if (asked.kind !== "waiting") return undefined;
    const { id } = asked;
    const { promise, resolve } = Promise.withResolvers<InputResponses | undefined>();
    const held: HeldCall = { run, answer: resolve };
    this.#held.set(id, held);
    const waitMs = this.#options.waitMs();
    this.#options.approvals.openUntil.set(id, this.#options.now() + waitMs);
    onHeld(id);
    const timer = setTimeout(() => resolve(undefined), waitMs);
    const responses = await promise;
    clearTimeout(timer);
    this.#held.delete(id);
    this.#options.approvals.openUntil.delete(id);
    if (responses !== undefined) return responses;
    this.#table.void(run, id);
    return held.problem;
  }

  /** An answer did not fit its form. A person can give another one while the call is open. */
  unfit(id: string, problem: string): void {
    const held = this.#held.get(id);
    if (held !== undefined) held.problem = `${UNFIT}: ${endOfSentence(problem)}`;
  }

  /** An approval was decided or has lapsed. @returns true if an open call waited for it */
  decided(id: string): boolean {
    const held = this.#held.get(id);
    if (held === undefined) return false;
    const { answer } = this.#table.input(id) ?? {};
    const approval = this.#table.get(id);
    if (approval?.comment !== undefined)
      held.problem ??= `asked for a person's input, which was not given: ${endOfSentence(approval.comment)}`;
    if (approval === undefined || typeof answer !== "string") held.answer(undefined);
    else void this.#take(id, approval, answer).then(held.answer, () => held.answer(undefined));
    return true;
  }

  /** @returns undefined if it was taken before */
  async #take(id: string, call: Omit<Binding, "policy">, answer: string): Promise<InputResponses | undefined> {
    // Erased before it is read, so that it is handed out once.
    const isTaken = this.#table.takeInput(id, call, this.#options.now());
    return isTaken ? this.#options.answers.open(id, answer) : undefined;
  }

  /** The run is over: its open calls wait no longer. */
  end(run: string): void {
    for (const held of this.#held.values()) if (held.run === run) held.answer(undefined);
  }
}

function isOf(approval: Approval, { tool, argsHash, script }: Omit<Binding, "policy">): boolean {
  return approval.tool === tool && approval.argsHash === argsHash && approval.script === script;
}

const UNFIT = "asked for a person's input, and the given answer does not match its form";

function endOfSentence(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, "");
}
