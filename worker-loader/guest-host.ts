/**
 * What the guest holds: the single object through which anything leaves its isolate. Every public method of an
 * RpcTarget can be called by a hostile script with anything, so there are five, and each treats its arguments as unknown.
 */
import { RpcTarget } from "cloudflare:workers";
import type { Gate } from "./gate.ts";
import type { CallReply } from "./outcome.ts";

export interface GuestEvents {
  /** The guest has reached a limit. It may not be able to say so when it ends. */
  onLimit(reason: unknown): void;
  /** The script has ended. The run goes on until its calls are answered. */
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
