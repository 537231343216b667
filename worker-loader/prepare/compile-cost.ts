/**
 * Finds functions that the engine compiles in quadratic time: V8 saves and restores every register of a function wherever it waits (`await`,
 * `yield`), and writes code for each. A call with 32,000 arguments `await 0` took it ten seconds, in which no limit of a run applies.
 */
import type { Node } from "acorn";
import { declaredBy } from "../syntax/bound-names.ts";
import { childrenOf } from "../syntax/syntax-tree.ts";

/** Places where a function waits times its registers; V8 14.2 takes 5 to 10 ns for each. */
const MAX_SAVED_REGISTERS = 200_000_000;
/** Shorter text cannot have as many: `yield,` takes six characters for one of each. */
const MIN_LENGTH = 80_000;

export const COMPILES_SLOWLY =
  "SyntaxError: A function of the script has too many variables or arguments for the number of its awaits. Use loops over lists, or split it into functions.";

/** @param length of the program's text */
export function compilesSlowly(program: Node, length: number): boolean {
  return length >= MIN_LENGTH && new Registers().exceed(program);
}

class Registers {
  #waits = 0;
  #variables = 0;
  /** Arguments of calls inside each other, all of which are kept until the outermost is called. */
  #arguments = 0;
  #mostArguments = 0;

  /** @returns true if the code of a node, or of a function in it, saves too many registers */
  exceed(node: Node): boolean {
    const inner = new Registers();
    inner.#variables = declaredBy(node).length;
    if (inner.#visitChildren(node)) return true;
    return inner.#waits * (inner.#variables + inner.#mostArguments) > MAX_SAVED_REGISTERS;
  }

  #visit(node: Node): boolean {
    switch (node.type) {
      case "ArrowFunctionExpression":
      case "FunctionDeclaration":
      case "FunctionExpression":
        this.#variables += 1;
        return this.exceed(node);
      case "AwaitExpression":
      case "YieldExpression":
        this.#waits += 1;
        return this.#visitChildren(node);
      case "CallExpression":
      case "NewExpression": {
        const count = (node as Node & { readonly arguments: readonly Node[] }).arguments.length;
        this.#arguments += count;
        this.#mostArguments = Math.max(this.#mostArguments, this.#arguments);
        const exceeds = this.#visitChildren(node);
        this.#arguments -= count;
        return exceeds;
      }
      default:
        this.#variables += declaredBy(node).length;
        return this.#visitChildren(node);
    }
  }

  #visitChildren(node: Node): boolean {
    return childrenOf(node).some((child) => this.#visit(child));
  }
}
