/**
 * Evaluates calls. Calls of tools are sources and sinks; calls of the script's functions are followed; any other function may return
 * anything it was given and, unless it is known not to, store it in anything it was given.
 */
import type { AnyNode, CallExpression, MemberExpression } from "acorn";
import type { Context } from "./context.ts";
import { CannotFollow } from "./budget.ts";
import {
  CALLING_METHODS,
  CARRYING_GLOBALS,
  CHANGING_FUNCTIONS,
  DEFINING_FUNCTIONS,
  ITEM_METHODS,
  LOOKUP_GLOBALS,
  OPAQUE_GLOBALS,
  PROMISE_METHODS,
  PURE_GLOBALS,
  STEADY_METHODS,
} from "./known-names.ts";
import {
  NOTHING,
  deepSources,
  from,
  hasFunctionsInside,
  join,
  mayReject,
  ofObject,
  reachable,
  readAny,
  readField,
  union,
} from "./values.ts";
import type { Value } from "./values.ts";

export interface Arguments {
  /** The arguments in order, up to the first spread. */
  readonly values: readonly Value[];
  /** All arguments from the first spread on, as one value. */
  readonly rest: Value;
}

/** A path that leads out of the script: `server.tool`, or a global of the language. */
export type Path = { readonly root: string; readonly names: readonly (string | undefined)[] };

/** @param isDeclared tells whether the script declares the name */
export function freePath(node: AnyNode, isDeclared: (name: string) => boolean): Path | undefined {
  if (node.type === "ChainExpression") return freePath(node.expression, isDeclared);
  if (node.type === "Identifier") return isDeclared(node.name) ? undefined : { root: node.name, names: [] };
  if (node.type !== "MemberExpression") return undefined;
  const path = freePath(node.object, isDeclared);
  return path && { root: path.root, names: [...path.names, memberName(node)] };
}

export function memberName({ property, computed }: MemberExpression): string | undefined {
  if (!computed) return property.type === "Identifier" ? property.name : undefined;
  return property.type === "Literal" && (typeof property.value === "string" || typeof property.value === "number")
    ? String(property.value)
    : undefined;
}

export function isServer(root: string): boolean {
  return (
    !PURE_GLOBALS.has(root) && !CARRYING_GLOBALS.has(root) && !LOOKUP_GLOBALS.has(root) && !OPAQUE_GLOBALS.has(root)
  );
}

/** Evaluates a call of a function that the script does not declare. */
export function callGlobal(context: Context, node: CallExpression, { root, names }: Path, args: Arguments): Value {
  const given = join(...args.values, args.rest);
  if (PURE_GLOBALS.has(root)) return callPure(context, node, root, names, args);
  if (LOOKUP_GLOBALS.has(root)) return resultOf(context, node, given);
  if (CARRYING_GLOBALS.has(root)) {
    const source = `@${root}`;
    context.reach(source, undefined, given);
    const kept = context.keptBy(root);
    context.assign(kept, given);
    return resultOf(context, node, join(from(new Set([source])), kept.value));
  }
  const tool = calledTool(names);
  if (tool === undefined) throw new CannotFollow(`it is not certain which tool ${root} is called with`);
  const path = `${root}.${tool}`;
  for (const name of [...argumentNames(args), undefined]) {
    if (name !== undefined) context.reach(path, name, readField(args.values[0] ?? NOTHING, name));
    else context.reach(path, undefined, wholeOf(args));
  }
  // The result of a tool may be derived from its arguments: the translation of a secret, for example.
  return resultOf(context, node, from(union(new Set([path]), deepSources(given))));
}

/** `github.create_issue`, `github.create_issue.raw`, `github.list_issues.all` and `github.$resources.read` are calls. */
function calledTool(names: Path["names"]): string | undefined {
  const [tool, last] = names;
  if (names.length === 1) return tool;
  if (names.length > 2 || tool === undefined || last === undefined) return undefined;
  if (tool === "$resources" || tool === "$prompts") return `${tool}.${last}`;
  return last === "raw" || last === "all" ? tool : undefined;
}

