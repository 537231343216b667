/**
 * What the guest holds: the single object through which anything leaves its isolate. Every public method of an
 * RpcTarget can be called by a hostile script with anything, so there are four, and each treats its argument as unknown.
 */
import { RpcTarget } from "cloudflare:workers";
import type { Gate } from "./gate.ts";
import type { CallReply } from "./outcome.ts";

export class GuestHost extends RpcTarget {
  readonly #gate: Gate;
  readonly #onLimit: (reason: unknown) => void;

  /** @param onLimit the guest has reached a limit; it may not come to say so in its report */
  constructor(gate: Gate, onLimit: (reason: unknown) => void) {
    super();
    this.#gate = gate;
    this.#onLimit = onLimit;
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
    this.#onLimit(reason);
  }
}
