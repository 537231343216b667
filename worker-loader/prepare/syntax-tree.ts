/** Questions about an ESTree that acorn's own walkers do not answer. */
import type { BreakStatement, ContinueStatement, Node } from "acorn";

/** In source order, for the node types whose fields are declared in source order (all that matter here). */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const value of Object.values(node)) {
    for (const item of Array.isArray(value) ? value : [value]) if (isNode(item)) children.push(item);
  }
  return children;
}

function isNode(value: unknown): value is Node {
  return value !== null && typeof value === "object" && "type" in value && typeof value.type === "string";
}

/** Whether a function or a class (its methods, its field initialisers) stands anywhere in it. */
export function hasFunction(node: Node): boolean {
  return isFunction(node) || childrenOf(node).some(hasFunction);
}

/** Whether the function it stands in can be left in the middle of it, to be resumed later. */
export function suspends(node: Node): boolean {
  if (node.type === "AwaitExpression" || node.type === "YieldExpression") return true;
  if (node.type === "ForOfStatement" && "await" in node && node.await === true) return true;
  return childrenOf(node).some((child) => !isFunction(child) && suspends(child));
}

function isFunction({ type }: Node): boolean {
  return type === "ArrowFunctionExpression" || type.startsWith("Function") || type.startsWith("Class");
}

export interface Jump {
  readonly jump: BreakStatement | ContinueStatement;
  /** Without a label it leaves the body it was looked for in, not a loop or switch inside of it. */
  readonly leavesBody: boolean;
}

/** `break` and `continue` in a loop's body, without those of functions in it. */
export function jumpsOf(body: Node, leaving = { break: true, continue: true }): Jump[] {
  if (isFunction(body)) return [];
  if (body.type === "BreakStatement") return [{ jump: body as BreakStatement, leavesBody: leaving.break }];
  if (body.type === "ContinueStatement") return [{ jump: body as ContinueStatement, leavesBody: leaving.continue }];
  const isLoop = /^(?:For|While|DoWhile)/.test(body.type);
  const inner = {
    break: leaving.break && !isLoop && body.type !== "SwitchStatement",
    continue: leaving.continue && !isLoop,
  };
  return childrenOf(body).flatMap((child) => jumpsOf(child, inner));
}

/** Names that occur nowhere in the tree, however they are spelled there. */
export function freshNames<Stem extends string>(root: Node, stems: readonly Stem[]): Record<Stem, string> {
  const used = new Set<string>();
  const collect = (node: Node): void => {
    if ("name" in node && typeof node.name === "string") used.add(node.name);
    for (const child of childrenOf(node)) collect(child);
  };
  collect(root);
  const names = stems.map((stem) => {
    let name: string = `$${stem}`;
    // Numbers are appended to two of them, so no name may be a prefix of another used one either.
    while ([...used].some((one) => one.startsWith(name))) name = `$${name}`;
    return [stem, name] as const;
  });
  return Object.fromEntries(names) as Record<Stem, string>;
}
