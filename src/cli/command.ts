/** What a command says of itself; arguments, help and what is done with them are all made of it. */
import type { Cli } from "./cli.ts";

export interface Option {
  readonly summary: string;
  /** How help names its value; absent: it takes none. */
  readonly value?: string;
  readonly short?: string;
  readonly check?: Check;
}

/** What a value has to be. A list is separated by commas; a duration is like 30s, 2m or a number of milliseconds. */
export type Check =
  | { readonly kind: "integer"; readonly least: number; readonly most?: number }
  | { readonly kind: "choice"; readonly of: readonly string[] }
  | { readonly kind: "list" }
  | { readonly kind: "duration"; readonly mostMs: number }
  | { readonly kind: "json" };

export interface Positional {
  readonly name: string;
  readonly isOptional?: boolean;
  /** The last one may take all that are left. */
  readonly isMany?: boolean;
}

export interface Example {
  readonly line: string;
  readonly why: string;
}

export interface Command {
  /** One or two words. */
  readonly name: string;
  readonly summary: string;
  /** What help says besides; lines. */
  readonly details?: readonly string[];
  readonly positionals?: readonly Positional[];
  readonly options?: Readonly<Record<string, Option>>;
  readonly examples: readonly Example[];
  /** False where the output is one text whatever is asked. */
  readonly hasJson?: boolean;
  readonly run: (cli: Cli, asked: Asked) => Promise<Ended>;
}

/** Arguments of a command, checked by what it says of them. */
export interface Asked {
  readonly positionals: readonly string[];
  /** By the option's long name; of one without a value it is "". */
  readonly options: ReadonlyMap<string, string>;
}

export interface Failure {
  /** For people; lines. */
  readonly message: string;
  readonly exit: 1 | 2;
}

/** 0 it went well, 1 it did not, 2 wrong arguments; 130 and 143: ended by a signal. */
export type Ended = 0 | 1 | 2 | 130 | 143 | Failure;

export function wrongArguments(message: string): Failure {
  return { message, exit: 2 };
}
