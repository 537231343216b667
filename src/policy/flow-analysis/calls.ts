/** Evaluates calls of functions by their names: calls of tools are sources and sinks, and functions of the language are known by name. */
import type { AnyNode, CallExpression, MemberExpression } from "acorn";
import type { Context } from "./context.ts";
import { CannotFollow } from "./budget.ts";
import {
  CALLBACK_PLACES,
  CALLING_METHODS,
  CARRYING_GLOBALS,
  CHANGING_FUNCTIONS,
  DEFINING_FUNCTIONS,
  FREEZING_FUNCTIONS,
  LOOKUP_FUNCTIONS,
  LOOKUP_GLOBALS,
  NAMESPACES,
  OPAQUE_GLOBALS,
  PURE_GLOBALS,
  STEADY_METHODS,
} from "./known-names.ts";
import { callMethod, mayBeFunction, refuseCallbacks } from "./methods.ts";
import { callUnknown, resultOf, type Arguments } from "./unknown-functions.ts";
import {
  NOTHING,
  deepSources,
  from,
  has,
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
  context.convert(given);
  if (LOOKUP_GLOBALS.has(root)) {
    if (!LOOKUP_FUNCTIONS.has(names.join("."))) throw new CannotFollow(`it calls tools by ${root}`);
    return resultOf(context, node, given);
  }
  if (CARRYING_GLOBALS.has(root)) {
    const source = `@${root}`;
    context.reach(source, undefined, given);
    const kept = context.keptBy(root);
    context.assign(kept, given);
    return resultOf(context, node, join(from(new Set([source])), context.enters(kept.value)));
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
  if (names.length > 1 || CALLING_METHODS.has(name ?? "")) return callBorrowed(context, node, root, names, args);
  const given = join(...args.values, args.rest);
  context.readItems(given);
  context.convert(given);
  refuseUnnamed(root, names, given);
  refuseInherited(root, name);
  refuseCalls(context, root, name, args);
  if (root === "Promise") {
    // The list itself comes back, with each promise in it settled.
    if (name === "all" || name === "resolve") return given;
    if (name === "reject" || name === "any") rejectWith(context, node, given);
  }
  refuseHidden(root, name, args);
  const isChange = (root === "Object" || root === "Array") && (name === undefined || CHANGING_FUNCTIONS.has(name));
  if (isChange) return callChanging(context, node, name, args);
  if (root === "console") return NOTHING;
  if (root === "RegExp") context.regexAt(node);
  if (root === "sleep" || root === "progress") return ofObject(context.objectAt(node));
  // The results of these functions include the reasons of rejected promises.
  if (root === "Promise" && mayReject(given)) {
    context.write(ofObject(context.objectAt(node)), "reason", context.thrown.value);
  }
  if (root === "Object" && DEFINING_FUNCTIONS.has(name ?? "")) {
    context.mark(ofObject(context.objectAt(node)), "hasUnknownNames");
  }
  const callbackPlace = CALLBACK_PLACES.get(`${root}.${name}`);
  return callUnknown(context, node, NOTHING, args, { method: name ?? root, callbackPlace, changes: false });
}

/** @throws CannotFollow for `Uint8Array[name](items, list.push, list)`, unless no function of the global could do such a thing with what it is given */
function refuseUnnamed(root: string, names: Path["names"], given: Value): void {
  if (names.length === 0 || names[0] !== undefined) return;
  const mayDefine = given.functions.size > 0 || given.isNative || hasFunctionsInside(given);
  if (!mayDefine && (NAMESPACES.has(root) || root === "console")) return;
  throw new CannotFollow(`it is not certain which function of ${root} it calls`);
}

/** @throws CannotFollow for functions that all objects have: `RegExp.valueOf()` is RegExp itself under another name */
function refuseInherited(root: string, name: string | undefined): void {
  if (name !== undefined && name in Function.prototype) throw new CannotFollow(`it calls ${root}.${name}`);
}

/** @throws CannotFollow for calls of the language with functions that are not followed from there */
function refuseCalls(context: Context, root: string, name: string | undefined, args: Arguments): void {
  const given = join(...args.values, args.rest);
  if (root === "sleep" && deepSources(given).size > 0) throw new CannotFollow("it waits for as long as a result says");
  if (root === "Promise" && name === "withResolvers") {
    throw new CannotFollow("it makes functions that settle a promise");
  }
  if (root === "JSON" && [...given.functions].some(({ result }) => result.functions.size > 0)) {
    throw new CannotFollow("it makes a property that the language calls");
  }
  // `structuredClone(0, { transfer: [buffer] })` empties the buffer.
  if (root === "structuredClone" && (args.values.length > 1 || args.rest !== NOTHING)) {
    throw new CannotFollow("it may transfer a buffer");
  }
  // `JSON.stringify(value, ["a", "b"])` names the fields.
  const [, replacer = NOTHING] = args.values;
  const isListOfNames =
    root === "JSON" && name === "stringify" && args.rest === NOTHING && !mayBeFunction(context, replacer);
  if (!isListOfNames) refuseCallbacks(context, root, name, args);
}

/** @param name undefined for `Array(3)`, whose changed object is its own result */
function callChanging(context: Context, node: CallExpression, name: string | undefined, args: Arguments): Value {
  refuseUnfollowed(context, args, name === undefined);
  const [target = NOTHING, ...sources] = args.values;
  const isFreezing = name !== undefined && FREEZING_FUNCTIONS.has(name);
  const copied = name === "assign" ? join(...sources, args.rest) : NOTHING;
  if (isFreezing || (name === "assign" && isOnlyData(copied))) {
    // A change of the object depends on the conditions around it, even if no value is stored.
    context.mix(target, undefined, NOTHING);
    copyFields(context, copied, target);
    // The error for an object that is frozen names the property.
    context.assign(context.thrown, from(deepSources(copied)));
    return target;
  }
  const result = callUnknown(context, node, NOTHING, args, { method: "assign" });
  // Fields are copied under names that are not known here.
  if (name !== undefined) context.mark(join(target, ofObject(context.objectAt(node))), "hasUnknownNames");
  return result;
}

/** @returns true if no field that is copied may be called, by the script or by the language */
function isOnlyData(value: Value): boolean {
  const unnamed = [...value.objects].map(({ rest }) => reachable(rest));
  const fields = join(readAny(value), ...unnamed);
  return fields.functions.size === 0 && !fields.isNative && !has(value, "hasUnknownNames");
}

/** `Object.assign(target, source)`, where all fields of the source are data. */
function copyFields(context: Context, source: Value, target: Value): void {
  context.mix(target, undefined, from(source.sources));
  for (const site of source.objects) {
    for (const [name, part] of site.fields) {
      context.mix(target, name, part);
      // A shorter list has lost items.
      if (name === "length") context.mix(target, undefined, from(deepSources(part)));
    }
    // Among the names that are not known may be `__proto__`: its parts become parts of the target.
    context.mix(target, undefined, reachable(site.rest));
  }
}

/**
 * Evaluates `Array.prototype.slice.call(list)` as `list.slice()`, and `Math.max.apply(null, list)` as `Math.max(...list)`.
 * @throws CannotFollow for anything else: `Array.of.call(C, x)` writes into what C returns, and `Object.assign.apply({}, list)` into the first item
 */
function callBorrowed(
  context: Context,
  node: CallExpression,
  root: string,
  names: Path["names"],
  { values, rest }: Arguments,
): Value {
  const [owner, method] = names;
  const how = names.at(-1);
  const [receiver = NOTHING, ...others] = values;
  const [list = NOTHING] = others;
  if ((how === "call" || how === "apply") && rest === NOTHING && !context.hasGlobals(receiver)) {
    const args: Arguments = how === "apply" ? { values: [], rest: readAny(list) } : { values: others, rest };
    if (names.length === 2 && NAMESPACES.has(root)) return callPure(context, node, root, [owner], args);
    // Functions in the list of `apply` are not told apart by their place.
    const isTold = how === "call" || !hasFunctionsInside(list);
    if (isTold && names.length === 3 && owner === "prototype" && method !== undefined && STEADY_METHODS.has(method)) {
      return callMethod(context, node, { receiver, called: NOTHING, method, args });
    }
  }
  throw new CannotFollow("it calls a function of the language by call, apply or bind");
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
  if ([...args.values, args.rest].some((value) => context.hasGlobals(value))) {
    throw new CannotFollow("it changes what is not followed");
  }
  // A later round may know what the parameter of a function is.
  if (!isFollowed) context.isWrittenPast = true;
}

/** @throws CannotFollow for functions by which a value reaches code, or code a value, without being written */
function refuseHidden(root: string, name: string | undefined, { values, rest }: Arguments): void {
  // `Error.captureStackTrace` writes into its argument, also under the names of other errors.
  if (root.endsWith("Error") && name !== undefined && name !== "isError")
    throw new CannotFollow(`it uses ${root}.${name}`);
  if (root !== "Object") return;
  const isShared = name === "getPrototypeOf" || name?.startsWith("getOwnPropertyDescriptor") === true;
  if (name === undefined || isShared) throw new CannotFollow("it may reach what all values share");
  if (!DEFINING_FUNCTIONS.has(name)) return;
  const descriptions = reachable(join(...values.slice(name === "create" ? 0 : 1), rest));
  const hasAccessor = [...descriptions.objects].some(
    ({ fields, hasUnknownNames }) => hasUnknownNames || fields.has("get") || fields.has("set"),
  );
  if (hasAccessor || hasFunctionsInside(join(...values, rest))) {
    throw new CannotFollow("it makes a property that the language calls");
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
  return context.enters(join(...[...functions].map((site) => site.result)));
}

/** A call of an asynchronous function makes a promise, which is an object. */
export function promisesOf(context: Context, node: object, functions: Value["functions"]): Value {
  if (![...functions].some(({ isAsync }) => isAsync)) return NOTHING;
  const promise = context.objectAt(node);
  promise.mayReject = true;
  return ofObject(promise);
}
