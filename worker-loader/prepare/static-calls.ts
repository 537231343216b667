/**
 * Finds calls that can be read without running the script: `server.tool({ … })` where the script does not declare `server`. This
 * only collects them with their positions. A call that cannot be read with certainty (a computed name, a variable as argument) is
 * checked when it is made.
 */
import type { CallExpression, MemberExpression, Node, ObjectExpression, Program } from "acorn";
import { declaredBy } from "../syntax/bound-names.ts";
import { positionsIn, type Locate, type Position } from "../syntax/position.ts";
import { childrenOf, isFunctionOrClass } from "../syntax/syntax-tree.ts";
import { handledParts, type HandledServers } from "./handled-calls.ts";
import { nameOf, pathOf } from "./member-path.ts";

export interface PlacedCall {
  readonly server: string;
  readonly tool: string;
  /** Position in the user's text; empty for generated code. */
  readonly place: Partial<Position>;
  /** True if the script has an answer to the failure of the call, or has asked whether there is such a tool. */
  readonly isHandled: boolean;
  /** The argument object; absent if it is not a literal, or not the only argument. */
  readonly argument?: PlacedArgument;
  /** The first argument, if it is a text: `shop.call("get_item", …)`. */
  readonly text?: string;
}

interface PlacedArgument {
  readonly keys: readonly { readonly name: string; readonly place: Partial<Position> }[];
  /** True without spreads and computed keys: the object has no other keys than `keys`. */
  readonly isComplete: boolean;
}

export interface StaticCalls {
  readonly calls: readonly PlacedCall[];
  /** Names that are used otherwise than in `calls`, or declared: calls by them cannot be read. */
  readonly otherNames: ReadonlySet<string>;
}

/** @param code the text of `program`; `locate` maps its positions */
export function findStaticCalls(program: Program, code: string, locate: Locate): StaticCalls {
  const placeAt = positionsIn(code);
  const placeOf: PlaceOf = (offset) => locate(placeAt(offset)) ?? {};
  const declared = new Set<string>();
  const otherNames = new Set<string>();
  const calls: PlacedCall[] = [];
  const visit = (node: Node, around: HandledServers | undefined): void => {
    for (const name of declaredBy(node)) declared.add(name);
    if (node.type === "Identifier" && "name" in node) otherNames.add(String(node.name));
    const call = node.type === "CallExpression" ? readCall(node as CallExpression, placeOf) : undefined;
    if (call) calls.push({ ...call, isHandled: around === "all" || around?.has(call.server) === true });
    const read = call ? (node as CallExpression).callee : labelOf(node);
    const inside = isFunctionOrClass(node) ? undefined : around;
    const handled = inside === "all" ? undefined : handledParts(node);
    for (const child of childrenOf(node)) {
      // The callee of `server.tool({}).catch(report)` leads to the call that is handled.
      if (child !== read) visit(child, handled?.parts.has(child) === true ? handled.servers : inside);
    }
  };
  visit(program, undefined);
  return { calls: calls.filter(({ server }) => !declared.has(server)), otherNames: otherNames.union(declared) };
}

/** @returns the name node of a property, which is no name in scope */
function labelOf(node: Node): Node | undefined {
  if (node.type === "MemberExpression") {
    const { property, computed } = node as MemberExpression;
    return computed ? undefined : property;
  }
  if (!("key" in node) || ("computed" in node && node.computed === true)) return undefined;
  return node.key as Node;
}

type PlaceOf = (offset: number) => Partial<Position>;

function readCall(node: CallExpression, placeOf: PlaceOf): Omit<PlacedCall, "isHandled"> | undefined {
  const {
    callee,
    arguments: [first, ...rest],
    start,
  } = node;
  const path = pathOf(callee);
  if (path === undefined) return undefined;
  const [server, group, member, ...others] = path;
  // A function of a group takes its arguments in order, too.
  if (server !== undefined && member !== undefined && isGroup(group) && others.length === 0) {
    return { server, tool: `${group}.${member}`, place: placeOf(start) };
  }
  const [, tool, raw, ...deeper] = path;
  if (
    server === undefined ||
    tool === undefined ||
    (raw !== undefined && raw !== "raw" && raw !== "all") ||
    deeper.length > 0
  )
    return undefined;
  const place = placeOf(start);
  if (first === undefined) return { server, tool, place, argument: { keys: [], isComplete: true } };
  const text = first.type === "Literal" && typeof first.value === "string" ? first.value : undefined;
  // `.all(args, { max })`
  const isOnly = rest.length === 0 || raw === "all";
  const argument = isOnly && first.type === "ObjectExpression" ? readObject(first, placeOf) : undefined;
  return { server, tool, place, ...(argument && { argument }), ...(text !== undefined && { text }) };
}

/** Names of a server's object that hold functions and are no tools. */
function isGroup(name: string | undefined): name is string {
  return name === "$resources" || name === "$prompts";
}

/** @returns undefined for an object with `__proto__` or a toJSON, whose content is not what it lists */
function readObject({ properties }: ObjectExpression, placeOf: PlaceOf): PlacedArgument | undefined {
  const keys: { name: string; place: Partial<Position> }[] = [];
  let isComplete = true;
  for (const property of properties) {
    const name = property.type === "Property" ? nameOf(property.key, property.computed) : undefined;
    if (name === "toJSON" || name === "__proto__") return undefined;
    if (name === undefined) isComplete = false;
    else keys.push({ name, place: placeOf(property.start) });
  }
  return { keys, isComplete };
}
