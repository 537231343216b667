/** The interface that commands work with: where they print, which gateway they send requests to, and the environment. */
import type { Gateway } from "./gateway-client.ts";
import type { Paint } from "./paint.ts";
import { printableJson } from "./printable.ts";

export interface Cli {
  readonly gateway: Gateway;
  /** True if standard output gets JSON: it is not a terminal, or --json was given. */
  readonly wantsJson: boolean;
  /** True if --json was given: the whole answer is printed, also where a bare value would be printed otherwise. */
  readonly isJsonRequested: boolean;
  readonly isErrorTerminal: boolean;
  /** Width of standard output, in columns. */
  readonly width: number;
  /** Colours for standard output and for standard error, if the stream supports them. */
  readonly paint: Paint;
  readonly paintError: Paint;
  /** A terminal obeys nothing in the text but the colours of `paint`. */
  out(text: string): void;
  /** Prints to standard error; a key in the text is removed, and a terminal obeys nothing in it but the colours of `paintError`. */
  err(text: string): void;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function printJson(cli: Cli, value: unknown): void {
  cli.out(`${jsonText(value, cli.isJsonRequested)}\n`);
}

/** Writes control characters that JSON permits but a terminal would obey as \\u escapes; the JSON value stays the same. */
export function jsonText(value: unknown, isForPeople: boolean): string {
  return printableJson(JSON.stringify(value, null, isForPeople ? 2 : undefined));
}
