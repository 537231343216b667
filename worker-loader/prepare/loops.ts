/** Finds the facts about loops that the guards need, in one walk: searching each loop's body would search the bodies of nested loops repeatedly. */
import type {
  BreakStatement,
  ContinueStatement,
  DoWhileStatement,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  LabeledStatement,
  Node,
  VariableDeclaration,
  WhileStatement,
} from "acorn";
import { childrenOf, isFunctionOrClass } from "../syntax/syntax-tree.ts";

export type Loop = ForStatement | WhileStatement | DoWhileStatement | ForInStatement | ForOfStatement;

export interface LoopFacts {
  /** True if the loop contains an await or yield of the enclosing function. */
  readonly suspends: boolean;
  /** True if the loop contains a function or a class (its methods, its field initialisers). */
  readonly hasFunction: boolean;
  /** True if the loop calls a function, which may be a native one, or copies something: `{ ...a }`, `[...a]`, `const { b, ...rest } = a`. */
  readonly calls: boolean;
  /** `break` without a label, and `continue` with or without one, that refer to this loop. */
  readonly breaks: readonly BreakStatement[];
  readonly continues: readonly ContinueStatement[];
}

interface FactsBeingFound extends Found {
  readonly breaks: BreakStatement[];
  readonly continues: ContinueStatement[];
}

/** The targets of jumps without a label; in a switch, `break` has no loop as its target. */
interface Targets {
  readonly forBreak: FactsBeingFound | undefined;
  readonly forContinue: FactsBeingFound | undefined;
}

const NO_TARGETS: Targets = { forBreak: undefined, forContinue: undefined };
const NO_LABELS: readonly string[] = [];

/** Facts about a node that its enclosing nodes need. */
interface Found {
  suspends: boolean;
  hasFunction: boolean;
  calls: boolean;
}

/** A function that waits does not make the enclosing loop wait, nor does one that calls others call them there. */
const FUNCTION: Readonly<Found> = { suspends: false, hasFunction: true, calls: false };

const NOTHING: Readonly<Found> = { suspends: false, hasFunction: false, calls: false };

const CALLS: ReadonlySet<string> = new Set([
  ...["CallExpression", "NewExpression", "TaggedTemplateExpression"],
  ...["SpreadElement", "RestElement"],
]);

export function findLoops(program: Node): ReadonlyMap<Node, LoopFacts> {
  const search = new Search();
  search.visit(program, NO_TARGETS, NO_LABELS);
  return search.loops;
}

class Search {
  readonly loops = new Map<Node, LoopFacts>();
  /** Labelled loops of the innermost function. */
  #labelled = new Map<string, FactsBeingFound>();

  /** @param labels labels of this node */
  visit(node: Node, targets: Targets, labels: readonly string[]): Readonly<Found> {
    switch (node.type) {
      case "LabeledStatement": {
        const { label, body } = node as LabeledStatement;
        return this.visit(body, targets, [...labels, label.name]);
      }
      case "BreakStatement": {
        const jump = node as BreakStatement;
        if (!jump.label) targets.forBreak?.breaks.push(jump);
        break;
      }
      case "ContinueStatement": {
        const jump = node as ContinueStatement;
        const loop = jump.label ? this.#labelled.get(jump.label.name) : targets.forContinue;
        loop?.continues.push(jump);
        break;
      }
      case "SwitchStatement":
        return this.#visitChildren(node, { ...targets, forBreak: undefined });
      case "ForStatement":
      case "ForInStatement":
      case "ForOfStatement":
      case "WhileStatement":
      case "DoWhileStatement":
        return this.#visitLoop(node, labels);
      default:
    }
    return isFunctionOrClass(node) ? this.#visitFunction(node) : this.#visitChildren(node, targets);
  }

  #visitChildren(node: Node, targets: Targets): Found {
    const all: Found = {
      suspends: suspendsItself(node),
      hasFunction: false,
      calls: CALLS.has(node.type),
    };
    for (const child of childrenOf(node)) {
      const found = this.visit(child, targets, NO_LABELS);
      all.suspends ||= found.suspends;
      all.hasFunction ||= found.hasFunction;
      all.calls ||= found.calls;
    }
    return all;
  }

  #visitLoop(loop: Node, labels: readonly string[]): Readonly<Found> {
    const facts: FactsBeingFound = { ...NOTHING, breaks: [], continues: [] };
    for (const label of labels) this.#labelled.set(label, facts);
    const found = this.#visitChildren(loop, { forBreak: facts, forContinue: facts });
    for (const label of labels) this.#labelled.delete(label);
    this.loops.set(loop, Object.assign(facts, found));
    return found;
  }

  #visitFunction(node: Node): Readonly<Found> {
    const outside = this.#labelled;
    this.#labelled = new Map();
    this.#visitChildren(node, NO_TARGETS);
    this.#labelled = outside;
    return FUNCTION;
  }
}

function suspendsItself(node: Node): boolean {
  if (node.type === "ForOfStatement") return (node as ForOfStatement).await;
  if (node.type === "VariableDeclaration") return (node as VariableDeclaration).kind === "await using";
  return node.type === "AwaitExpression" || node.type === "YieldExpression";
}