/** @returns the field names of an object literal; its fields are tracked one by one */
function argumentNames({ values }: Arguments): readonly string[] {
  return [...(values[0]?.objects ?? [])].flatMap((site) => [...site.fields.keys()]);
}

function wholeOf({ values, rest }: Arguments): Value {
  const [first = NOTHING, ...others] = values;
  return join(from(first.sources), ...[...first.objects].map((site) => site.rest), ...others, rest);
}

function callPure(
  context: Context,
  node: CallExpression,
  root: string,
  names: readonly (string | undefined)[],
  args: Arguments,
): Value {
  const [name] = names;
  const given = join(...args.values, args.rest);
  if (root === "Promise") {
    // The list itself comes back, with each promise in it settled.
    if (name === "all" || name === "resolve") return given;
    if (name === "reject" || name === "any") rejectWith(context, node, given);
  }
  refuseHidden(root, name, given);
  const isChange = (root === "Object" || root === "Array") && (name === undefined || CHANGING_FUNCTIONS.has(name));
  // `Array.prototype.push.call(list, x)` changes its arguments.
  if (isChange || names.length > 1) {
    const isMade = root === "Array" && name === undefined;
    refuseUnfollowed(context, args, isMade);
    return callUnknown(context, node, NOTHING, args, { method: isChange ? "assign" : "call" });
  }
  if (root === "console") return NOTHING;
  if (root === "sleep" && deepSources(given).size > 0) throw new CannotFollow("it waits for as long as a result says");
  if (root === "sleep" || root === "progress") return ofObject(context.objectAt(node));
  if (root === "JSON" && [...given.functions].some(({ result }) => result.functions.size > 0)) {
    throw new CannotFollow("it makes a property that the language calls");
  }
  // The results of these functions include the reasons of rejected promises.
  if (root === "Promise" && mayReject(given)) {
    context.write(ofObject(context.objectAt(node)), "reason", context.thrown.value);
  }
  return callUnknown(context, node, NOTHING, args, { method: name ?? root, changes: false });
}

/** `Promise.reject(value)`, and `Promise.any(promises)` with an error that holds the reasons of all. */
function rejectWith(context: Context, node: CallExpression, given: Value): void {
  const promise = context.objectAt(node);
  promise.mayReject = true;
  context.write(ofObject(promise), undefined, join(reachable(given), context.thrown.value));
  context.throws(join(given, ofObject(promise)));
}

/** @param isMade the changed object is the call's own result @throws CannotFollow if the call may change another object than it is given */
function refuseUnfollowed(context: Context, args: Arguments, isMade: boolean): void {
  const isFollowed = isMade || (args.values[0]?.objects.size ?? 0) > 0;
  if (!isFollowed || hasGlobals(context, args)) throw new CannotFollow("it changes what is not followed");
}

/** @throws CannotFollow for functions by which a value reaches code, or code a value, without being written */
function refuseHidden(root: string, name: string | undefined, given: Value): void {
  // `Error.captureStackTrace` writes into its argument, also under the names of other errors.
  if (root.endsWith("Error") && name !== undefined && name !== "isError")
    throw new CannotFollow(`it uses ${root}.${name}`);
  if (root !== "Object") return;
  if (name === undefined || name === "getPrototypeOf") throw new CannotFollow("it may reach what all values share");
  if (DEFINING_FUNCTIONS.has(name) && hasFunctionsInside(given))
    throw new CannotFollow("it makes a property that the language calls");
}

/** All results of one call site are one object, which may be any argument and may hold anything reachable from the arguments. */
function resultOf(context: Context, node: object, given: Value): Value {
  const site = context.objectAt(node);
  const inside = reachable(given);
  const result = join({ ...inside, sources: deepSources(given) }, ofObject(site));
  context.write(ofObject(site), undefined, result);
  context.assign(context.thrown, from(deepSources(given)));
  return result;
}

