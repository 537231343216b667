/** The Worker's end of a run that goes on, held by the Gateway so that others can end it. */
import { RpcTarget } from "cloudflare:workers";
import type { LogMessage } from "../lib/log-message.ts";
import type { Progress } from "./services/progress.ts";

export class RunControl extends RpcTarget {
  readonly #cancelled = new AbortController();

  /** Aborted with the reason as a text. */
  get signal(): AbortSignal {
    return this.#cancelled.signal;
  }

  /** Called with every approval that a person has decided. */
  onDecided: ((approval: string) => void) | undefined;

  decided(approval: string): void {
    this.onDecided?.(approval);
  }

  /** Called when a client asks its user what the run waits for. */
  onAsking: (() => void) | undefined;
  #isAsking = false;

  /** May be called before the run's Worker listens. */
  clientAsks(): void {
    this.#isAsking = true;
    this.onAsking?.();
  }

  /** A client asks its user what the run waits for, so that the run is parked as soon as it waits. */
  get isAsking(): boolean {
    return this.#isAsking;
  }

  /** Called when a call is kept open until a person has answered what its upstream asks. */
  onHeld: ((run: string, approval: string) => void) | undefined;

  held(run: string, approval: string): void {
    this.onHeld?.(run, approval);
  }

  /** Called with the progress that the upstream of a call reports. */
  onProgress: ((progress: Progress) => void) | undefined;

  progressed(progress: Progress): void {
    this.onProgress?.(progress);
  }

  /** Called with the log messages of upstreams that the client asked for. */
  onLog: ((message: LogMessage) => void) | undefined;

  upstreamLogged(message: LogMessage): void {
    this.onLog?.(message);
  }

  cancel(reason: string): void {
    this.#cancelled.abort(reason);
  }
}
