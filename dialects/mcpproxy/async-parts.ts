/**
 * An async function runs at once up to its first `await`. In MCPProxy that part calls tools as any other code does, so that
 * `xs.forEach(async (x) => { sum += call_tool(…).result })` has the sum when `forEach` returns. Here the call of the function waits for that part,
 * where it can be told what becomes of the function's promise: it is called by the script itself, or by `forEach`, which drops it.
 *
 * A script that waits for several promises at once (`Promise.all`) means several calls to be under way, and is left as it is.
 */
import type { Node } from "acorn";
import { childrenOf } from "../../worker-loader/syntax/syntax-tree.ts";
import { findWaits, isDivided, type Waits } from "./waiting-functions.ts";
import type { Flow, Site } from "./flow.ts";
import { nameOfKey, plain, type Loose } from "./loose-tree.ts";
import type { Place } from "./places.ts";
import { refuseMethods } from "./refused-methods.ts";

/** @returns undefined for a script without async functions, and where some call of one that calls tools cannot wait */
export function dividedWaits(program: Node, flow: Flow): Waits | undefined {
  if (flow.gaveUp || !flow.fns.values().some(isDivided) || waitsForSeveral(program)) return undefined;
  const divided = findWaits(flow, true);
  if (divided.refusals.length + refuseMethods(program, flow, divided).length > 0) return undefined;
  return mayDivide(flow, divided) ? divided : undefined;
}

/** Methods of `Promise` that take one promise or none. */
const OF_ONE: ReadonlySet<string> = new Set(["resolve", "reject", "withResolvers"]);

function waitsForSeveral(given: Node): boolean {
  const node = given as Loose;
  if (node.type === "Identifier") return node["name"] === "Promise";
  if (node.type === "NewExpression" || (node.type === "BinaryExpression" && node["operator"] === "instanceof")) {
    return childrenOf(node).some((child) => !isPromise(child) && waitsForSeveral(child));
  }
  if (node.type === "MemberExpression" && isPromise(node["object"])) {
    return !OF_ONE.has(nameOfKey(node["property"], node["computed"]) ?? "");
  }
  return childrenOf(node).some(waitsForSeveral);
}

function isPromise(node: Node): boolean {
  const { type, name } = plain(node);
  return type === "Identifier" && name === "Promise";
}

function mayDivide({ sites }: Flow, { fns }: Waits): boolean {
  const judged = new Map<Place, boolean>();
  const mayBeAsync = (place: Place | undefined): boolean => {
    if (place === undefined) return false;
    const known = judged.get(place) ?? place.values.values().some((fn) => isDivided(fn) && fns.has(fn));
    judged.set(place, known);
    return known;
  };
  return sites.every((site) => {
    if (mayBeAsync(site.called)) return false;
    if (mayBeAsync(site.callee) && site.node.type !== "CallExpression") return false;
    return !site.givesBack || isForEach(site) || !site.args.some(mayBeAsync);
  });
}

function isForEach({ name }: Site): boolean {
  return name === "forEach";
}
