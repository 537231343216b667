/**
 * Finds what would fail in an isolate whose built-ins are frozen (guest/lockdown.js), and works where they are not: changes of built-ins
 * themselves, and members of a script's own lists, maps or promises that hide a method of their prototype (`this.get = …` in a class that
 * extends Map). Such a script always runs in an isolate of its own, so that it works in its second run as in its first (decision 012).
 *
 * The kind of an object is not known here, so a name decides. A script that is taken for such a one without need only starts more slowly.
 */
import type { AnyNode, CallExpression, MemberExpression, Node, ObjectExpression } from "acorn";
import { childrenOf } from "../syntax/syntax-tree.ts";

/** Properties that also a frozen prototype lets objects define (`OFTEN_ASSIGNED` in guest/lockdown.js). */
const ALLOWED = new Set(["constructor", "toString", "toLocaleString", "valueOf", "then", "toJSON"]);

/** Names of the methods of built-in prototypes. All plain objects and functions may have those of Object and Function. */
const METHODS: ReadonlySet<string> = methodsOf([
  ...[
    Array,
    Map,
    Set,
    WeakMap,
    WeakSet,
    WeakRef,
    Promise,
    RegExp,
    Date,
    Iterator,
    ArrayBuffer,
    DataView,
    String,
    Number,
  ],
  ...[URL, URLSearchParams, Headers, Request, Response, FormData, Blob, AbortController, EventTarget],
  ...[TextEncoder, TextDecoder],
  Object.getPrototypeOf(Uint8Array) as { readonly prototype: object },
]);

function methodsOf(classes: readonly { readonly prototype: object }[]): Set<string> {
  const methods = new Set(["next", "return", "throw"]);
  for (const { prototype } of classes) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (typeof value === "function" && !ALLOWED.has(name)) methods.add(name);
    }
  }
  return methods;
}

/** @returns true if the node may change a built-in, or give an object a member that hides a method of a built-in prototype */
export function mayChangeBuiltIn(node: AnyNode): boolean {
  switch (node.type) {
    case "AssignmentExpression":
      return isOfBuiltIn(node.left) || assignsMethod(node.left);
    case "ForOfStatement":
    case "ForInStatement":
      return assignsMethod(node.left);
    case "UpdateExpression":
      return isOfBuiltIn(node.argument);
    case "UnaryExpression":
      return node.operator === "delete" && isOfBuiltIn(node.argument);
    case "CallExpression":
      return definesOnBuiltIn(node);
    default:
      return false;
  }
}

/** Recognizes `Math.sum` or `Array.from.cache` by the capital letter; a class of the script counts, too, which is harmless. */
function isOfBuiltIn(target: Node): boolean {
  if (target.type !== "MemberExpression") return false;
  let { object } = target as MemberExpression;
  while (object.type === "MemberExpression") object = object.object;
  return isCapitalized(object);
}

function isCapitalized(node: Node): boolean {
  return node.type === "Identifier" && /^[A-Z]/.test((node as Node & { readonly name: string }).name);
}

/** @param target of an assignment, also a pattern: `[list.push] = …`, `({ get: map.get } = …)` */
function assignsMethod(target: Node): boolean {
  switch (target.type) {
    case "ArrayPattern":
    case "ObjectPattern":
    case "AssignmentPattern":
    case "RestElement":
    case "Property":
      return childrenOf(target).some(assignsMethod);
    default:
      return target.type === "MemberExpression" && hidesMethod(target as MemberExpression);
  }
}

function hidesMethod({ property, computed }: MemberExpression): boolean {
  if (property.type === "Literal") return METHODS.has(String(property.value));
  if (property.type === "TemplateLiteral") return METHODS.has(property.quasis[0]?.value.cooked ?? "");
  if (computed) return property.type === "MemberExpression" && isSymbol(property);
  return property.type === "Identifier" && METHODS.has(property.name);
}

/** Recognizes `Symbol.iterator`. */
function isSymbol({ object }: MemberExpression): boolean {
  return object.type === "Identifier" && object.name === "Symbol";
}

/** Recognizes `Object.assign(Array, …)`, `Reflect.defineProperty(Promise, …)`, `Object.assign([1, 2], …)` and `Object.assign(map, { get })`. */
function definesOnBuiltIn({ callee, arguments: [target, ...sources] }: CallExpression): boolean {
  if (target === undefined || callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return false;
  if (callee.object.type !== "Identifier" || !DEFINERS.has(`${callee.object.name}.${callee.property.name}`))
    return false;
  if (isCapitalized(target) || target.type === "ArrayExpression" || target.type === "NewExpression") return true;
  return target.type !== "ObjectExpression" && sources.some(hasMethod);
}

function hasMethod(source: Node): boolean {
  if (source.type !== "ObjectExpression") return false;
  return (source as ObjectExpression).properties.some(
    (property) => property.type === "Property" && property.key.type === "Identifier" && METHODS.has(property.key.name),
  );
}

const DEFINERS = new Set([
  "Object.assign",
  "Object.defineProperty",
  "Object.defineProperties",
  "Reflect.defineProperty",
  "Reflect.set",
]);
