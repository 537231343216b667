/**
 * The host objects that a guest gets: the only ones through which anything leaves its isolate. Every public method of an RpcTarget can be
 * called by a hostile script with any arguments, so there are few methods, and each treats its arguments as unknown.
 */
import { RpcTarget } from "cloudflare:workers";
import { MAX_NAME_LENGTH, isQuestion, isToolCall, type Gate, type GateEntry } from "./gate.ts";
import type { RunLimits } from "./limits.ts";
import type { CallReply } from "./outcome.ts";
import type { Settlement, Timeline } from "./timeline.ts";

export interface GuestEvents {
  /** Called when the guest has reached a limit. It may be unable to report the limit when it ends. */
  onLimit(reason: unknown): void;
  /** Called when the script has ended. The run continues until its calls are answered. */
  onSettled(report: unknown, unanswered: unknown): void;
}

export class GuestHost extends RpcTarget {
  readonly #gate: Gate;
  readonly #events: GuestEvents;

  constructor(gate: Gate, events: GuestEvents) {
    super();
    this.#gate = gate;
    this.#events = events;
  }

  call(call: unknown): Promise<CallReply> {
    return this.#gate.call(call);
  }

  ask(question: unknown): Promise<CallReply> {
    return this.#gate.ask(question);
  }

  log(from: unknown, lines: unknown): void {
    this.#gate.log(from, lines);
  }

  limit(reason: unknown): void {
    this.#events.onLimit(reason);
  }

  settle(report: unknown, unanswered: unknown): void {
    this.#events.onSettled(report, unanswered);
  }
}

/**
 * The host object of a durable run: everything that resumes the script has a place in the order that its timeline records. A call with
 * arguments that the harness would never send gets no answer.
 */
export class DurableGuestHost extends RpcTarget {
  readonly #gate: Gate;
  readonly #events: GuestEvents;
  readonly #timeline: Timeline;
  readonly #limits: Pick<RunLimits, "maxArgsLength" | "maxQuestionLength">;

  constructor(
    gate: Gate,
    events: GuestEvents,
    timeline: Timeline,
    limits: Pick<RunLimits, "maxArgsLength" | "maxQuestionLength">,
  ) {
    super();
    this.#gate = gate;
    this.#events = events;
    this.#timeline = timeline;
    this.#limits = limits;
  }

  async call(call: unknown, turn: unknown): Promise<Settlement> {
    if (!isToolCall(call) || !isCount(turn) || call.args.length > this.#limits.maxArgsLength) return NEVER;
    const { args, raw } = call;
    const names = { server: recordedName(call.server), tool: recordedName(call.tool) };
    return this.#timeline.ask({ kind: "call", ...names, args, raw }, turn, (number) =>
      this.#gate.call(call, this.#entry(number)),
    );
  }

  async ask(question: unknown, turn: unknown): Promise<Settlement> {
    if (!isQuestion(question) || !isCount(turn) || question.args.length > this.#limits.maxQuestionLength) return NEVER;
    const { args } = question;
    return this.#timeline.ask({ kind: "question", service: recordedName(question.service), args }, turn, (number) =>
      this.#gate.ask(question, this.#entry(number)),
    );
  }

  async timer(ms: unknown, turn: unknown, id: unknown): Promise<Settlement | undefined> {
    if (typeof ms !== "number" || !(ms >= 0) || !isCount(turn) || !isCount(id)) return NEVER;
    return this.#timeline.timer(Math.min(ms, MAX_TIMER_MS), turn, id);
  }

  clear(id: unknown): void {
    if (isCount(id)) this.#timeline.clear(id);
  }

  /** Resolves when the guest has to report again. */
  async rest(requests: unknown, turn: unknown): Promise<boolean> {
    return isCount(requests) && isCount(turn) ? this.#timeline.rest(requests, turn) : NEVER;
  }

  log(from: unknown, lines: unknown): void {
    this.#gate.log(from, lines);
  }

  limit(reason: unknown): void {
    this.#events.onLimit(reason);
  }

  settle(report: unknown, unanswered: unknown): void {
    this.#events.onSettled(report, unanswered);
  }

  #entry(number: number): GateEntry {
    return { number, mark: (state) => this.#timeline.mark(number, state) };
  }
}

/** Ten years: a timer that is due later is due then. */
const MAX_TIMER_MS = 315_360_000_000;
const NEVER = new Promise<never>(() => undefined);

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/**
 * Names that the gate refuses are cut, because a script can make up 20,000 names of a megabyte. One character more than a name may have is
 * left, so that no recorded request of another name equals this one. A slice alone would keep the whole text in memory.
 */
function recordedName(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name;
  return JSON.parse(JSON.stringify(name.slice(0, MAX_NAME_LENGTH + 1))) as string;
}
