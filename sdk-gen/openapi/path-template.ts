/**
 * The parameters in a path as routers write them: `{proxy+}`, `{+name}` and `{path*}` stand for several segments, `{id:[0-9]+}` has a pattern, `{id?}` may be
 * absent. The name alone is what the description declares, and all that is kept.
 */

interface PathTemplate {
  /** With `{name}` for each parameter. */
  readonly path: string;
  readonly names: readonly string[];
  /** Names of parameters that stand for several segments. */
  readonly ofSegments: ReadonlySet<string>;
}

/** A pattern may have braces of its own: `{id:[0-9]{3}}`. */
const PLACEHOLDER = /\{((?:[^{}]|\{[^{}]*\})+)\}/g;
const PARTS = /^([+*]{0,2})([^+*:=?{}/]+)([+*?]?)(?:[:=](.*))?$/s;
/** Patterns that take slashes. */
const ANYTHING = /^(?:path|\.[+*]\??)$/;

/** @param isDeclared true for the name of a parameter of the path; such a name is kept as it is */
export function pathTemplate(path: string, isDeclared: (name: string) => boolean): PathTemplate {
  const names = new Set<string>();
  const ofSegments = new Set<string>();
  const plain = path.replaceAll(PLACEHOLDER, (whole: string, written: string) => {
    const [, before = "", name = "", after = "", pattern = ""] = PARTS.exec(written) ?? [];
    const used = isDeclared(written) || name === "" ? written : name.trim();
    if (/[{}]/.test(used)) return whole;
    names.add(used);
    const hasOperator = /[+*]/.test(before + after) || ANYTHING.test(pattern.trim());
    if (used !== written && hasOperator) ofSegments.add(used);
    return `{${used}}`;
  });
  return { path: plain, names: [...names], ofSegments };
}
