/**
 * Variables that never hold anything but a number: `a[i]` with such an `i` reads an element and nothing else, while an unknown key
 * may be `__proto__`. By name over the whole script: every variable of that name has to be one. Bigints and `undefined` count as
 * numbers here: as a key they are no name of anything either.
 */
import type { AssignmentExpression, Expression, Node, VariableDeclarator } from "acorn";
import { childrenOf } from "./syntax-tree.ts";

/** A chain of a thousand variables would take as many. */
const MOST_PASSES = 8;

/**
 * @param offered names that have a value before the script gives them one
 * @returns whether an expression is always a number
 */
export function findNumbers(program: Node, offered: ReadonlySet<string>): (node: Node) => boolean {
  const given = new Map<string, Node[]>();
  const others = new Set(offered);
  collect(program, given, others);
  const numeric = new Set([...given.keys()].filter((name) => !others.has(name)));
  const isNumber = (node: Node): boolean => isNumeric(node, numeric);
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const before = numeric.size;
    for (const name of numeric) if (!(given.get(name) ?? []).every(isNumber)) numeric.delete(name);
    if (numeric.size === before) return isNumber;
  }
  numeric.clear();
  return isNumber;
}

/** What is assigned to each name; names that are bound in another way go to `others`. */
function collect(node: Node, given: Map<string, Node[]>, others: Set<string>): void {
  switch (node.type) {
    case "VariableDeclarator": {
      const { id, init } = node as VariableDeclarator;
      if (id.type === "Identifier") add(given, id.name, init ? [init] : []);
      else addAll(id, others);
      break;
    }
    case "AssignmentExpression": {
      const { left, right, operator } = node as AssignmentExpression;
      if (left.type !== "Identifier") addAll(left, others);
      else if (operator === "=" || operator === "+=" || /^(?:\|\||&&|\?\?)=$/.test(operator))
        add(given, left.name, [right]);
      break;
    }
    case "ForInStatement":
    case "ForOfStatement":
      addAll((node as Node & { left: Node }).left, others);
      break;
    case "CatchClause":
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression": {
      const { id, params = [], param } = node as { id?: Node | null; params?: Node[]; param?: Node | null };
      for (const one of [id, param, ...params]) if (one) addAll(one, others);
      break;
    }
    default:
  }
  for (const child of childrenOf(node)) collect(child, given, others);
}

function add(given: Map<string, Node[]>, name: string, values: readonly Node[]): void {
  const known = given.get(name);
  if (known) known.push(...values);
  else given.set(name, [...values]);
}

/** Every identifier in a pattern, defaults and all: more than it binds, which is harmless. */
function addAll(node: Node, others: Set<string>): void {
  if (node.type === "Identifier") others.add((node as Node & { name: string }).name);
  for (const child of childrenOf(node)) addAll(child, others);
}

const ARITHMETIC = new Set(["-", "*", "/", "%", "**", "|", "&", "^", "<<", ">>", ">>>"]);

function isNumeric(given: Node, names: ReadonlySet<string>): boolean {
  const node = given as Expression;
  const isNumber = (one: Node): boolean => isNumeric(one, names);
  switch (node.type) {
    case "Literal":
      return typeof node.value === "number";
    case "Identifier":
      return names.has(node.name);
    case "UnaryExpression":
      return node.operator === "-" || node.operator === "+" || node.operator === "~";
    case "UpdateExpression":
      return true;
    case "BinaryExpression":
      return ARITHMETIC.has(node.operator) || (node.operator === "+" && isNumber(node.left) && isNumber(node.right));
    case "AssignmentExpression":
      return (
        node.left.type === "Identifier" && names.has(node.left.name) && (node.operator !== "=" || isNumber(node.right))
      );
    case "ConditionalExpression":
      return isNumber(node.consequent) && isNumber(node.alternate);
    default:
      return false;
  }
}
