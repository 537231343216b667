/**
 * One journal holds a run and the saved scripts that it runs. Each has a path: "" for the run itself, `4` for the script that its
 * fifth ask runs, `4/0` for the one that this one's first ask runs.
 */
import type { Entry } from "../../../worker-loader/index.ts";

export type PlacedEntry =
  | (Entry & { readonly path: string })
  /** A saved script begins, with what its own run is known by. */
  | ({ readonly kind: "child"; readonly path: string } & ChildOpening)
  /** The call leaves for its upstream: from now on it may take effect. */
  | { readonly kind: "sent"; readonly path: string; readonly number: number };

export interface ChildOpening {
  readonly id: string;
  readonly seed: string;
  readonly startedAt: number;
}

export function placeOf(path: string, number: number): string {
  return path === "" ? String(number) : `${path}/${number}`;
}

/** Where a run stands in the journal of the one that a client asked for. */
export interface DurablePlace {
  readonly root: string;
  readonly path: string;
}
