/** Keywords of lists and objects, which check their items, size and names. */
import { textsIn } from "../../../sdk-gen/index.ts";
import { isRecord } from "../../lib/is-record.ts";
import { canonical } from "./canonical.ts";
import { both, type CheckRun, type Verdict } from "./check-run.ts";
import { compilePattern, type Pattern } from "../../patterns/pattern.ts";
import { counted } from "../../lib/counted.ts";
import { shorten } from "../../lib/shorten.ts";
import type { Rule, Words } from "./value-rules.ts";

/** The properties or items that some subschema has evaluated, for `unevaluatedProperties` and `unevaluatedItems`. */
export interface Seen {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

/** The check of one subschema. `seen` is given if a caller needs the evaluated properties or items. */
export type Check = Rule<[seen?: Seen]>;
/** Compiles a subschema to its check. */
export type CheckOf = (schema: unknown) => Check;

export function listRule(words: Words, checkOf: CheckOf): Check | undefined {
  const { items, prefixItems, additionalItems, minItems, maxItems, uniqueItems } = words;
  const tuple: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const rest = Array.isArray(items) ? additionalItems : items;
  const first = tuple.map(checkOf);
  const others = rest === undefined ? undefined : checkOf(rest);
  const contained = containsRule(words, checkOf);
  const min = typeof minItems === "number" ? minItems : 0;
  const max = typeof maxItems === "number" ? maxItems : Infinity;
  const isUnique = uniqueItems === true;
  const isPlain = first.length === 0 && others === undefined && contained === undefined;
  if (isPlain && min <= 0 && max === Infinity && !isUnique) return undefined;
  return (value, run, seen) => {
    if (!Array.isArray(value)) return "fits";
    if (value.length < min) return run.unfit(`must have at least ${counted(min, "item")}`);
    if (value.length > max) return run.unfit(`must have at most ${counted(max, "item")}, not ${value.length}`);
    let verdict: Verdict = isUnique ? judgeUnique(value, run) : "fits";
    const judged = others === undefined ? Math.min(first.length, value.length) : value.length;
    for (let index = 0; index < judged && !(verdict === "unfit" && run.hasEnough); index += 1) {
      run.spend(1);
      const check = first[index] ?? others;
      seen?.items.add(index);
      if (check)
        verdict = both(
          verdict,
          run.within(index, () => check(value[index], run)),
        );
    }
    return contained ? both(verdict, contained(value, run, seen)) : verdict;
  };
}

function judgeUnique(items: readonly unknown[], run: CheckRun): Verdict {
  const places = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const key = canonical(item, run.spend);
    const before = places.get(key);
    if (before !== undefined) return run.unfit(`must not have equal items, but items ${before} and ${index} are equal`);
    places.set(key, index);
  }
  return "fits";
}

function containsRule({ contains, minContains, maxContains }: Words, checkOf: CheckOf): Check | undefined {
  if (contains === undefined) return undefined;
  const check = checkOf(contains);
  const min = typeof minContains === "number" ? minContains : 1;
  const max = typeof maxContains === "number" ? maxContains : Infinity;
  return (value, run, seen) => {
    if (!Array.isArray(value)) return "fits";
    let [fitting, open] = [0, 0];
    for (const [index, item] of value.entries()) {
      const { verdict } = run.attempt(() => check(item, run));
      if (verdict === "fits") fitting += 1;
      if (verdict === "open") open += 1;
      if (verdict !== "unfit") seen?.items.add(index);
    }
    if (fitting > max || fitting + open < min) return run.unfit("does not contain a required item");
    return fitting < min || fitting + open > max ? "open" : "fits";
  };
}

