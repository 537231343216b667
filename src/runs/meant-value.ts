/**
 * Tells whether a script means to have a value: whether each expression from which its value can come is more than a step of its work. A call
 * may return nothing, so it counts only where it is known to return something: `items.at(0)`, or a function of the script that returns
 * something. A search such as `items.find(…)` may mean to find nothing. Whatever is not understood counts as a step. Pure.
 */
import { base, simple } from "acorn-walk";
import type {
  ArrayExpression,
  CallExpression,
  Expression,
  Node,
  ObjectExpression,
  Pattern,
  Program,
  SpreadElement,
  Statement,
  Super,
} from "acorn";
import type { PreparedScript } from "../../worker-loader/index.ts";

/** Methods whose result is used, because they do nothing else. */
const RETURNING = new Set(["at"]);
/** Methods whose result has what a function returned. */
const MAPPING = new Set(["map", "flatMap", "reduce", "then"]);
/** Methods whose result has what their object has. */
const KEEPING = new Set(["filter", "slice", "sort", "toSorted", "reverse", "toReversed", "concat", "flat"]);
const COMBINING = new Set(["all", "allSettled", "race", "any"]);
/** Expressions that are written for what they do, or that may have any value. */
const STEPS = new Set([
  "AssignmentExpression",
  "YieldExpression",
  "TaggedTemplateExpression",
  "ThisExpression",
  "ImportExpression",
  "EmptyStatement",
]);

/** Levels of expressions in one another, through variables and functions. More would take the stack. */
const MAX_LEVELS = 1_000;

/** The value of a variable that is declared without one. */
const NOTHING: Node = { type: "EmptyStatement", start: 0, end: 0 };

const OWN_STATEMENTS = { ...base, Function: () => undefined };

export function meansValue({ program, isFunction }: Pick<PreparedScript, "program" | "isFunction">): boolean {
  const reader = new Reader(program);
  return isFunction ? reader.isReturning(entryOf(program)) : reader.isEnding(program.body, "script");
}

/** @returns the function that a script consists of */
function entryOf({ body }: Program): Node | undefined {
  const exported = body.find(({ type }) => type === "ExportDefaultDeclaration") ?? body.at(-1);
  if (exported?.type === "ExportDefaultDeclaration") return exported.declaration;
  return exported?.type === "ExpressionStatement" ? exported.expression : exported;
}

type Body = Program["body"];

class Reader {
  /** The values that the script assigns to each of its variables, and its functions. */
  readonly #given = new Map<string, Node[]>();
  /** Answers by name, so that each variable is looked at once; false while one is looked at. */
  readonly #values = new Map<string, boolean>();
  readonly #functions = new Map<string, boolean>();
  #levels = 0;

  constructor(program: Program) {
    const give = (target: Pattern | Node | null | undefined, value: Node | null | undefined): void => {
      const name = target?.type === "Identifier" ? (target as { readonly name?: string }).name : undefined;
      if (name === undefined || value === undefined) return;
      const given = this.#given.get(name);
      const assigned = value ?? NOTHING;
      if (given === undefined) this.#given.set(name, [assigned]);
      else given.push(assigned);
    };
    simple(program, {
      VariableDeclarator: ({ id, init }) => give(id, init),
      AssignmentExpression: ({ operator, left, right }) => void (operator === "=" && give(left, right)),
      Function: (node) => give(node.type === "FunctionDeclaration" ? node.id : undefined, node),
    });
  }

