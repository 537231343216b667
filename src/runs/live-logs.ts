/** Lines of log on their way to those who watch: gathered, so that a run which is over soon or logs much costs nothing more. */

const GATHER_MS = 250;

export class LiveLogs {
  readonly #send: (lines: readonly string[]) => Promise<unknown>;
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param send what it does with them is not waited for; the end of the run has all lines */
  constructor(send: (lines: readonly string[]) => Promise<unknown>) {
    this.#send = send;
  }

  add(line: string): void {
    this.#waiting.push(line);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const lines = this.#waiting;
      this.#waiting = [];
      void this.#send(lines).catch(() => undefined);
    }, GATHER_MS);
  }

  stop(): void {
    clearTimeout(this.#timer ?? null);
  }
}
