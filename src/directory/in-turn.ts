/** Serializes work per name, although each task waits for another Durable Object in between. */
export class InTurn {
  readonly #last = new Map<string, Promise<unknown>>();

  /** @param name tasks of the same name run one after the other; others do not wait */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const done = before.then(work, work);
    this.#last.set(name, done);
    try {
      return await done;
    } finally {
      if (this.#last.get(name) === done) this.#last.delete(name);
    }
  }
}
