/**
 * Names of members with which a script cannot be followed: the language calls a member of such a name by itself, moves what a list holds, or
 * reaches what all values share.
 */
import { CannotFollow } from "./budget.ts";
import { REARRANGING_METHODS } from "./known-names.ts";
import type { Value } from "./values.ts";

/** Methods that the language itself calls, without a call in the script: `{ toString: () => secret }` in a text. */
const HOOKS = new Set("exec join then toISOString toJSON toLocaleString toString valueOf".split(" "));

/** Properties that lead from a value to objects that all values share. */
export const SHARED: ReadonlySet<string> = new Set(
  "constructor prototype __proto__ __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__".split(" "),
);

/** @param name undefined where it is not known; so in the other functions @throws CannotFollow if the language may call what is stored */
export function refuseHook(name: string | undefined, value: Value): void {
  const isHook = name === undefined ? value.functions.size > 0 : HOOKS.has(name) || SHARED.has(name);
  if (isHook || name === "__proto__")
    throw new CannotFollow(`it defines ${name ?? "a function under a name that is not known"}`);
}

/** A method of the language under a name that is not known may be one that the language calls, such as `then` or `toJSON`. @throws CannotFollow */
export function refuseNative(name: string | undefined, value: Value): void {
  if (name === undefined && value.isNative) throw new CannotFollow("it keeps a method under a name that is not known");
}

/** A method that is read and kept may move what stands in a list under another name. @throws CannotFollow */
export function refuseMethod(name: string | undefined): void {
  if (name !== undefined && REARRANGING_METHODS.has(name)) throw new CannotFollow(`it reads the method ${name}`);
}

/** A member of a regular expression whose name is not known may be its constructor, which keeps the last match (`RegExp.$1`). @throws CannotFollow */
export function refuseMatches({ objects }: Value): void {
  if ([...objects].some(({ isRegex }) => isRegex)) {
    throw new CannotFollow("it reads a member of a regular expression under a name that is not known");
  }
}

/** @throws CannotFollow */
export function refuseShared(name: string | undefined): void {
  if (name !== undefined && SHARED.has(name)) throw new CannotFollow(`it reads ${name}`);
}
