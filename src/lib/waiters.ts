/** Callers that wait for the next change of something, by its id, for a time at most. */
export class Waiters {
  readonly #waiters = new Map<string, Set<() => void>>();

  /** Resolves at the next change, or after `ms` milliseconds. */
  async change(id: string, ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiters = this.#waiters.get(id) ?? new Set();
    this.#waiters.set(id, waiters.add(resolve));
    const timer = setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
    waiters.delete(resolve);
    if (waiters.size === 0 && this.#waiters.get(id) === waiters) this.#waiters.delete(id);
  }

  tell(id: string): void {
    const waiters = this.#waiters.get(id);
    this.#waiters.delete(id);
    for (const resolve of waiters ?? []) resolve();
  }
}
