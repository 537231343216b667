/**
 * Finds the parts of a script in which a failed call is no mistake: the script has an answer to the failure, or has asked before whether
 * there is such a tool. What only reports a failure (a `try` around everything, a `catch` behind a whole function) is no answer: such a
 * script is better refused than half done.
 */
import type {
  BinaryExpression,
  BlockStatement,
  CallExpression,
  ConditionalExpression,
  Expression,
  IfStatement,
  LogicalExpression,
  MemberExpression,
  Node,
  Super,
  TryStatement,
} from "acorn";
import { childrenOf, isFunctionOrClass } from "../syntax/syntax-tree.ts";
import { pathOf } from "./member-path.ts";

/** The servers for whose calls failures are handled. Calls in functions within such a part are not handled. */
export type HandledServers = "all" | ReadonlySet<string>;

interface HandledParts {
  readonly parts: ReadonlySet<Node | null | undefined>;
  readonly servers: HandledServers;
}

/** @returns the children of the node in which failures of calls are handled; undefined if there are none */
export function handledParts(node: Node): HandledParts | undefined {
  switch (node.type) {
    case "TryStatement": {
      const { block, handler } = node as TryStatement;
      const servers = handler ? alternatives(handler.body) : undefined;
      return servers && { parts: new Set([block]), servers };
    }
    case "IfStatement":
    case "ConditionalExpression": {
      const { test, consequent, alternate } = node as IfStatement | ConditionalExpression;
      const servers = serversAskedIn(test);
      return servers && { parts: new Set([consequent, alternate]), servers };
    }
    case "LogicalExpression": {
      const { left, right } = node as LogicalExpression;
      const servers = serversAskedIn(left);
      return servers && { parts: new Set([right]), servers };
    }
    case "CallExpression":
      return handledOf(node as CallExpression);
    default:
      return undefined;
  }
}

/** Recognizes `call.catch(…)`, `call.then(…, …)`, `Promise.allSettled([…])` and `Promise.any([…])`. */
function handledOf({ callee, arguments: args }: CallExpression): HandledParts | undefined {
  if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") return undefined;
  const { object, property } = callee as MemberExpression & { readonly property: { readonly name: string } };
  const { name } = property;
  if ((name === "catch" && args.length > 0) || (name === "then" && args.length > 1)) {
    return { parts: new Set([callee]), servers: "all" };
  }
  const isPromise = object.type === "Identifier" && object.name === "Promise";
  return isPromise && (name === "allSettled" || name === "any") ? { parts: new Set(args), servers: "all" } : undefined;
}

/** A longer condition is not read to its end: each part of a chain of `&&` would read all parts before it again. */
const MAX_CONDITIONS = 16;

/** Functions that tell which members an object has, their first argument. */
const LOOKS = new Set(["Object.keys", "Object.hasOwn", "Reflect.has", "Reflect.ownKeys"]);

/**
 * Reads `"tool" in server` and `Object.keys(server).includes("tool")`, also within a larger condition; `typeof server.tool` is "function" for every name.
 * @returns undefined if the condition asks no server
 */
function serversAskedIn(test: Expression | Super): ReadonlySet<string> | undefined {
  const servers = new Set<string>();
  let rest: Expression | Super | undefined = test;
  for (let count = 0; rest !== undefined && count < MAX_CONDITIONS; count += 1) {
    const { type } = rest;
    if (type === "LogicalExpression") {
      addAskedServer(rest.right, servers);
      rest = rest.left;
    } else if (type === "UnaryExpression" && rest.operator === "!") rest = rest.argument;
    else {
      addAskedServer(rest, servers);
      rest = undefined;
    }
  }
  return servers.size > 0 ? servers : undefined;
}

function addAskedServer(node: Node, servers: Set<string>): void {
  const asked = node.type === "UnaryExpression" ? (node as Node & { readonly argument: Node }).argument : node;
  if (asked.type === "BinaryExpression") {
    const { operator, right } = asked as BinaryExpression;
    if (operator === "in" && right.type === "Identifier") servers.add(right.name);
  } else if (asked.type === "CallExpression") {
    const { callee } = asked as CallExpression;
    const isMethod = callee.type === "MemberExpression" && callee.object.type === "CallExpression";
    const look = (isMethod ? callee.object : asked) as CallExpression;
    const [server] = look.arguments;
    const path = pathOf(look.callee);
    if (path && LOOKS.has(path.join(".")) && server?.type === "Identifier") servers.add(server.name);
  }
}

/** A handler that makes another call instead is short; nested ones would be read again and again. */
const MAX_HANDLER_NODES = 100;

/** @returns the names whose members the handler calls instead; undefined if there are none, if it ends by throwing, or if it is long */
function alternatives(handler: BlockStatement): ReadonlySet<string> | undefined {
  if (handler.body.at(-1)?.type === "ThrowStatement") return undefined;
  const servers = new Set<string>();
  const open: Node[] = [handler];
  for (let count = 0, node = open.pop(); node; node = open.pop(), count += 1) {
    if (count === MAX_HANDLER_NODES) return undefined;
    if (isFunctionOrClass(node)) continue;
    const [server, ...names] = (node.type === "CallExpression" && pathOf((node as CallExpression).callee)) || [];
    if (server !== undefined && names.length > 0) servers.add(server);
    open.push(...childrenOf(node).slice(0, MAX_HANDLER_NODES));
  }
  return servers.size > 0 ? servers : undefined;
}
