/** Counts the calls that upstreams have not answered yet. While there are some, it looks for changes of the upstreams again and again, so that a call of one that was switched off ends. */
export class CallsInFlight {
  readonly #look: () => Promise<unknown>;
  readonly #everyMs: number;
  #calls = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(look: () => Promise<unknown>, everyMs: number) {
    this.#look = look;
    this.#everyMs = everyMs;
  }

  begin(): void {
    this.#calls += 1;
    this.#wait();
  }

  end(): void {
    this.#calls -= 1;
    if (this.#calls > 0) return;
    clearTimeout(this.#timer ?? null);
    this.#timer = undefined;
  }

  #wait(): void {
    try {
      this.#timer ??= setTimeout(() => void this.#lookAgain(), this.#everyMs);
    } catch {
      // More timers are active than the platform allows. The next call tries again.
    }
  }

  async #lookAgain(): Promise<void> {
    this.#timer = undefined;
    await this.#look().catch((error: unknown) => console.error("Changes of the upstreams could not be read:", error));
    if (this.#calls > 0) this.#wait();
  }
}
