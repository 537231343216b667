/** Requests that wait until a run ends or begins to wait. */
export class RunWaiters {
  readonly #waiters = new Map<string, Set<() => void>>();

  /** Resolves at the next change of the run, or after `ms` milliseconds. */
  async change(run: string, ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiters = this.#waiters.get(run) ?? new Set();
    this.#waiters.set(run, waiters.add(resolve));
    const timer = setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
    waiters.delete(resolve);
    if (waiters.size === 0 && this.#waiters.get(run) === waiters) this.#waiters.delete(run);
  }

  tell(run: string): void {
    const waiters = this.#waiters.get(run);
    this.#waiters.delete(run);
    for (const resolve of waiters ?? []) resolve();
  }
}
