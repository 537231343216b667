/** Refuses methods that wait for a tool although the language calls them synchronously, such as `toJSON` or a proxy's traps. */
import type { Node } from "acorn";
import { childrenOf } from "../../worker-loader/syntax/syntax-tree.ts";
import { CALLED_BY_THE_LANGUAGE, PROXY_TRAPS } from "./built-ins.ts";
import { waits, type Waits, type Refusal } from "./waiting-functions.ts";
import type { Flow } from "./flow.ts";
import { nameOfKey, plain, type Loose } from "./loose-tree.ts";
import type { Fn } from "./places.ts";

export function refuseMethods(program: Node, flow: Flow, found: Waits): Refusal[] {
  const refusals: Refusal[] = [];
  const literals = new Map<string, Loose>();
  const handlers: Loose[] = [];
  const firstCalls = new Map<Fn, number>();
  for (const { owner, node } of flow.sites)
    if (owner && found.calls.has(node) && !firstCalls.has(owner)) firstCalls.set(owner, node.start);
  /** @returns the position of the method's first call that waits */
  const waitsAt = (value: Node): number | undefined => {
    const fn = flow.fns.get(plain(value));
    if (fn === undefined || !waits(fn, found.fns)) return undefined;
    return firstCalls.get(fn) ?? value.start;
  };
  const visit = (given: Node): void => {
    const node = given as Loose;
    if (node.type === "Property" || node.type === "MethodDefinition" || node.type === "PropertyDefinition") {
      const name = nameOfKey(node["key"], node["computed"]);
      const start =
        node["value"] && name !== undefined && CALLED_BY_THE_LANGUAGE.has(name) ? waitsAt(node["value"]) : undefined;
      if (start !== undefined)
        refusals.push({
          start,
          message: `The language itself calls ${name}, which cannot wait for a tool call: call a method of another name.`,
        });
    }
    if (node.type === "VariableDeclarator" && node["init"] && node["id"].type === "Identifier")
      literals.set(node["id"].name, plain(node["init"]));
    if (
      node.type === "NewExpression" &&
      node["callee"].type === "Identifier" &&
      node["callee"].name === "Proxy" &&
      node["arguments"][1]
    )
      handlers.push(plain(node["arguments"][1]));
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  const known = handlers.map((handler) => (handler.type === "Identifier" ? literals.get(handler["name"]) : handler));
  for (const literal of new Set(known)) {
    if (literal?.type !== "ObjectExpression") continue;
    for (const property of literal["properties"] as Loose[]) {
      const name = property.type === "Property" ? nameOfKey(property["key"], property["computed"]) : undefined;
      if (name === undefined || !PROXY_TRAPS.has(name)) continue;
      const start = waitsAt(property["value"]);
      if (start !== undefined)
        refusals.push({
          start,
          message: `A proxy's trap (${name}) cannot wait for a tool call: make it an ordinary object with methods.`,
        });
    }
  }
  return refusals;
}
