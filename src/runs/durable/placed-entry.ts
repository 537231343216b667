/**
 * Entries of the one journal that holds a run and the saved scripts that it runs. Each script has a path: "" for the run itself, `4` for
 * the script that its fifth request runs, `4/0` for the script that the first request of that script runs.
 */
import type { Entry } from "../../../worker-loader/index.ts";
import type { BegunScript, CalledScript } from "../find-script.ts";

export type PlacedEntry =
  | (Entry & { readonly path: string })
  /** A saved script begins, with the identity of its own run. Journals of earlier versions have no `script`. */
  | ({ readonly kind: "child"; readonly path: string; readonly script?: PlacedScript } & ChildIdentity)
  /**
   * The names that the script found under a name when it began: the members of an object of its scope, and what in-scope.ts looks up. `members` is absent
   * if it is that of the latest entry with the same name, and null if it was not known. Journals of earlier versions have fewer such entries.
   */
  | { readonly kind: "members"; readonly path: string; readonly name: string; readonly members?: Members }
  /**
   * The call is sent to its upstream: from now on it may take effect. `call` is its number in the record of the run; journals of earlier
   * versions have none, and do not say what is repeatable: may be sent again without asking anybody.
   */
  | ({ readonly kind: "sent"; readonly path: string; readonly number: number; readonly call?: number } & {
      readonly isRepeatable?: boolean;
    })
  /**
   * The upstream answered with a request for a person's input, and the call is sent again with the answer. `call` is its number in the
   * record of the run; journals of earlier versions have none.
   */
  | { readonly kind: "input"; readonly path: string; readonly number: number; readonly call?: number };

/** Null: a server that could not be listed. */
export type Members = readonly string[] | null;

export interface ChildIdentity {
  readonly id: string;
  readonly seed: string;
  readonly startedAt: number;
}

/**
 * `code` and `inputSchema` are absent if they are those of an earlier entry with the same version of the script: a loop may run a long
 * script many times. Journals of earlier versions have no `inputSchema`.
 */
export type PlacedScript = Omit<CalledScript, "code"> & Partial<Pick<CalledScript, "code">>;

/** A saved script that began before the run was interrupted. */
export interface ChildOpening extends ChildIdentity {
  /** The script that the run executes, whatever has become of the saved script. */
  readonly script?: BegunScript;
}

export function placeOf(path: string, number: number): string {
  return path === "" ? String(number) : `${path}/${number}`;
}

/** The place of a run in the journal of the run that a client requested. */
export interface DurablePlace {
  readonly root: string;
  readonly path: string;
}
