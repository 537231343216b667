/** A hint for a script that reads a server as a member of something: `sdk.shop.get_item({ … })`, `this.shop`, `async ({ shop }) => …`. Pure. */
import { simple } from "acorn-walk";
import type { MemberExpression, Node, Program } from "acorn";
import type { Catalog } from "../catalog/catalog.ts";

/** Names that stand for all servers elsewhere. */
export const HOLDERS: ReadonlySet<string> = new Set("servers sdk api upstreams mcpServers mcp_servers".split(" "));

const MISSING =
  /^TypeError: Cannot (?:read properties of (?:undefined|null) \(reading '([\w$]{1,100})'\)|destructure property '([\w$]{1,100})' of )/;
/** Roots that have no member of a script's own. */
const GLOBAL_ROOTS = new Set(["this", "globalThis", "self"]);

export function serverByName(server: string): string {
  return `Servers are in scope by their names: await ${server}.tool({ … }).`;
}

/** @param servers identifiers of the servers; an answer can have a member of such a name, too */
export function hintAtServerMember(
  message: string,
  program: Program,
  servers: readonly string[],
  { servers: listed }: Catalog,
): string | undefined {
  const [, read, taken] = MISSING.exec(message) ?? [];
  const name = read ?? taken;
  if (name === undefined || !servers.includes(name)) return undefined;
  const tools = new Set(listed.find(({ identifier }) => identifier === name)?.table.identifiers);
  const isServer = membersIn(program).some((path) => {
    const at = path.indexOf(name);
    const isAtRoot = at === 1 && GLOBAL_ROOTS.has(path[0] ?? "");
    return at !== -1 && (isAtRoot || tools.has(path[at + 1] ?? ""));
  });
  return isServer ? serverByName(name) : undefined;
}

/** @param root a name that does not exist @returns what the script reads of it: `modern`, `add` for `root.modern.add` */
export function membersOfMissing(root: string, program: Program): readonly string[] {
  return membersIn(program).flatMap(([first, ...members]) => (first === root ? members : []));
}

/** @returns each chain of names in a script: `this`, `shop`, `get_item` */
function membersIn(program: Program): readonly (readonly string[])[] {
  const paths: string[][] = [];
  simple(program, {
    MemberExpression: (node) => {
      const path = pathOf(node);
      if (path !== undefined) paths.push(path);
    },
  });
  return paths;
}

/** Names of a chain that are looked at, as many as a path to a tool may have. */
const MAX_NAMES = 6;

function pathOf(node: MemberExpression): string[] | undefined {
  const names: string[] = [];
  let at: Node = node;
  while (at.type === "MemberExpression" && names.length < MAX_NAMES) {
    const { object, property, computed } = at as MemberExpression;
    if (computed || property.type !== "Identifier") return undefined;
    names.unshift(property.name);
    at = object;
  }
  if (at.type === "ThisExpression") return ["this", ...names];
  return at.type === "Identifier" ? [(at as Node & { readonly name: string }).name, ...names] : undefined;
}
