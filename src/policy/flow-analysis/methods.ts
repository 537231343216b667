/**
 * Evaluates calls of methods that may be the language's own, and refuses those of which it is not certain what they call or change. A
 * function of the language has no value of its own here: it is recognized by its name, and by what the script gives it.
 */
import { CannotFollow } from "./budget.ts";
import type { Context } from "./context.ts";
import {
  ADDING_METHODS,
  CALLBACK_METHODS,
  CALLBACK_PLACES,
  CALLING_METHODS,
  PAIRING_METHODS,
  REARRANGING_METHODS,
  STATIC_FUNCTIONS,
  STEADY_METHODS,
  TAKING_METHODS,
  THIS_ARGUMENT_METHODS,
} from "./known-names.ts";
import { callUnknown, type Arguments } from "./unknown-functions.ts";
import { NOTHING, has, hasFunctionsInside, join, reachable, type Value } from "./values.ts";

/** @throws CannotFollow unless a function of a global object is given a callback that can be followed */
export function refuseCallbacks(
  context: Context,
  root: string,
  name: string | undefined,
  { values, rest }: Arguments,
): void {
  const place = CALLBACK_PLACES.get(`${root}.${name}`);
  if (place === undefined) return;
  if (rest !== NOTHING) throw new CannotFollow(`it spreads the arguments of ${root}.${name}`);
  refuseCallback(context, values[place] ?? NOTHING);
  // What is added to the list by `Array.from(items, list.push, list)` is not seen.
  if (name?.startsWith("from") === true && (values[2] ?? NOTHING) !== NOTHING)
    throw new CannotFollow("it gives a callback its `this`");
}

/**
 * A function of the language that is not bound to an object, and is given none as `this`, does nothing but throw.
 * @throws CannotFollow if the callback may be one that is bound, or one that changes what it is given
 */
function refuseCallback(context: Context, callback: Value): void {
  const isFollowed = [...callback.objects].every((site) => site.isFunction || site === context.steadyGlobals);
  if (!isFollowed) throw new CannotFollow("it has a callback that may belong to the language");
}

/** @returns true if the value may be a function, of the script or of the language */
export function mayBeFunction(context: Context, value: Value): boolean {
  return value.functions.size > 0 || value.isNative || context.hasGlobals(value);
}

/** A call of something that is read from a value, or that is the value itself. */
interface MethodCall {
  /** What the method is called on; undefined if the called value is no method. */
  readonly receiver: Value | undefined;
  readonly called: Value;
  /** Undefined where it is not known. */
  readonly method: string | undefined;
  readonly args: Arguments;
}

/** Evaluates a call of what may be a function of the language. */
export function callMethod(context: Context, node: object, call: MethodCall): Value {
  const { receiver, called, method, args } = call;
  noteChange(context, call);
  // `[o].join()` converts what is inside.
  context.convert(join(receiver ?? NOTHING, ...args.values, args.rest));
  refuseStored(call);
  // A function of the language that is called without `this` does nothing but throw.
  if (receiver === undefined) return callUnknown(context, node, called, args);
  const isAny = method === undefined || CALLING_METHODS.has(method) || mayBeReplaced(receiver, method);
  refuseMethodCall(context, receiver, call, isAny);
  // Functions have no other methods than these, which are `isAny`.
  const object = isAny ? receiver : { ...receiver, isNative: false };
  const callbackPlace = method === undefined ? undefined : callbackPlaceOf(method);
  return callUnknown(context, node, object, args, { method, callbackPlace, isAny });
}

/** Notes a call that may change a value which is no known object of the script, such as a part of a caught error. */
function noteChange(context: Context, { receiver, called, method, args }: MethodCall): void {
  const target = receiver ?? called;
  const given = join(...args.values, args.rest);
  if (target.objects.size > 0) return;
  if (method === undefined || isChanging(method)) context.writePast(target, given);
  else if (!STEADY_METHODS.has(method) && given !== NOTHING) context.isWrittenPast = true;
}

/**
 * An object of which `then` may be `[].push` keeps the functions that settle a promise, when it is awaited.
 * @throws CannotFollow for a call of what such an object may keep
 */
