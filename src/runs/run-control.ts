/** The Worker's end of a run that goes on, held by the Gateway so that others can end it. */
import { RpcTarget } from "cloudflare:workers";

export class RunControl extends RpcTarget {
  readonly #cancelled = new AbortController();

  /** Aborted with the reason as a text. */
  get signal(): AbortSignal {
    return this.#cancelled.signal;
  }

  /** Told of every approval that a person has decided on. */
  onDecided: ((approval: string) => void) | undefined;

  decided(approval: string): void {
    this.onDecided?.(approval);
  }

  cancel(reason: string): void {
    this.#cancelled.abort(reason);
  }
}
