/**
 * Tells whether a script means to have a value: whether each expression with which it can end is more than a step of its work. A call may return
 * nothing, so it counts only where it is known to return something: `items.at(0)`, or a function of the script that returns something. A search
 * such as `items.find(…)` may mean to find nothing. Whatever is not understood counts as a step, and a script that is looked at for long has
 * none. Pure.
 */
import type { CallExpression, Node, Program } from "acorn";
import { childrenOf, type Loose, type PreparedScript } from "../../worker-loader/index.ts";

/** Expressions and statements that are looked at, each inside of another at most. */
const MAX_LOOKS = 200;
/** Methods whose result has what a function returned. */
const MAPPING = new Set(["map", "flatMap", "reduce", "then"]);
/** Methods whose result has what their object has. */
const KEEPING = new Set(["filter", "slice", "sort", "toSorted", "reverse", "toReversed", "concat", "flat"]);
const COMBINING = new Set(["all", "allSettled", "race", "any"]);
const IS_FUNCTION = /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/;

export function meansValue({ program, isFunction }: Pick<PreparedScript, "program" | "isFunction">): boolean {
  const reader = new Reader(program);
  return isFunction ? reader.isReturning(entryOf(program)) : reader.isEnding(program);
}

/** @returns the function that a script consists of */
function entryOf({ body }: Program): Node | undefined {
  const exported = body.find(({ type }) => type === "ExportDefaultDeclaration") ?? body.at(-1);
  if (exported?.type === "ExportDefaultDeclaration") return exported.declaration;
  return exported?.type === "ExpressionStatement" ? exported.expression : exported;
}

class Reader {
  /** The values and functions that names are declared with; `undefined` for a name without a value, or with more than one. */
  readonly #named = new Map<string, Loose | undefined>();
  /** The `return` statements of the script and of its functions. */
  readonly #returns = new Map<Node, Loose[]>();
  #looks = 0;

  constructor(program: Program) {
    const nodes: { readonly node: Loose; readonly owner: Node }[] = [{ node: program, owner: program }];
    const heads = new Set<Node>();
    // No recursion: a script may have more levels than are left of the stack.
    for (const { node, owner } of nodes) {
      const { type, id, init, left, operator } = node;
      if (type === "ForOfStatement" || type === "ForInStatement") heads.add(left.declarations?.[0]);
      if (type === "VariableDeclarator" && !heads.has(node)) this.#name(id, init ?? undefined);
      if (type === "AssignmentExpression" && operator === "=") this.#name(left, undefined);
      if (type === "FunctionDeclaration") this.#name(id, node);
      if (type === "ReturnStatement") this.#returns.get(owner)?.push(node);
      const inside = node === program || IS_FUNCTION.test(type) ? node : owner;
      if (inside === node) this.#returns.set(node, []);
      for (const child of childrenOf(node)) nodes.push({ node: child, owner: inside });
    }
  }

