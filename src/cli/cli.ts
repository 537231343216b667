/** What commands work with: where they print, whom they ask, and how they are interrupted. */
import type { Gateway } from "./gateway-client.ts";
import type { Paint } from "./paint.ts";
import { printable } from "./printable.ts";

export interface Cli {
  readonly gateway: Gateway;
  /** JSON on standard output: it is no terminal, or --json. */
  readonly wantsJson: boolean;
  /** --json: all there is, also where a bare value would be printed. */
  readonly isJsonAsked: boolean;
  readonly isErrorTerminal: boolean;
  /** Columns of standard output. */
  readonly width: number;
  /** For standard output and for standard error: colours, where there are any. */
  readonly paint: Paint;
  readonly paintError: Paint;
  out(text: string): void;
  /** Standard error; a key in it is taken out. */
  err(text: string): void;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function printJson(cli: Cli, value: unknown): void {
  cli.out(`${jsonText(value, cli.isJsonAsked)}\n`);
}

/** JSON leaves some of what a terminal obeys as it is; written as \\u009b it is the same JSON. */
export function jsonText(value: unknown, isForPeople: boolean): string {
  return printable(JSON.stringify(value, null, isForPeople ? 2 : undefined));
}
