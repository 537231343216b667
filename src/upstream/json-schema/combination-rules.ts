/** Keywords that combine subschemas: `allOf`, `anyOf`, `oneOf`, `not` and `if`. */
import { both, type CheckRun, type SchemaProblem, type Verdict } from "./check-run.ts";
import type { Check, CheckOf, Seen } from "./list-rules.ts";
import type { Words } from "./value-rules.ts";

export function combinationRules(words: Words, checkOf: CheckOf): Check[] {
  const listOf = (keyword: string): readonly Check[] => {
    const listed = words[keyword];
    return Array.isArray(listed) ? listed.map(checkOf) : [];
  };
  const [all, any, one] = [listOf("allOf"), listOf("anyOf"), listOf("oneOf")];
  const rules: Check[] = all.length > 0 ? [allOf(all)] : [];
  if (any.length > 0) rules.push(anyOf(any));
  if (one.length > 0) rules.push(oneOf(one));
  if (words["not"] !== undefined) rules.push(not(checkOf(words["not"])));
  if (words["if"] !== undefined) rules.push(condition(words, checkOf));
  return rules;
}

function allOf(checks: readonly Check[]): Check {
  return (value, run, seen) => {
    let verdict: Verdict = "fits";
    for (const check of checks) {
      verdict = both(verdict, check(value, run, seen));
      if (verdict === "unfit" && run.hasEnough) break;
    }
    return verdict;
  };
}

interface Attempt {
  readonly verdict: Verdict;
  readonly problems: readonly SchemaProblem[];
}

/** A subschema that does not fit contributes no annotations to `seen`. */
function attempt(check: Check, value: unknown, run: CheckRun, seen: Seen | undefined): Attempt {
  const own = seen && newSeen();
  const tried = run.attempt(() => check(value, run, own));
  if (seen && own && tried.verdict !== "unfit") merge(seen, own);
  return tried;
}

function anyOf(checks: readonly Check[]): Check {
  return (value, run, seen) => {
    let best: Verdict = "unfit";
    const failed: Attempt[] = [];
    for (const check of checks) {
      const tried = attempt(check, value, run, seen);
      if (tried.verdict === "unfit") failed.push(tried);
      if (tried.verdict === "fits") best = "fits";
      else if (tried.verdict === "open" && best === "unfit") best = "open";
      // `unevaluatedProperties` needs the annotations of all branches.
      if (best === "fits" && seen === undefined) break;
    }
    return best === "unfit" ? none(failed, run) : best;
  };
}

function oneOf(checks: readonly Check[]): Check {
  return (value, run, seen) => {
    const tried = checks.map((check) => attempt(check, value, run, seen));
    const fitting = tried.filter(({ verdict }) => verdict === "fits").length;
    const open = tried.filter(({ verdict }) => verdict === "open").length;
    if (fitting > 1) return run.unfit(`matches ${fitting} of the allowed forms, but must match exactly one`);
    if (fitting + open === 0) return none(tried, run);
    return open > 0 ? "open" : "fits";
  };
}

/** Reports the problems of the alternative that came nearest: the one whose problem is deepest in the value, because most of it fits. */
function none(tried: readonly Attempt[], run: CheckRun): Verdict {
  const depth = ({ problems }: Attempt): number => Math.max(0, ...problems.map(({ path }) => path.length));
  const nearest = tried.reduce<Attempt | undefined>(
    (best, one) => (best === undefined || depth(one) > depth(best) ? one : best),
    undefined,
  );
  // A single form is what the value has to be: `anyOf` with one reference is how a nullable argument of GraphQL is written.
  const isOnly = tried.length === 1 && nearest !== undefined && nearest.problems.length > 0;
  if (!isOnly) run.unfit(`matches none of the ${tried.length} allowed forms`);
  run.add(nearest?.problems ?? []);
  return "unfit";
}

function not(check: Check): Check {
  return (value, run) => {
    const { verdict } = run.attempt(() => check(value, run));
    if (verdict === "open") return "open";
    return verdict === "fits" ? run.unfit("has a form that is not allowed") : "fits";
  };
}

function condition(words: Words, checkOf: CheckOf): Check {
  const premise = checkOf(words["if"]);
  const [then, otherwise] = ["then", "else"].map((keyword) =>
    words[keyword] === undefined ? undefined : checkOf(words[keyword]),
  );
  return (value, run, seen) => {
    const { verdict } = attempt(premise, value, run, seen);
    if (verdict === "open") return "open";
    const next = verdict === "fits" ? then : otherwise;
    return next ? next(value, run, seen) : "fits";
  };
}

export function newSeen(): Seen {
  return { names: new Set(), items: new Set() };
}

export function merge(into: Seen, from: Seen): void {
  for (const name of from.names) into.names.add(name);
  for (const item of from.items) into.items.add(item);
}
