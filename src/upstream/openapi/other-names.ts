/** Names of an object's properties that belong to something else in the request. A rule of a policy about that would not see their values. Pure. */
import type { Pair } from "./parameter-styles.ts";
import { UnusableArgument } from "../unusable-argument.ts";

export interface OwnName {
  readonly argument: string;
  readonly name: string;
  /** The kind of thing that is named in this place: "parameter", "field". */
  readonly kind: string;
}

/**
 * @param others names of everything else in the same place
 * @throws UnusableArgument
 */
export function refuseOtherNames(
  { argument, name: ownName, kind }: OwnName,
  pairs: readonly Pair[],
  others: readonly string[],
): void {
  const names = pairs.map(([name]) => decodeURIComponent(name)).filter((name) => name !== ownName);
  if (names.length === 0) return;
  const exact = new Set(others.map((name) => name.toLowerCase()));
  const lenient = new Set(others.map((name) => readName(name)).filter((name) => name !== readName(ownName)));
  const taken = names.find((name) => exact.has(name.toLowerCase()) || lenient.has(readName(name)));
  if (taken === undefined) return;
  throw new UnusableArgument(argument, `must not have ${JSON.stringify(taken)}, which is a ${kind} of its own`);
}

/** The name as lenient servers read it: without case and leading blanks, up to a NUL, a list as its name, other separators as `_`. */
export function readName(name: string): string {
  const [text = ""] = name.split("\0", 1);
  const [own = ""] = text.trimStart().split("[", 1);
  return own.replaceAll(/[. ]/g, "_").toLowerCase();
}