  #name(target: Loose | null, value: Loose | undefined): void {
    if (target?.type === "Identifier")
      this.#named.set(target["name"], this.#named.has(target["name"]) ? undefined : value);
  }

  /** @returns true for a function that returns something */
  isReturning(node: Loose | undefined): boolean {
    if (node === undefined || !IS_FUNCTION.test(node.type)) return false;
    return node["body"].type === "BlockStatement" ? this.isEnding(node) : this.#isValue(node["body"]);
  }

  /** @returns true if a script or a function always ends with a value */
  isEnding(owner: Loose): boolean {
    const returned = this.#returns.get(owner) ?? [];
    if (!returned.every(({ argument }) => argument !== null && this.#isValue(argument))) return false;
    return owner.type === "Program" ? this.#isLast(owner, true) : this.#isLast(owner["body"], false);
  }

  /** @param ofScript whether an expression at the end is the value */
  #isLast(node: Loose | null | undefined, ofScript: boolean): boolean {
    if (!node || !this.#look()) return false;
    switch (node.type) {
      // The returned values were looked at.
      case "ReturnStatement":
      case "ThrowStatement":
        return true;
      case "ExpressionStatement":
        return ofScript && this.#isValue(node["expression"]);
      case "Program":
      case "BlockStatement": {
        const isWork = ({ type }: Node): boolean => type !== "FunctionDeclaration" && type !== "EmptyStatement";
        return this.#isLast(node["body"].findLast(isWork), ofScript);
      }
      case "IfStatement":
        return this.#isLast(node["consequent"], ofScript) && this.#isLast(node["alternate"], ofScript);
      case "TryStatement":
        return (
          this.#isLast(node["block"], ofScript) &&
          (node["handler"] === null || this.#isLast(node["handler"].body, ofScript))
        );
      default:
        return false;
    }
  }

  #look(): boolean {
    this.#looks += 1;
    return this.#looks <= MAX_LOOKS;
  }

  #isValue(node: Loose | null): boolean {
    if (node === null || !this.#look()) return false;
    switch (node.type) {
      case "MemberExpression":
      case "Literal":
      case "TemplateLiteral":
      case "BinaryExpression":
      case "UpdateExpression":
        return true;
      case "Identifier": {
        const { name } = node;
        // A name that has no value here is a parameter, a part of a pattern or a name in scope.
        if (name === "undefined" || !this.#named.has(name)) return name !== "undefined";
        return this.#isValue(this.#named.get(name) ?? null);
      }
      case "AwaitExpression":
      case "SpreadElement":
        return this.#isValue(node["argument"]);
      case "ChainExpression":
      case "ParenthesizedExpression":
        return this.#isValue(node["expression"]);
      case "SequenceExpression":
        return this.#isValue(node["expressions"].at(-1));
      case "ConditionalExpression":
        return this.#isValue(node["consequent"]) && this.#isValue(node["alternate"]);
      case "LogicalExpression":
        return this.#isValue(node["left"]) && this.#isValue(node["right"]);
      case "UnaryExpression":
        return node["operator"] !== "void" && node["operator"] !== "delete";
      case "ObjectExpression":
        return node["properties"].every((one: Loose) => this.#isValue(one["value"] ?? one));
      case "ArrayExpression":
        return node["elements"].every((one: Loose | null) => this.#isValue(one));
      case "CallExpression":
        return this.#isCallOfValue(node as Node as CallExpression);
      default:
        return IS_FUNCTION.test(node.type);
    }
  }

  #isCallOfValue({ callee, arguments: [first, second] }: CallExpression): boolean {
    if (callee.type !== "MemberExpression") return this.#isReturned(callee);
    if (callee.property.type !== "Identifier" || callee.computed) return false;
    const { name } = callee.property;
    const owner = callee.object.type === "Identifier" ? callee.object.name : undefined;
    if (owner === "Promise") return COMBINING.has(name) && this.#isListOfValues(first);
    if (owner === "Array" && name === "from") return this.#isReturned(second);
    if (MAPPING.has(name)) return this.#isReturned(first);
    if (KEEPING.has(name)) return this.#isValue(callee.object);
    return name === "at";
  }

  /** @returns true for a list that is written with its values, or mapped: another is perhaps filled later, with steps that have no value */
  #isListOfValues(given: Loose | undefined): boolean {
    const list = given?.type === "Identifier" ? this.#named.get(given["name"]) : given;
    if (list?.type === "CallExpression") return !KEEPING.has(list["callee"].property?.name) && this.#isValue(list);
    const elements: (Loose | null)[] = list?.["elements"] ?? [];
    return elements.length > 0 && elements.every((one) => one?.type !== "SpreadElement" && this.#isValue(one));
  }

  /** @returns true for a function of the script that returns something, written there or named */
  #isReturned(given: Loose | undefined): boolean {
    return this.isReturning(given?.type === "Identifier" ? this.#named.get(given["name"]) : given);
  }
}
