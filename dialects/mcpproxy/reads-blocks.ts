/**
 * Whether a script reads `content` as the list of blocks of the wire format: somewhere it reads `text` or `type` of an element,
 * `r.result.content[0].text`. A payload may have a `content` of its own, whose text or list a script reads in other ways.
 *
 * One visit in the order of the text follows values to variables and to the parameters of callbacks that stand in a call of a list's method, but
 * not through functions or other properties. An error costs a payload's own `content`, and only one that is no list of blocks itself
 * (guest/wire-result.js).
 */
import type { Node, Program } from "acorn";
import { spendSteps } from "../../worker-loader/syntax/budget.ts";
import { walkScopes } from "../../worker-loader/syntax/scopes.ts";
import { nameOfKey, plain, type Loose } from "./loose-tree.ts";

/** The kinds of an expression's value: nothing of interest, a list of blocks, a block, or both. */
const NOTHING = 0;
const LIST = 1;
const BLOCK = 2;

const FIELDS: ReadonlySet<string> = new Set(["text", "type"]);
/** Methods of a list that give a list with its elements, and those that give an element. */
const GIVE_LIST: ReadonlySet<string> = new Set(
  "concat filter flat reverse slice sort splice toReversed toSorted toSpliced values with".split(" "),
);
const GIVE_ELEMENT: ReadonlySet<string> = new Set(["at", "find", "findLast", "pop", "shift"]);
/** Methods of a list whose callback gets an element, and how many parameters stand before it. */
const CALL_BACK: ReadonlyMap<string, number> = new Map([
  ..."every filter find findIndex findLast findLastIndex flatMap forEach map some sort toSorted"
    .split(" ")
    .map((name) => [name, 0] as const),
  ["reduce", 1],
  ["reduceRight", 1],
]);

export function readsBlocks(program: Program): boolean {
  const reads = new BlockReads();
  walkScopes(program, (node, _isDeclared, scopeOf) => reads.visit(node as Loose, scopeOf));
  return reads.areFound;
}

type ScopeOf = (name: string) => number;

class BlockReads {
  areFound = false;
  /** The kinds of variables, by name and the number of the scope that declares it. */
  readonly #kinds = new Map<string, number>();
  /** The kinds that identifiers of patterns are bound with: the scope that declares them is known where they are visited. */
  readonly #bound = new Map<Node, number>();
  readonly #known = new Map<Node, number>();
  #scopeOf: ScopeOf = () => 0;

  visit(node: Loose, scopeOf: ScopeOf): void {
    if (this.areFound) return;
    this.#scopeOf = scopeOf;
    switch (node.type) {
      case "Identifier":
        return this.#learn(node);
      case "VariableDeclarator":
        return this.#bind(node["id"], this.#kindOf(node["init"]));
      case "AssignmentExpression":
        return this.#bind(node["left"], this.#kindOf(node["right"]));
      case "ForOfStatement":
        return this.#loop(node);
      case "MemberExpression":
        if (isField(node["property"], node["computed"])) this.areFound = has(this.#kindOf(node["object"]), BLOCK);
        return;
      case "CallExpression":
        return this.#call(node);
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        for (const param of node["params"] as Loose[]) this.#bind(param, NOTHING);
        return;
      default:
    }
  }

  #variable(name: string): string {
    return `${name} ${this.#scopeOf(name)}`;
  }

