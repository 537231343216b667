/** Declares a command that deletes one thing by its name or id. */
import { askAndPrint, segment } from "./ask-and-print.ts";
import type { Command } from "./command.ts";

interface Removal {
  /** The command's name, two words. */
  readonly name: string;
  readonly summary: string;
  readonly positional: "NAME" | "ID";
  /** The example of the help: a name or id, and the reason to run the command. */
  readonly example: readonly [given: string, why: string];
  /** The path of the list that the thing is in, like `files`. */
  readonly list: string;
  /** The JSON that is printed; null by default. */
  readonly json?: (given: string) => unknown;
  /** A sentence for people, without the line break. */
  readonly done: (given: string) => string;
}

export function removal({ name, summary, positional, example: [given, why], list, json, done }: Removal): Command {
  return {
    name,
    summary,
    positionals: [{ name: positional }],
    examples: [{ line: `isogate ${name} ${given}`, why }],
    run: (cli, { positionals: [id = ""] }) =>
      askAndPrint(cli, `${list}/${segment(id)}`, { method: "DELETE", instead: json?.(id) }, () => `${done(id)}\n`),
  };
}