export function hasGlobals(context: Context, { values, rest }: Arguments): boolean {
  return [...values, rest].some((value) => value.objects.has(context.globals));
}

/** `list.map(String)` neither returns `String` nor changes it. */
function withoutGlobals(context: Context, value: Value): Value {
  const isPlain = value.objects.size === 1 && value.objects.has(context.globals);
  return isPlain ? { ...value, objects: NOTHING.objects } : value;
}

/** Known facts about a called function. */
interface Unknown {
  /** Undefined where it is not known. */
  readonly method?: string | undefined;
  /** True if the function may change its arguments; default true. */
  readonly changes?: boolean;
}

export function callUnknown(
  context: Context,
  node: object,
  receiver: Value,
  { values, rest }: Arguments,
  { method, changes = true }: Unknown = {},
): Value {
  const args: Arguments = { values: values.map((value) => withoutGlobals(context, value)), rest };
  const given = join(...args.values, args.rest);
  const everything = join(withoutGlobals(context, receiver), given);
  const callbacks = [...given.functions];
  const returned = join(...[...callbacks, ...receiver.functions].map((site) => site.result));
  // The results of callbacks decide how often they are called and what they get.
  const others = args.values.filter(({ functions }) => functions.size === 0);
  let reason = union(deepSources(join(receiver, ...others, args.rest, returned)), given.sources);
  const isUnknown = method === undefined || CALLING_METHODS.has(method);
  const isOfPromise = isUnknown || PROMISE_METHODS.has(method) || method === "finally";
  if (isOfPromise) reason = union(reason, context.thrownUnder);
  const isOnlyFulfilled = method === "then" && args.values.length === 1 && args.rest === NOTHING;
  const rejection = isOfPromise && !isOnlyFulfilled ? context.thrown.value : NOTHING;
  if (callbacks.length > 0 || isOfPromise) context.objectAt(node).mayReject = true;
  for (const site of callbacks) {
    const items = join(readAny(receiver), ...[...args.values, args.rest].map(readAny), returned, receiver, given);
    context.pass(site, undefined, join(items, rejection));
    context.callUnder(site, reason);
  }
  // `call`, `apply` and `bind` pass on their arguments.
  for (const site of receiver.functions) {
    context.pass(site, undefined, join(given, ...[...args.values, args.rest].map(readAny)));
    context.callUnder(site, new Set());
  }
  if (changes) {
    const moves = isUnknown || !STEADY_METHODS.has(method);
    context.mix(receiver, undefined, join(given, returned, moves ? readAny(receiver) : NOTHING));
    changeArguments(context, receiver, args, isUnknown ? undefined : method);
  }
  return resultOf(context, node, join(everything, returned));
}

/** @param method undefined for one that may do anything with its arguments */
function changeArguments(
  context: Context,
  receiver: Value,
  { values, rest }: Arguments,
  method: string | undefined,
): void {
  // `[0].forEach([].reverse, list)` rearranges the list.
  const isNative =
    method !== undefined && ITEM_METHODS.has(method) && values.length > 1 && values[0]?.functions.size === 0;
  const isRearranging = method === undefined || isNative;
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

/** A call of functions of the script. */
export function callFunctions(context: Context, { functions, sources }: Value, args: Arguments): Value {
  for (const site of functions) {
    for (const [place, value] of args.values.entries()) context.pass(site, place, value);
    context.pass(site, undefined, args.rest);
    // A tool's result may have decided which function is called.
    context.callUnder(site, sources);
  }
  return join(...[...functions].map((site) => site.result));
}

/** A call of an asynchronous function makes a promise, which is an object. */
export function promisesOf(context: Context, node: object, functions: Value["functions"]): Value {
  if (![...functions].some(({ isAsync }) => isAsync)) return NOTHING;
  const promise = context.objectAt(node);
  promise.mayReject = true;
  return ofObject(promise);
}