  /** @returns true if the statements of a script or a function always end with a value */
  isEnding(body: Body, of: "script" | "function"): boolean {
    let isEach = true;
    for (const statement of body)
      simple(
        statement,
        { ReturnStatement: ({ argument }) => void (isEach &&= argument != null && this.#isValue(argument)) },
        OWN_STATEMENTS,
      );
    return isEach && this.#isLast(body, of);
  }

  /** @returns true for a function that returns something */
  isReturning(node: Node | undefined): boolean {
    if (node === undefined || !isFunctionNode(node)) return false;
    const { body } = node;
    return body.type === "BlockStatement"
      ? this.isEnding((body as Node & { body: Statement[] }).body, "function")
      : this.#isValue(body as Expression);
  }

  #isLast(body: Body, of: "script" | "function"): boolean {
    const last = body.findLast(({ type }) => type !== "FunctionDeclaration" && type !== "EmptyStatement");
    switch (last?.type) {
      // The returned values were looked at.
      case "ReturnStatement":
      case "ThrowStatement":
        return true;
      case "ExpressionStatement":
        return of === "script" && this.#isValue(last.expression);
      case "BlockStatement":
        return this.#isLast(last.body, of);
      case "IfStatement":
        return [last.consequent, last.alternate].every((branch) => branch != null && this.#isLast([branch], of));
      case "TryStatement":
        return [last.block, last.handler?.body].every((block) => block === undefined || this.#isLast(block.body, of));
      default:
        return false;
    }
  }

  #isValue(node: Expression | SpreadElement | Super): boolean {
    if (this.#levels === MAX_LEVELS) return false;
    this.#levels += 1;
    const found = this.#isValueOf(node);
    this.#levels -= 1;
    return found;
  }

  #isValueOf(node: Expression | SpreadElement | Super): boolean {
    switch (node.type) {
      case "Identifier":
        return node.name !== "undefined" && this.#isOfValue(node.name);
      case "AwaitExpression":
      case "SpreadElement":
        return this.#isValue(node.argument);
      case "ChainExpression":
      case "ParenthesizedExpression":
        return this.#isValue(node.expression);
      case "SequenceExpression":
        return node.expressions.slice(-1).every((one) => this.#isValue(one));
      case "ConditionalExpression":
        return this.#isValue(node.consequent) && this.#isValue(node.alternate);
      case "LogicalExpression":
        return this.#isValue(node.left) && this.#isValue(node.right);
      case "UnaryExpression":
        return node.operator !== "void";
      case "ObjectExpression":
        return node.properties.every((one) => this.#isValue(one.type === "SpreadElement" ? one : one.value));
      case "ArrayExpression":
        return node.elements.every((one) => one !== null && this.#isValue(one));
      case "CallExpression":
        return this.#isCallOfValue(node);
      default:
        return !STEPS.has(node.type);
    }
  }

  /** @returns true for a variable that nothing but values is assigned to */
  #isOfValue(name: string): boolean {
    return this.#once(this.#values, name, (given) => given.every((one) => this.#isValue(one as Expression)));
  }

  #isCallOfValue({ callee, arguments: given }: CallExpression): boolean {
    const [first, second] = given;
    if (isFunctionNode(callee)) return this.isReturning(callee);
    if (callee.type === "Identifier") return this.#isReturningName(callee.name);
    if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier" || callee.computed) return false;
    const { name } = callee.property;
    const owner = callee.object.type === "Identifier" ? callee.object.name : undefined;
    if (owner === "Promise" && (first === undefined || this.#isFilledLater(first))) return false;
    if (owner === "Promise") return COMBINING.has(name) && this.#isValue(first as Expression);
    if (owner === "Array" && name === "from") return this.#isCallback(second);
    if (MAPPING.has(name)) return this.#isCallback(first);
    if (KEEPING.has(name)) return this.#isValue(callee.object);
    return RETURNING.has(name);
  }

  /** @returns true for a list of promises that a loop has filled, perhaps with steps that have no value */
  #isFilledLater(node: Node): boolean {
    const name = node.type === "Identifier" ? (node as Node & { readonly name: string }).name : "";
    return (this.#given.get(name) ?? []).some(isEmptyCollection);
  }

  #isCallback(node: Node | undefined): boolean {
    if (node?.type === "Identifier") return this.#isReturningName((node as Node & { name: string }).name);
    return this.isReturning(node);
  }

  #isReturningName(name: string): boolean {
    return this.#once(
      this.#functions,
      name,
      (given) => given.length > 0 && given.every((one) => this.isReturning(one)),
    );
  }

  #once(known: Map<string, boolean>, name: string, look: (given: readonly Node[]) => boolean): boolean {
    const before = known.get(name);
    if (before !== undefined) return before;
    known.set(name, false);
    const found = look(this.#given.get(name) ?? []);
    known.set(name, found);
    return found;
  }
}

/** A list or an object that the script fills later, or not. */
function isEmptyCollection(node: Node): boolean {
  if (node.type === "ArrayExpression") return (node as ArrayExpression).elements.length === 0;
  return node.type === "ObjectExpression" && (node as ObjectExpression).properties.length === 0;
}

function isFunctionNode(node: Node): node is Node & { readonly body: Node } {
  return /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(node.type);
}
