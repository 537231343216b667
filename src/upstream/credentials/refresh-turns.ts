/**
 * Lets the refreshes of one sign-in happen one after the other, also when an upstream was switched off and on meanwhile and a second
 * instance holds the same refresh token: many authorization servers take its second use for a theft.
 */
export class RefreshTurns {
  /** The last refresh of each upstream. */
  readonly #last = new Map<string, Promise<unknown>>();

  take<T>(server: string, refresh: () => Promise<T>): Promise<T> {
    const before = this.#last.get(server) ?? Promise.resolve();
    const taken = before.then(refresh);
    this.#last.set(
      server,
      taken.catch(() => undefined),
    );
    return taken;
  }
}
