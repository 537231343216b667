/** The declaration of a command, from which arguments are parsed, help is printed and the command is run. */
import type { Cli } from "./cli.ts";
import type { Failure } from "./failure.ts";

export interface Option {
  readonly summary: string;
  /** The name of the option's value in help; absent for an option without a value. */
  readonly value?: string;
  readonly short?: string;
  readonly check?: Check;
}

/** The type of an option's value. A list is separated by commas; a duration is like 30s, 2m or a number of milliseconds. */
export type Check =
  | { readonly kind: "integer"; readonly min: number; readonly max?: number }
  | { readonly kind: "choice"; readonly of: readonly string[] }
  | { readonly kind: "list" }
  | { readonly kind: "duration"; readonly mostMs: number }
  | { readonly kind: "json" };

export interface Positional {
  readonly name: string;
  readonly isOptional?: boolean;
  /** True if this positional takes all remaining words; only the last positional may. */
  readonly isMany?: boolean;
}

interface Example {
  readonly line: string;
  readonly why: string;
}

export interface Command {
  /** The command's name, one or two words. */
  readonly name: string;
  readonly summary: string;
  /** Further lines of the command's help. */
  readonly details?: readonly string[];
  readonly positionals?: readonly Positional[];
  readonly options?: Readonly<Record<string, Option>>;
  readonly examples: readonly Example[];
  /** False if the output is one text, whether or not JSON is requested. */
  readonly hasJson?: boolean;
  readonly run: (cli: Cli, invocation: Invocation) => Promise<Ended>;
}

/** Arguments of a command, checked against its declaration. */
export interface Invocation {
  readonly positionals: readonly string[];
  /** Values by the option's long name; an option without a value has "". */
  readonly options: ReadonlyMap<string, string>;
}

/** The exit status: 0 for success, 1 for failure, 2 for wrong arguments, 130 and 143 if a signal ended the command. */
export type Ended = 0 | 1 | 2 | 130 | 143 | Failure;

export function wrongArguments(message: string): Failure {
  return { message, exit: 2 };
}
