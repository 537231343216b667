/** The definitions of the tools that a run and the scripts inside it have called: each counts once, however often the run continues. */
export class CountedDefinitions {
  /** Tokens of all of them. */
  tokens = 0;
  readonly #seen = new Set<string>();
  /** Tokens by tools that the run around this one has not included yet. */
  readonly #untold = new Map<string, number>();

  /** Adds the definitions that were counted before the run was parked or cut off. @param tools as `server.tool` */
  continueFrom(tokens: number, tools: Iterable<string>): void {
    this.tokens = tokens;
    for (const tool of tools) this.#seen.add(tool);
  }

  count(tool: string, tokens: number): void {
    if (this.#seen.has(tool)) return;
    this.#seen.add(tool);
    this.#untold.set(tool, tokens);
    this.tokens += tokens;
  }

  include(inner: CountedDefinitions): void {
    for (const [tool, tokens] of inner.#untold) this.count(tool, tokens);
    inner.#untold.clear();
  }
}
