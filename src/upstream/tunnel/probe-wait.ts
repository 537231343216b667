/**
 * The wait for a local server's answer to `server/discover`, the client's first request. Some servers of the 2025 era ignore requests that
 * they do not know, where others refuse them: when the time is over, such a server is taken to have refused it, so that the client goes
 * on with `initialize`. A server that is slow to start gets both and answers both, in this order; its late answer is dropped.
 */
export class ProbeWait {
  readonly #ms: number | undefined;
  #id: string | number | undefined;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isIgnored = false;
  #isOver = false;

  /** @param ms undefined for as long as the client waits */
  constructor(ms: number | undefined) {
    this.#ms = ms;
  }

  /** The time is over, and no answer has come since. */
  get isIgnored(): boolean {
    return this.#isIgnored;
  }

  /** The time is over, whatever has come since. */
  get isOver(): boolean {
    return this.#isOver;
  }

  start(id: string | number, onOver: () => void): void {
    if (this.#ms === undefined) return;
    this.stop();
    this.#id = id;
    this.#timer = setTimeout(() => {
      this.#isIgnored = true;
      this.#isOver = true;
      onOver();
    }, this.#ms);
  }

  /** An answer has come, in time or not. */
  answered(id: unknown): void {
    if (id === this.#id) this.stop();
  }

  /** Nothing is known of the server: it may have answered, or been asked nothing. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#id = undefined;
    this.#isIgnored = false;
  }
}
