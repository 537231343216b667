/** Whoever runs a script in a dynamic Worker. */
export interface Contestant {
  /**
   * @param script an expression; a function is called. `notes.get({ id })` is in its scope.
   * @returns the script's value, as plain data or as its JSON text: whatever the contestant hands to its caller
   * @throws when the script fails
   */
  run(script: string): Promise<unknown>;
}

/** What the one tool does. */
export function note(args: unknown): { id: number; title: string } {
  const { id } = args as { id: number };
  return { id, title: "Groceries" };
}
