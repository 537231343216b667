/**
 * Executor's scripts call tools by paths of `tools`, `tools.github.get_issue({…})`, and search with an object. Their text stays as it is; they get
 * the `tools` of guest/tool-paths.js. The `data` of such a call is the whole result of an MCP server there, and the value alone of other tools: a script
 * that reads the names of the whole result gets results in both forms, as MCPProxy's scripts do.
 */
import type { Node } from "acorn";
import type { Rewrite } from "../../worker-loader/prepare/rewrite.ts";
import { walkScopes } from "../../worker-loader/syntax/scopes.ts";
import { wireMentions } from "../mcpproxy/looks-at-wire.ts";
import type { Loose } from "../mcpproxy/loose-tree.ts";
import { EXECUTOR } from "./reserved-name.ts";

const OWN_FUNCTIONS: ReadonlySet<string> = new Set(["search", "describe", "list"]);

export const executorRewrite: Rewrite = {
  name: "executor",
  rewrite({ code, program, mentions: { identifiers } }) {
    if (!identifiers.has("tools") || !usesPaths(program)) return undefined;
    const mentions = [EXECUTOR, ...wireMentions(program)];
    return { ok: true, code, locate: (place) => place, mentions };
  },
};

/** @returns false if the gateway's `tools` is only used to call its own functions */
function usesPaths(program: Node): boolean {
  const settled = new Set<unknown>();
  let isUsed = false;
  walkScopes(program, (node, isDeclared) => {
    const { type, callee, property, key, computed, name } = node as Loose;
    if (type === "CallExpression" && isOwn(callee, (node as Loose)["arguments"])) settled.add(callee.object);
    // `response.tools` and `{ tools: 1 }` are other names.
    if (!computed && type === "MemberExpression") settled.add(property);
    if (!computed && key !== (node as Loose)["value"]) settled.add(key);
    if (type === "Identifier" && name === "tools" && !settled.has(node) && !isDeclared(name)) isUsed = true;
  });
  return isUsed;
}

function isOwn({ type, object, property, computed }: Loose, [first]: readonly Node[]): boolean {
  if (type !== "MemberExpression" || computed || object.type !== "Identifier" || object.name !== "tools") return false;
  const isOfObject = property.name === "search" && first?.type === "ObjectExpression";
  return OWN_FUNCTIONS.has(property.name) && !isOfObject;
}
