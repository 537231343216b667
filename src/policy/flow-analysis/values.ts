/**
 * Abstract values of the data-flow analysis: the sources a value may come from (`sources`), the objects it may be, and the functions.
 * Objects are identified by the place in the script that creates them, and their fields are tracked separately. Values only grow, so the
 * analysis terminates.
 */
import { spendSteps } from "./budget.ts";

export interface Value {
  readonly sources: ReadonlySet<string>;
  readonly objects: ReadonlySet<ObjectSite>;
  readonly functions: ReadonlySet<FunctionSite>;
  /** True if it may be a method of the language, such as `list.push` where it is not called. */
  readonly isNative: boolean;
}

export const NOTHING: Value = { sources: new Set(), objects: new Set(), functions: new Set(), isNative: false };

export const NATIVE: Value = { ...NOTHING, isNative: true };

/** A part of the script that runs on a condition. There is one object for each part. */
export interface Condition {
  /** The sources that decide. */
  sources: ReadonlySet<string>;
}

/** A variable, or an object, that the script creates at one place and changes at others. */
export class Site {
  /** The function that creates it. */
  readonly owner: unknown;
  /** The conditions around the place where it was last created, outermost first, and the round of the analysis in which that was. */
  around: readonly Condition[] = [];
  madeIn = -1;
  /** A call of the function that creates it may get one that an earlier call has created. */
  comesBack = false;

  constructor(owner: unknown) {
    this.owner = owner;
  }
}

/** A variable. */
export class Cell extends Site {
  value: Value = NOTHING;
}

export class ObjectSite extends Site {
  readonly fields = new Map<string, Value>();
  /** The object that a function is, which has properties like any other. */
  readonly isFunction: boolean;
  /** A promise that may be rejected with whatever the script throws, or a list of such. */
  mayReject = false;
  isRegex = false;
  /** An iterator: whatever reads its items changes it. */
  isIterator = false;
  /** It has properties under names that are not known. A method of the language may be one that the language calls, such as `toJSON`. */
  hasUnknownNames = false;
  /** The value of properties whose names are not known. */
  rest: Value = NOTHING;

  constructor(owner: unknown, isFunction = false) {
    super(owner);
    this.isFunction = isFunction;
  }
}

export class FunctionSite {
  readonly object: ObjectSite;
  readonly isAsync: boolean;
  /** Values that callers pass for each parameter. */
  readonly parameters: Value[] = [];
  anyParameter: Value = NOTHING;
  result: Value = NOTHING;
  /** The sources that decide whether it is called. */
  reason: ReadonlySet<string> = new Set();

  constructor(object: ObjectSite, isAsync: boolean) {
    this.object = object;
    this.isAsync = isAsync;
  }
}

export function join(...values: readonly Value[]): Value {
  const [first = NOTHING, ...others] = values.filter((value) => value !== NOTHING);
  return others.reduce((one, other) => {
    const [sources, objects, functions] = [
      union(one.sources, other.sources),
      union(one.objects, other.objects),
      union(one.functions, other.functions),
    ];
    const isNative = one.isNative || other.isNative;
    const isSame = sources === one.sources && objects === one.objects && functions === one.functions;
    return isSame && isNative === one.isNative ? one : { sources, objects, functions, isNative };
  }, first);
}

/** @returns the first set itself if the second adds nothing */
export function union<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> {
  if (other.size === 0 || one === other) return one;
  if (one.size === 0) return other;
  spendSteps(one.size + other.size);
  for (const item of other) if (!one.has(item)) return new Set([...one, ...other]);
  return one;
}

export function from(sources: ReadonlySet<string>): Value {
  return sources.size === 0 ? NOTHING : { ...NOTHING, sources };
}

export function ofObject(site: ObjectSite): Value {
  return { ...NOTHING, objects: new Set([site]) };
}

export function ofFunction(site: FunctionSite): Value {
  return { ...NOTHING, objects: new Set([site.object]), functions: new Set([site]) };
}

/** The values of all fields inside a value. @param ofResults also those inside what its methods return */
function* partsInside(value: Value, ofResults: boolean): Generator<Value> {
  const seen = new Set<ObjectSite>();
  const open = [...value.objects];
  for (let site = open.pop(); site !== undefined; site = open.pop()) {
    if (seen.has(site)) continue;
    seen.add(site);
    spendSteps(1 + site.fields.size);
    for (const part of [site.rest, ...site.fields.values()]) {
      yield part;
      spendSteps(part.objects.size);
      open.push(...part.objects);
      if (!ofResults) continue;
      for (const { result } of part.functions) {
        yield from(result.sources);
        open.push(...result.objects);
      }
    }
  }
}

/** Functions in an object, which the language may call without a call in the script. */
export function hasFunctionsInside(value: Value): boolean {
  for (const part of partsInside(value, false)) if (part.functions.size > 0) return true;
  return false;
}

/** Everything inside, as where a value is written out: what its methods return, too, because the language may call them. */
export function deepSources(value: Value): ReadonlySet<string> {
  let { sources } = value;
  for (const part of partsInside(value, true)) sources = union(sources, part.sources);
  return sources;
}

/** Reads a field of a known name. The sources of the value itself are sources of its parts. */
export function readField(value: Value, name: string): Value {
  spendSteps(value.objects.size);
  const parts = [...value.objects].flatMap((site) => [site.fields.get(name) ?? NOTHING, site.rest]);
  return join(from(value.sources), ...parts);
}

export function mayReject(value: Value): boolean {
  return [...reachable(value).objects].some((site) => site.mayReject);
}

export function readAny(value: Value): Value {
  spendSteps(value.objects.size);
  const parts = [...value.objects].flatMap((site) => [...site.fields.values(), site.rest]);
  return join(from(value.sources), ...parts);
}

/** Everything that can be reached from the value, which is what an unknown function may return of it. */
export function reachable(value: Value): Value {
  let result = value;
  for (const part of partsInside(value, false)) result = join(result, part);
  return result;
}

/** @returns true if one of the objects that the value may be is known for it */
export function has({ objects }: Value, fact: "hasUnknownNames" | "isIterator"): boolean {
  return [...objects].some((site) => site[fact]);
}