  #learn(node: Loose): void {
    const kind = this.#bound.get(node);
    if (kind === undefined) return;
    const variable = this.#variable(node["name"]);
    this.#kinds.set(variable, (this.#kinds.get(variable) ?? NOTHING) | kind);
  }

  #loop({ left, right }: Loose): void {
    const target = left.type === "VariableDeclaration" ? left.declarations[0].id : left;
    const { callee } = plain(right);
    const isEntries = callee?.type === "MemberExpression" && nameOfKey(callee.property, callee.computed) === "entries";
    if (isEntries && target.type === "ArrayPattern" && target.elements[1])
      return this.#bind(target.elements[1], elementOf(this.#kindOf(callee.object)));
    this.#bind(target, elementOf(this.#kindOf(right)));
  }

  /** Follows the elements of a list to the parameters of a callback. */
  #call(node: Loose): void {
    const callee = plain(node["callee"]);
    const [given] = node["arguments"] as Loose[];
    if (callee.type !== "MemberExpression" || given === undefined) return;
    const name = nameOfKey(callee["property"], callee["computed"]) ?? "";
    const first = CALL_BACK.get(name);
    const callback = plain(given);
    if (first === undefined || !isFunction(callback)) return;
    const count = name.endsWith("orted") || name === "sort" ? 2 : 1;
    const element = elementOf(this.#kindOf(callee["object"]));
    for (const param of callback["params"].slice(first, first + count)) this.#bind(param, element);
  }

  #bind(target: Loose, kind: number): void {
    spendSteps(1);
    switch (target.type) {
      case "Identifier":
        if (kind !== NOTHING) this.#bound.set(target, (this.#bound.get(target) ?? NOTHING) | kind);
        return;
      case "ParenthesizedExpression":
        return this.#bind(target["expression"], kind);
      case "AssignmentPattern":
        return this.#bind(target["left"], kind | this.#kindOf(target["right"]));
      case "RestElement":
        return this.#bind(target["argument"], kind);
      case "ArrayPattern":
        for (const element of target["elements"] as (Loose | null)[]) {
          if (element) this.#bind(element, element.type === "RestElement" ? kind & LIST : elementOf(kind));
        }
        return;
      case "ObjectPattern":
        for (const { type, key, computed, value } of target["properties"] as Loose[]) {
          if (type !== "Property") continue;
          if (has(kind, BLOCK) && isField(key, computed)) this.areFound = true;
          this.#bind(value, nameOfKey(key, computed) === "content" ? LIST : NOTHING);
        }
        return;
      default:
    }
  }

  #kindOf(given: Node | null | undefined): number {
    if (!given) return NOTHING;
    // A variable may be bound further.
    if (given.type === "Identifier") return this.#newKindOf(given as Loose);
    const known = this.#known.get(given);
    if (known !== undefined) return known;
    const kind = this.#newKindOf(given as Loose);
    this.#known.set(given, kind);
    return kind;
  }

  #newKindOf(node: Loose): number {
    switch (node.type) {
      case "Identifier":
        return this.#kinds.get(this.#variable(node["name"])) ?? NOTHING;
      case "ParenthesizedExpression":
      case "ChainExpression":
        return this.#kindOf(node["expression"]);
      case "AwaitExpression":
        return this.#kindOf(node["argument"]);
      case "AssignmentExpression":
        return this.#kindOf(node["right"]);
      case "LogicalExpression":
        return this.#kindOf(node["right"]) | (node["operator"] === "&&" ? NOTHING : this.#kindOf(node["left"]));
      case "ConditionalExpression":
        return this.#kindOf(node["consequent"]) | this.#kindOf(node["alternate"]);
      case "ArrayExpression":
        return (node["elements"] as (Loose | null)[]).reduce((all, one) => all | this.#kindInList(one), NOTHING);
      case "MemberExpression": {
        const name = nameOfKey(node["property"], node["computed"]);
        if (name === "content") return LIST;
        return node["computed"] && name === undefined ? elementOf(this.#kindOf(node["object"])) : NOTHING;
      }
      case "CallExpression":
        return this.#kindOfCall(node);
      default:
        return NOTHING;
    }
  }

  #kindInList(element: Loose | null): number {
    if (element?.type === "SpreadElement") return this.#kindOf(element["argument"]) & LIST;
    return has(this.#kindOf(element), BLOCK) ? LIST : NOTHING;
  }

  #kindOfCall(node: Loose): number {
    const callee = plain(node["callee"]);
    if (callee.type !== "MemberExpression") return NOTHING;
    const name = nameOfKey(callee["property"], callee["computed"]) ?? "";
    const of = this.#kindOf(callee["object"]);
    if (GIVE_ELEMENT.has(name)) return elementOf(of);
    const [first] = node["arguments"] as Loose[];
    const added = name === "concat" || name === "from" ? this.#kindOf(first) & LIST : NOTHING;
    return added | (GIVE_LIST.has(name) ? of & LIST : NOTHING);
  }
}

function isFunction({ type }: Node): boolean {
  return type === "FunctionDeclaration" || type === "FunctionExpression" || type === "ArrowFunctionExpression";
}

function isField(key: Node, computed: boolean): boolean {
  return FIELDS.has(nameOfKey(key, computed) ?? "");
}

function has(kind: number, one: number): boolean {
  return (kind & one) !== 0;
}

function elementOf(kind: number): number {
  return has(kind, LIST) ? BLOCK : NOTHING;
}
