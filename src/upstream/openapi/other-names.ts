/** Names of an object's properties that belong to something else in the request. A rule of a policy about that would not see their values. */
import type { Pair } from "./parameter-styles.ts";
import { rootOf } from "./same-name.ts";
import { UnusableArgument } from "../unusable-argument.ts";

interface OwnName {
  readonly argument: string;
  readonly name: string;
  /** The kind of thing that is named in this place: "parameter", "field". */
  readonly kind: string;
}

/** @param others names of everything else in the same place @throws UnusableArgument */
export function refuseOtherNames(
  { argument, name: ownName, kind }: OwnName,
  pairs: readonly Pair[],
  others: readonly string[],
): void {
  const names = pairs.map(([name]) => decodeURIComponent(name)).filter((name) => name !== ownName);
  if (names.length === 0) return;
  const exact = new Set(others.map((name) => name.toLowerCase()));
  const lenient = new Set(others.map((name) => rootOf(name)).filter((name) => name !== rootOf(ownName)));
  const taken = names.find((name) => exact.has(name.toLowerCase()) || lenient.has(rootOf(name)));
  if (taken === undefined) return;
  throw new UnusableArgument(
    argument,
    `has the property ${JSON.stringify(taken)}, which is also the name of another ${kind}`,
  );
}
