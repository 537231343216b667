/**
 * Evaluates calls. Calls of tools are sources and sinks; calls of the script's functions are followed; any other function may return
 * anything it was given and, unless it is known not to, store it in anything it was given.
 */
import type { AnyNode, CallExpression, MemberExpression } from "acorn";
import type { Context } from "./context.ts";
import { CannotFollow } from "./budget.ts";
import { CARRYING_GLOBALS, CHANGING_FUNCTIONS, LOOKUP_GLOBALS, OPAQUE_GLOBALS, PURE_GLOBALS } from "./known-names.ts";
import { NOTHING, deepSources, from, join, ofObject, reachable, readAny, readField, union } from "./values.ts";
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
  const [tool, last] = names;
  const isCall = names.length === 1 || (names.length === 2 && last === "raw");
  if (tool === undefined || !isCall) throw new CannotFollow(`it is not certain which tool ${root} is called with`);
  const path = `${root}.${tool}`;
  for (const name of [...argumentNames(args), undefined]) {
    if (name !== undefined) context.reach(path, name, readField(args.values[0] ?? NOTHING, name));
    else context.reach(path, undefined, wholeOf(args));
  }
  // The result of a tool may be derived from its arguments: the translation of a secret, for example.
  return resultOf(context, node, from(union(new Set([path]), deepSources(given))));
}

/** The field names of an argument that is an object literal in the script: the fields are tracked separately. */
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
  // The result is the argument itself, with its promises settled.
  if (root === "Promise" && (name === "all" || name === "resolve")) return join(...args.values, args.rest);
  if ((root === "Object" || root === "Array") && (name === undefined || CHANGING_FUNCTIONS.has(name))) {
    if (hasGlobals(context, args)) throw new CannotFollow("it changes what belongs to the language");
    return callUnknown(context, node, NOTHING, args);
  }
  // `Array.prototype.push.call(list, x)` changes its arguments.
  if (names.length > 1) return callUnknown(context, node, NOTHING, args);
  if (root === "console" || root === "sleep" || root === "progress") return NOTHING;
  return callUnknown(context, node, NOTHING, args, "changes nothing");
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

export function callUnknown(
  context: Context,
  node: object,
  receiver: Value,
  { values, rest }: Arguments,
  effect: "may change what it is given" | "changes nothing" = "may change what it is given",
): Value {
  const args: Arguments = { values: values.map((value) => withoutGlobals(context, value)), rest };
  const given = join(...args.values, args.rest);
  const everything = join(withoutGlobals(context, receiver), given);
  const callbacks = [...given.functions];
  const reason = deepSources(receiver);
  const returned = join(...[...callbacks, ...receiver.functions].map((site) => site.result));
  for (const site of callbacks) {
    const items = join(readAny(receiver), ...[...args.values, args.rest].map(readAny), returned, receiver, given);
    context.pass(site, undefined, items);
    context.callUnder(site, reason);
  }
  // `call`, `apply` and `bind` pass on their arguments.
  for (const site of receiver.functions) {
    context.pass(site, undefined, join(given, ...[...args.values, args.rest].map(readAny)));
    context.callUnder(site, new Set());
  }
  if (effect !== "changes nothing") {
    const written = join(given, returned);
    context.mix(receiver, undefined, written);
    for (const value of [...args.values, args.rest])
      context.mix(value, undefined, join(receiver, ...args.values.filter((other) => other !== value)));
  }
  return resultOf(context, node, join(everything, returned));
}

/** Evaluates a call of functions that the script declares. */
export function callFunctions(context: Context, functions: Value["functions"], args: Arguments): Value {
  for (const site of functions) {
    for (const [place, value] of args.values.entries()) context.pass(site, place, value);
    context.pass(site, undefined, args.rest);
    context.callUnder(site, new Set());
  }
  return join(...[...functions].map((site) => site.result));
}
