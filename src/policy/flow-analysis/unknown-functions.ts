/**
 * Evaluates calls of functions that the script does not declare and that are no tools: they may return anything they were given and,
 * unless they are known not to, store it in anything they were given.
 */
import type { Context } from "./context.ts";
import { ITEM_METHODS, ITERATOR_METHODS, PROMISE_METHODS, REGEX_METHODS, STEADY_METHODS } from "./known-names.ts";
import { NOTHING, deepSources, from, has, join, ofObject, reachable, readAny, union, type Value } from "./values.ts";
export interface Arguments {
  /** The arguments in order, up to the first spread. */
  readonly values: readonly Value[];
  /** All arguments from the first spread on, as one value. */
  readonly rest: Value;
}

/** All results of one call site are one object, which may be any argument and may hold anything reachable from the arguments. */
export function resultOf(context: Context, node: object, given: Value): Value {
  const site = context.objectAt(node);
  const inside = reachable(given);
  const result = join({ ...inside, sources: deepSources(given) }, ofObject(site));
  context.write(ofObject(site), undefined, result);
  context.assign(context.thrown, from(deepSources(given)));
  return result;
}

/** `list.map(String)` neither returns `String` nor changes it. */
export function withoutGlobals(context: Context, value: Value): Value {
  const isPlain = value.objects.size === 1 && value.objects.has(context.steadyGlobals);
  return isPlain ? { ...value, objects: NOTHING.objects } : value;
}

/** Known facts about a called function. */
interface Unknown {
  /** Undefined where it is not known. */
  readonly method?: string | undefined;
  /** The place of an argument that is called, but neither kept nor returned; default none. */
  readonly callbackPlace?: number | undefined;
  /** True for a method that is not known and may call and change anything in what it is given, at any depth; default false. */
  readonly isAny?: boolean;
  /** True if the function may change its arguments; default true. */
  readonly changes?: boolean;
}

export function callUnknown(
  context: Context,
  node: object,
  receiver: Value,
  { values, rest }: Arguments,
  { method, callbackPlace, isAny = false, changes = true }: Unknown = {},
): Value {
  const args: Arguments = { values: values.map((value) => withoutGlobals(context, value)), rest };
  const given = join(...args.values, args.rest);
  const kept = isAny ? args : withoutCallback(receiver, args, callbackPlace);
  const stored = join(...kept.values, kept.rest);
  const everything = join(withoutGlobals(context, receiver), stored);
  const isUnknown = isAny || method === undefined;
  // In `list.forEach.apply(items, [f])` neither the method nor the place of its arguments is known.
  const inside = isAny ? reachable(everything) : stored;
  const callbacks = [...union(inside.functions, given.functions)];
  const returned = context.enters(join(...[...callbacks, ...receiver.functions].map((site) => site.result)));
  // The results of callbacks decide how often they are called and what they get.
  const others = args.values.map((value) => withoutFunctions(value));
  let reason = union(deepSources(join(receiver, ...others, args.rest, returned)), given.sources);
  const isOfPromise = isUnknown || isPromiseMethod(method);
  if (isOfPromise) reason = union(reason, context.thrownUnder);
  const rejection = isOfPromise && !isOnlyFulfilled(method, args) ? context.thrown.value : NOTHING;
  if (callbacks.length > 0 || isOfPromise) context.objectAt(node).mayReject = true;
  const deep = deepItems(context, node, method, stored);
  for (const site of callbacks) {
    const items = join(
      readAny(receiver),
      ...[...kept.values, kept.rest].map(readAny),
      returned,
      receiver,
      inside,
      deep,
    );
    context.pass(site, undefined, join(items, rejection));
    context.callUnder(site, reason);
  }
  // `call`, `apply` and `bind` pass on their arguments.
  for (const site of receiver.functions) {
    context.pass(site, undefined, join(given, ...[...args.values, args.rest].map(readAny)));
    context.callUnder(site, new Set());
  }
  // `Object.entries`, which changes nothing, returns a list.
  const isIterator = isUnknown || (changes && mayReturnIterator(receiver, method));
  if (isIterator) context.mark(ofObject(context.objectAt(node)), "isIterator");
  if (isAny) context.mix(inside, undefined, join(inside, returned));
  const plain = withoutRegexesOf(isAny ? undefined : method);
  if (changes) {
    changeReceiver(context, receiver, join(plain(stored), returned), isUnknown ? undefined : method);
    // `[0].forEach([].reverse, list)` rearranges the list.
    const isRearranging = isUnknown || (ITEM_METHODS.has(method) && mayBeNative(args));
    changeArguments(context, plain(receiver), kept, isUnknown ? undefined : method, isRearranging);
  }
  return resultOf(context, node, join(plain(everything), returned));
}

function isPromiseMethod(method: string): boolean {
  return PROMISE_METHODS.has(method) || method === "finally";
}

/** No method of texts and regular expressions keeps or returns a regular expression. */
function withoutRegexesOf(method: string | undefined): (value: Value) => Value {
  if (!REGEX_METHODS.has(method ?? "")) return (value) => value;
  return (value) => ({ ...value, objects: new Set([...value.objects].filter(({ isRegex }) => !isRegex)) });
}

/** Values that a function of `JSON` gives its callback: what it makes, or what it is given, at any depth. */
function deepItems(context: Context, node: object, method: string | undefined, given: Value): Value {
  if (method === "parse") return ofObject(context.objectAt(node));
  return method === "stringify" ? reachable(given) : NOTHING;
}

function mayReturnIterator(receiver: Value, method: string): boolean {
  return ITERATOR_METHODS.has(method) || has(receiver, "isIterator");
}

function withoutCallback(receiver: Value, { values, rest }: Arguments, place: number | undefined): Arguments {
  // A method of an iterator calls its callback later, when the result is read.
  if (has(receiver, "isIterator")) return { values, rest };
  return { values: values.map((value, at) => (at === place ? withoutFunctions(value) : value)), rest };
}

function withoutFunctions(value: Value): Value {
  const objects = new Set([...value.objects].filter(({ isFunction }) => !isFunction));
  return { ...value, objects, functions: NOTHING.functions };
}

/** The callback may be a method of the language, and a second argument its `this`. */
function mayBeNative({ values: [callback, ...others] }: Arguments): boolean {
  return others.length > 0 && callback?.functions.size === 0;
}

/** The callback of `then(f)` is given no rejections. */
function isOnlyFulfilled(method: string | undefined, { values, rest }: Arguments): boolean {
  return method === "then" && values.length === 1 && rest === NOTHING;
}

/** @param method undefined for one that may do anything with what it is called on */
function changeReceiver(context: Context, receiver: Value, added: Value, method: string | undefined): void {
  const moves = method === undefined || !STEADY_METHODS.has(method) || has(receiver, "hasUnknownNames");
  context.mix(receiver, undefined, join(added, moves ? readAny(receiver) : NOTHING));
}

/** @param method undefined for one that may do anything with its arguments */
function changeArguments(
  context: Context,
  receiver: Value,
  { values, rest }: Arguments,
  method: string | undefined,
  isRearranging: boolean,
): void {
  for (const value of [...values, rest]) {
    // No other method changes a function that it is given.
    const isKept = method !== undefined && method !== "assign";
    if (isKept && [...value.objects].every(({ isFunction }) => isFunction)) continue;
    const own = isRearranging ? readAny(value) : NOTHING;
    // What is inside the others becomes a part of it, too: `Object.assign(h, { list })` makes h.list the same list.
    const others = reachable(join(receiver, ...[...values, rest].filter((other) => other !== value)));
    context.mix(value, undefined, join(others, own));
  }
}
