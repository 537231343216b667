/**
 * Names of parameters that some server reads as one. PHP and Rails read `filter[tenant]` as a part of `filter`, PHP reads `a.b` and `a b` as `a_b`,
 * ASP.NET and Spring read `filter.tenant` as `filter[tenant]`, and many servers ignore case.
 */

/**
 * @returns true if a server may take the value of the one for that of the other, or for a part of it: `filter` and `filter[tenant]` are such
 *   names, `filter[tenant]` and `filter[status]` are none
 */
export function mayBeSameName(one: string, other: string): boolean {
  const [parts, otherParts] = [partsOf(one), partsOf(other)];
  const [shorter, longer] = parts.length <= otherParts.length ? [parts, otherParts] : [otherParts, parts];
  return shorter.every((part, at) => isSamePart(part, longer[at] ?? "")) || dotted(one) === dotted(other);
}

/** @returns true if a server may take the one for the other as a whole */
export function isSameName(one: string, other: string): boolean {
  return partsOf(one).length === partsOf(other).length && mayBeSameName(one, other);
}

/** @returns the name, or that of the value of which it is a part, as lenient servers read it */
export function rootOf(name: string): string {
  return partsOf(name)[0] ?? "";
}

/** PHP reads no name beyond a NUL, ignores what follows the last bracket, and reads a bracket that is not closed as `_`. */
function partsOf(name: string): readonly string[] {
  const [read = ""] = name.split("\0", 1);
  const [, root = "", keys = ""] = /^([^[]*)((?:\[[^\]]*\])*)/.exec(read.trimStart()) ?? [];
  if (keys === "") return [folded(read.trimStart())];
  const inside = keys.slice(1, -1).split("][");
  // The library qs reads `[tenant]` as `tenant`.
  return (root === "" ? inside : [root, ...inside]).map(folded);
}

function folded(part: string): string {
  return part.replaceAll(/[. []/g, "_").toLowerCase();
}

/** `ids[]` writes an element at a place that `ids[0]` may have, too. */
function isSamePart(one: string, other: string): boolean {
  return one === other || (one === "" && isIndex(other)) || (other === "" && isIndex(one));
}

function isIndex(part: string): boolean {
  return /^\d+$/.test(part);
}

function dotted(name: string): string {
  const parts = name
    .trim()
    .toLowerCase()
    .split(/[.[\]]/);
  return parts.filter((part) => part !== "").join(".");
}
