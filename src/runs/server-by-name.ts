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
  catalog: Catalog,
): string | undefined {
  const [, read, taken] = MISSING.exec(message) ?? [];
  const name = read ?? taken;
  if (name === undefined || !servers.includes(name)) return undefined;
  const isServer = chainsIn(program).some(({ names }) => {
    const at = names.indexOf(name);
    const isAtRoot = at === 1 && GLOBAL_ROOTS.has(names[0] ?? "");
    return at !== -1 && (isAtRoot || isTool(catalog, name, names[at + 1]));
  });
  return isServer ? serverByName(name) : undefined;
}

/** @param tool a name in any spelling @returns true if the server has it */
export function isTool({ servers }: Catalog, server: string, tool = ""): boolean {
  return servers.find(({ identifier }) => identifier === server)?.table.find(tool) !== undefined;
}

/** A chain of names in a script, such as `this`, `shop`, `get_item`. */
interface Chain {
  readonly names: readonly string[];
  /** Whether the last one is called. */
  readonly isCalled: boolean;
}

/** @param root a name that does not exist @returns what the script reads of it: `modern`, `add` for `root.modern.add` */
export function chainsOfMissing(root: string, program: Program): readonly Chain[] {
  return chainsIn(program)
    .filter(({ names }) => names[0] === root)
    .map(({ names, isCalled }) => ({ names: names.slice(1), isCalled }));
}

function chainsIn(program: Program): readonly Chain[] {
  const members: MemberExpression[] = [];
  const called = new Set<Node>();
  simple(program, {
    MemberExpression: (node) => void members.push(node),
    CallExpression: ({ callee }) => void called.add(callee),
  });
  return members.flatMap((node) => {
    const names = namesOf(node);
    return names === undefined ? [] : [{ names, isCalled: called.has(node) }];
  });
}

/** Names of a chain that are looked at, as many as a path to a tool may have. */
const MAX_NAMES = 6;

function namesOf(node: MemberExpression): string[] | undefined {
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
