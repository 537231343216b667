/**
 * Tells whether a script waits for `call_tool` itself; it then expects a promise and is left unchanged. It does so when it applies
 * `await`, `.then` or `Promise.all` to a call that waits, or to a variable that holds the result of one.
 */
import type { Node } from "acorn";
import { childrenOf, nodesIn } from "../../worker-loader/syntax/syntax-tree.ts";
import type { Flow, Site } from "./flow.ts";
import { plain, type Loose } from "./loose-tree.ts";
import type { Fn, Place } from "./places.ts";

const PROMISE_METHODS: ReadonlySet<string> = new Set(["then", "catch", "finally"]);

/** The number of functions and variables through which a promise is followed. */
const MAX_ROUNDS = 8;

export function waitsByItself(program: Node, flow: Flow): boolean {
  const sites = new Map<Node, Site>(flow.sites.map((site) => [site.node, site]));
  /** Functions that return the result of a tool call, and variables that hold one. */
  const handing = new Set<Fn>([flow.tool]);
  const kept = new Set<string>();

  // Answers are cached per round: values contain one another, and each would be searched as often as it is contained.
  let handsOver = new Map<Place, boolean>();
  let answers = new Map<Node, boolean>();

  const mayHandOver = (place: Place): boolean => {
    const known = handsOver.get(place) ?? place.values.values().some((fn) => handing.has(fn));
    handsOver.set(place, known);
    return known;
  };
  const isCall = (node: Loose): boolean => {
    const site = sites.get(node);
    if (site === undefined) return false;
    if (mayHandOver(site.callee) || (site.called && mayHandOver(site.called))) return true;
    return site.givesBack && site.args.some(mayHandOver);
  };
  /** True if the value is or contains a call that waits, or a variable that holds one; `call_tool(…).ok` is no promise any more. */
  const isOf = (given: Node): boolean => {
    const node = plain(given);
    const known = answers.get(node) ?? findWhetherIsOf(node);
    answers.set(node, known);
    return known;
  };
  const findWhetherIsOf = (node: Loose): boolean => {
    if (isCall(node)) return true;
    if (node.type === "Identifier") return kept.has(node["name"]);
    if (/Function|^Class/.test(node.type)) return false;
    if (node.type === "MemberExpression") {
      const object = plain(node["object"]);
      if (object.type === "Identifier" || isCall(object)) return isOfPromise(node) && isOf(object);
    }
    return childrenOf(node).some(isOf);
  };

  const values: [string, Node][] = [];
  for (const node of nodesIn(program) as Iterable<Loose>) {
    const [target, value] =
      node.type === "VariableDeclarator"
        ? [node["id"], node["init"]]
        : node.type === "AssignmentExpression"
          ? [node["left"], node["right"]]
          : [];
    if (target?.type === "Identifier" && value) values.push([target.name, value]);
  }
  const returns = [...flow.fns].map(([node, fn]) => [fn, fn.kind === "plain" ? returnsOf(node as Loose) : []] as const);
  for (let round = 0, known = -1; round < MAX_ROUNDS && known < handing.size + kept.size; round += 1) {
    known = handing.size + kept.size;
    handsOver = new Map();
    answers = new Map();
    for (const [name, value] of values) if (!kept.has(name) && isOf(value)) kept.add(name);
    for (const [fn, nodes] of returns) if (!handing.has(fn) && nodes.some(isOf)) handing.add(fn);
  }

  handsOver = new Map();
  answers = new Map();
  return nodesIn(program).some((given) => {
    const node = given as Loose;
    if (node.type === "AwaitExpression") return isOf(node["argument"]);
    if (node.type === "ForOfStatement") return node["await"] === true && isOf(node["right"]);
    const callee = node.type === "CallExpression" ? plain(node["callee"]) : undefined;
    if (callee?.type !== "MemberExpression") return false;
    if (isOfPromise(callee)) return isOf(callee["object"]);
    const isPromise = callee["object"].type === "Identifier" && callee["object"].name === "Promise";
    return isPromise && (node["arguments"] as Node[]).some(isOf);
  });
}

function isOfPromise({ property, computed }: Loose): boolean {
  return !computed && PROMISE_METHODS.has(property.name);
}

/** @returns the expressions a function returns, without those of functions inside it */
function returnsOf(fn: Loose): Node[] {
  if (fn["expression"] === true) return [fn["body"]];
  const returns: Node[] = [];
  for (const node of nodesIn(fn["body"], ({ type }) => !/Function|^Class/.test(type)) as Iterable<Loose>) {
    if (node.type === "ReturnStatement" && node["argument"]) returns.push(node["argument"]);
  }
  return returns;
}
