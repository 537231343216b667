/**
 * Whether a script reads `content` as the list of blocks of the wire format: somewhere it reads `text` or `type` of an element,
 * `r.result.content[0].text`. A payload may have a `content` of its own, whose text or list a script reads in other ways.
 *
 * Values are followed to variables, parameters, callbacks of list methods and returned values, in any order of statements, but not through
 * other properties. An error costs a payload's own `content`, and only one that is no list of blocks itself (guest/wire-result.js).
 */
import type { Node, Program } from "acorn";
import { spendSteps } from "../../worker-loader/syntax/budget.ts";
import { childrenOf } from "../../worker-loader/syntax/syntax-tree.ts";
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
/** Each pass follows values further; a script that hands a list on more often, against the order of its text, is not followed to the end. */
const MAX_PASSES = 8;

export function readsBlocks(program: Program): boolean {
  return new BlockReads(program).areFound();
}

class BlockReads {
  readonly #nodes: Loose[] = [];
  /** The variable of an identifier: its name, and the number of the scope that declares it. */
  readonly #variables = new Map<Node, string>();
  readonly #functions = new Map<string, Loose>();
  /** The functions around `return` statements. */
  readonly #owners = new Map<Node, Node>();
  /** The kinds of variables, and of what functions return. */
  readonly #kinds = new Map<string | Node, number>();
  /** The kinds of expressions, as far as they are known in this pass. */
  #known = new Map<Node, number>();
  #grew = false;
  #isFound = false;

  constructor(program: Program) {
    walkScopes(program, (node, _isDeclared, scopeOf) => {
      const { type, name, id } = node as Loose;
      this.#nodes.push(node as Loose);
      if (type === "Identifier") this.#variables.set(node, `${name} ${scopeOf(name)}`);
      // The name of a declared function is one of the scope around it, too.
      if (type === "FunctionDeclaration" && id) this.#functions.set(`${id.name} ${scopeOf(id.name)}`, node as Loose);
    });
    this.#findOwners(program, undefined);
    for (const { type, id, init, left, right } of this.#nodes) {
      if (type === "VariableDeclarator" && init) this.#nameFunction(id, plain(init));
      if (type === "AssignmentExpression") this.#nameFunction(left, plain(right));
    }
  }

  areFound(): boolean {
    for (let pass = 0; pass < MAX_PASSES && !this.#isFound; pass += 1) {
      this.#grew = false;
      this.#known = new Map();
      spendSteps(this.#nodes.length);
      for (const node of this.#nodes) this.#read(node);
      if (!this.#grew) break;
    }
    return this.#isFound;
  }

  #nameFunction(target: Node, value: Loose): void {
    const variable = this.#variables.get(target);
    if (variable !== undefined && isFunction(value)) this.#functions.set(variable, value);
  }

  #findOwners(node: Node, owner: Node | undefined): void {
    if (node.type === "ReturnStatement" && owner !== undefined) this.#owners.set(node, owner);
    const inside = isFunction(node) ? node : owner;
    for (const child of childrenOf(node)) this.#findOwners(child, inside);
  }

  #read(node: Loose): void {
    switch (node.type) {
      case "VariableDeclarator":
        return this.#bind(node["id"], this.#kindOf(node["init"]));
      case "AssignmentExpression":
        return this.#bind(node["left"], this.#kindOf(node["right"]));
      case "ForOfStatement":
        return this.#loop(node);
      case "MemberExpression":
        if (isField(node["property"], node["computed"]) && has(this.#kindOf(node["object"]), BLOCK))
          this.#isFound = true;
        return;
      case "CallExpression":
        return this.#call(node);
      case "ReturnStatement": {
        const owner = this.#owners.get(node);
        return owner && this.#learn(owner, this.#kindOf(node["argument"]));
      }
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        for (const param of node["params"] as Loose[]) this.#bind(param, NOTHING);
        if (node["expression"] === true) this.#learn(node, this.#kindOf(node["body"]));
        return;
      default:
    }
  }

  #loop({ left, right }: Loose): void {
    const target = left.type === "VariableDeclaration" ? left.declarations[0].id : left;
    const { callee } = plain(right);
    const isEntries = callee?.type === "MemberExpression" && nameOfKey(callee.property, callee.computed) === "entries";
    if (isEntries && target.type === "ArrayPattern" && target.elements[1])
      return this.#bind(target.elements[1], elementOf(this.#kindOf(callee.object)));
    this.#bind(target, elementOf(this.#kindOf(right)));
  }

  /** Follows the arguments of a call to the parameters of a function of the script, and the elements of a list to those of its callback. */
  #call(node: Loose): void {
    const callee = plain(node["callee"]);
    const args = node["arguments"] as Loose[];
    const params = (this.#functionOf(callee)?.["params"] ?? []) as Loose[];
    // A parameter without an argument was bound where its function stands.
    for (const [at, arg] of args.slice(0, params.length).entries()) this.#bind(params[at] as Loose, this.#kindOf(arg));
    if (callee.type !== "MemberExpression" || args[0] === undefined) return;
    const name = nameOfKey(callee["property"], callee["computed"]) ?? "";
    const first = CALL_BACK.get(name);
    if (first === undefined) return;
    const element = elementOf(this.#kindOf(callee["object"]));
    const given = (this.#functionOf(plain(args[0]))?.["params"] ?? []) as Loose[];
    const count = name.endsWith("orted") || name === "sort" ? 2 : 1;
    for (const param of given.slice(first, first + count)) this.#bind(param, element);
  }

  #functionOf(node: Loose): Loose | undefined {
    if (isFunction(node)) return node;
    const variable = this.#variables.get(node);
    return variable === undefined ? undefined : this.#functions.get(variable);
  }

  #bind(target: Loose, kind: number): void {
    spendSteps(1);
    switch (target.type) {
      case "Identifier":
        return this.#learn(this.#variables.get(target), kind);
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
          if (has(kind, BLOCK) && isField(key, computed)) this.#isFound = true;
          this.#bind(value, nameOfKey(key, computed) === "content" ? LIST : NOTHING);
        }
        return;
      default:
    }
  }

  #learn(holder: string | Node | undefined, kind: number): void {
    if (holder === undefined) return;
    const before = this.#kinds.get(holder) ?? NOTHING;
    if ((before | kind) === before) return;
    this.#kinds.set(holder, before | kind);
    this.#grew = true;
  }

  #kindOf(given: Node | null | undefined): number {
    if (!given) return NOTHING;
    const known = this.#known.get(given);
    if (known !== undefined) return known;
    const kind = this.#newKindOf(given as Loose);
    this.#known.set(given, kind);
    return kind;
  }

  #newKindOf(node: Loose): number {
    switch (node.type) {
      case "Identifier":
        return this.#kinds.get(this.#variables.get(node) ?? "") ?? NOTHING;
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
    const called = this.#functionOf(callee);
    if (called !== undefined) return this.#kinds.get(called) ?? NOTHING;
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