export function objectRule(words: Words, checkOf: CheckOf, remark: (text: string) => void): Check | undefined {
  const { properties, patternProperties, additionalProperties, propertyNames } = words;
  const named = new Map(recordOf(properties).map(([name, schema]) => [name, checkOf(schema)]));
  const matched = recordOf(patternProperties).map(([source, schema]) => {
    const pattern = compilePattern(source);
    if (typeof pattern === "string")
      remark(`the pattern ${shorten(JSON.stringify(source), 100)} is not checked: ${pattern}`);
    return { pattern, check: checkOf(schema) };
  });
  const others = additionalProperties === undefined ? undefined : checkOf(additionalProperties);
  const names = propertyNames === undefined ? undefined : checkOf(propertyNames);
  const isClosed = additionalProperties === false;
  if (named.size === 0 && matched.length === 0 && others === undefined && names === undefined) return undefined;
  return (value, run, seen) => {
    if (!isRecord(value)) return "fits";
    let verdict: Verdict = "fits";
    for (const [name, part] of Object.entries(value)) {
      run.spend(1);
      if (verdict === "unfit" && run.hasEnough) break;
      const checks = [...(names ? [onName(names, name)] : []), ...partChecks(name, run)];
      if (checks.length > 0 && (checks.length > (names ? 1 : 0) || others !== undefined)) seen?.names.add(name);
      for (const check of checks) {
        const one = check === "open" ? check : run.within(name, () => check(part, run));
        verdict = both(verdict, one);
      }
    }
    return verdict;
  };

  function partChecks(name: string, run: CheckRun): (Check | "open")[] {
    const checks: (Check | "open")[] = [];
    const own = named.get(name);
    if (own) checks.push(own);
    for (const { pattern, check } of matched) {
      const isMatch = typeof pattern === "string" ? undefined : matches(pattern, name, run);
      if (isMatch === undefined) checks.push("open");
      else if (isMatch) checks.push(check);
    }
    if (checks.length === 0 && others !== undefined) checks.push(isClosed ? notAllowed : others);
    return checks;
  }
}

function matches(pattern: Pattern, text: string, run: CheckRun): boolean {
  return pattern.test(text, run.spend);
}

function onName(names: Check, name: string): Check {
  return (_value, run) => {
    const { verdict } = run.attempt(() => names(name, run));
    return verdict === "unfit" ? run.unfit("has a name that is not allowed") : verdict;
  };
}

const notAllowed: Check = (_value, run) => run.unfit("is not allowed here");

export function presenceRule(words: Words, checkOf: CheckOf): Check | undefined {
  const { required, minProperties, maxProperties } = words;
  const needed = textsIn(required);
  const min = typeof minProperties === "number" ? minProperties : 0;
  const max = typeof maxProperties === "number" ? maxProperties : Infinity;
  const dependent = [
    ...recordOf(words["dependentRequired"]),
    ...recordOf(words["dependentSchemas"]),
    ...recordOf(words["dependencies"]),
  ].map(([name, needs]) => ({
    name,
    needed: textsIn(needs),
    check: Array.isArray(needs) ? undefined : checkOf(needs),
  }));
  if (needed.length === 0 && min <= 0 && max === Infinity && dependent.length === 0) return undefined;
  return (value, run, seen) => {
    if (!isRecord(value)) return "fits";
    let verdict: Verdict = "fits";
    const require = (wanted: readonly string[]): void => {
      run.spend(wanted.length);
      for (const name of wanted) {
        if (!Object.hasOwn(value, name)) verdict = run.within(name, () => run.unfit("is missing"));
      }
    };
    require(needed);
    const { length } = Object.keys(value);
    if (length < min) verdict = run.unfit(`must have at least ${counted(min, "property")}`);
    if (length > max) verdict = run.unfit(`must have at most ${counted(max, "property")}`);
    for (const { name, needed: also, check } of dependent) {
      run.spend(1);
      if (!Object.hasOwn(value, name)) continue;
      require(also);
      if (check) verdict = both(verdict, check(value, run, seen));
    }
    return verdict;
  };
}

/** Checks the properties or items that no other subschema has evaluated. */
export function unevaluatedRule(words: Words, checkOf: CheckOf): Check | undefined {
  const { unevaluatedProperties: ofNames, unevaluatedItems: ofItems } = words;
  const names = ofNames === undefined ? undefined : ofNames === false ? notAllowed : checkOf(ofNames);
  const items = ofItems === undefined ? undefined : ofItems === false ? notAllowed : checkOf(ofItems);
  if (names === undefined && items === undefined) return undefined;
  return (value, run, seen) => {
    let verdict: Verdict = "fits";
    const judge = (check: Check, step: string | number, part: unknown): void => {
      run.spend(1);
      verdict = both(
        verdict,
        run.within(step, () => check(part, run)),
      );
    };
    if (items && Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        if (seen?.items.has(index) === true) continue;
        judge(items, index, item);
        seen?.items.add(index);
      }
    }
    if (names && isRecord(value)) {
      for (const [name, part] of Object.entries(value)) {
        if (seen?.names.has(name) === true) continue;
        judge(names, name, part);
        seen?.names.add(name);
      }
    }
    return verdict;
  };
}

function recordOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}