function refuseStored({ receiver, called, method = "" }: MethodCall): void {
  const isStored =
    receiver === undefined
      ? called.isNative && called.functions.size === 0
      : has(receiver, "hasUnknownNames") && reachable(receiver).isNative && !STEADY_METHODS.has(method);
  if (isStored) throw new CannotFollow("it calls what an object may keep under a name that is not known");
}

/** @throws CannotFollow for a call of which it is not certain what it calls or defines */
function refuseMethodCall(
  context: Context,
  receiver: Value,
  { called, method, args }: MethodCall,
  isAny: boolean,
): void {
  const given = join(...args.values, args.rest);
  // `({ a: {} })[key]` may be `Object`.
  if (method !== undefined && STATIC_FUNCTIONS.has(method) && !isOwnMethod(receiver, method)) {
    throw new CannotFollow(`it calls ${method} of what may belong to the language`);
  }
  if (method === "bind" && !isOnlyFunctions(receiver)) throw new CannotFollow("it binds a function of the language");
  // It may be `__defineSetter__`, for example.
  const mayDefine = isAny && !CALLING_METHODS.has(method ?? "");
  if (mayDefine && (given.functions.size > 0 || reachable(given).isNative || hasFunctionsInside(given))) {
    throw new CannotFollow("it gives a function to a method that is not known");
  }
  // `Array.prototype.forEach.call(o, f)` calls the function of the language also where `o` has one of that name.
  const isOwn = method !== undefined && called.functions.size > 0 && isOwnMethod(receiver, method);
  if (method !== undefined && !isOwn) refuseMethodCallbacks(context, receiver, method, args);
}

/** @returns true if a method of the language of that name changes what it is called on */
function isChanging(method: string): boolean {
  return (
    ADDING_METHODS.has(method) ||
    REARRANGING_METHODS.has(method) ||
    TAKING_METHODS.has(method) ||
    /^set[A-Z]/.test(method)
  );
}

function callbackPlaceOf(method: string): number | undefined {
  if (CALLBACK_METHODS.has(method)) return 0;
  return method === "replace" || method === "replaceAll" ? 1 : undefined;
}

/** The script itself defines the method, in every object that it may be called on. */
export function isOwnMethod({ objects }: Value, method: string): boolean {
  return objects.size > 0 && [...objects].every(({ fields }) => isOnlyFunctions(fields.get(method)));
}

function isOnlyFunctions(value: Value | undefined): boolean {
  if (value === undefined || value.isNative) return false;
  return value.functions.size > 0 && [...value.objects].every(({ isFunction }) => isFunction);
}

/** @returns true if what is called may be another method of the language than its name says */
function mayBeReplaced(receiver: Value, method: string): boolean {
  const isOther = !STEADY_METHODS.has(method) && !REARRANGING_METHODS.has(method);
  return [...receiver.objects].some(({ fields, hasUnknownNames }) => {
    const own = fields.get(method);
    if (own !== undefined) return !isOnlyFunctions(own);
    return hasUnknownNames && isOther;
  });
}

/** @throws CannotFollow for a callback that cannot be followed, and for functions where the method of that name takes none */
function refuseMethodCallbacks(context: Context, receiver: Value, method: string, { values, rest }: Arguments): void {
  const others = join(...values.slice(CALLBACK_METHODS.has(method) ? 1 : 0), rest);
  const mayDiffer = has(receiver, "hasUnknownNames");
  if (mayDiffer && method !== "push" && (others.functions.size > 0 || hasFunctionsInside(others))) {
    throw new CannotFollow("it gives a function to a method that is not known");
  }
  if (!CALLBACK_METHODS.has(method)) return;
  if (rest !== NOTHING) throw new CannotFollow(`it spreads the arguments of ${method}`);
  const [callback = NOTHING, second = NOTHING] = values;
  refuseCallback(context, callback);
  // `[text, f].reduce(JSON.parse)` calls the function.
  const isGivenItems = PAIRING_METHODS.has(method) && context.hasGlobals(callback);
  if (isGivenItems && mayBeFunction(context, reachable(join(receiver, second)))) {
    throw new CannotFollow("it gives a function to a callback that belongs to the language");
  }
  if (method === "then") refuseCallback(context, second);
  // `[x].forEach(list.push, list)` changes the list; `[f].forEach([].map, items)` calls the function.
  if (THIS_ARGUMENT_METHODS.has(method) && second !== NOTHING) throw new CannotFollow("it gives a callback its `this`");
}
