/**
 * Adds guards to a guest module, so that a script which only computes can be ended: local workerd enforces no CPU limit, and one
 * `while (true) {}` would stop the process for all users. Every function and every loop counts its steps, and regularly calls
 * `tick` of the harness, which throws if the run has to end.
 *
 * The position of the call matters. A call inside a tight loop, even a rare one, keeps the optimiser from using registers:
 * `for (let i = 0; i < 1e8; i++) s += i` took 330 ms instead of 65 (V8 14.2), and so did leaving it by `throw`.
 *   - Plain `for`, `while` and `do` loops become a loop over chunks of steps with `tick` between chunks, outside of the hot loop:
 *     1.0–1.7 times the duration. Entering a loop counts as calls, so that nested short loops are checked, too.
 *   - Others (`for of`, `for in`, closures over per-iteration bindings) count at the end of the body: 1.8 times. At its
 *     beginning the same count costs 4 times.
 *   - Functions count, except those that only compute in place (leaf-functions.ts). So do defaults of parameters, fields and static
 *     blocks of classes, which can call functions.
 *   - In loops that wait (await, yield), a call in the body is cheap in comparison.
 */
import MagicString from "magic-string";
import type {
  AssignmentPattern,
  AssignmentProperty,
  Class,
  DoWhileStatement,
  ForStatement,
  Function as FunctionNode,
  LabeledStatement,
  Node,
  Property,
  PropertyDefinition,
  Statement,
  UnaryExpression,
  WhileStatement,
} from "acorn";
import { skipBlanks } from "../syntax/blanks.ts";
import { freshName } from "./fresh-name.ts";
import { findLeafFunctions } from "./leaf-functions.ts";
import { parseGenerated } from "../syntax/linear-parser.ts";
import { findLoops, type Loop, type LoopFacts } from "./loops.ts";
import { usesBigInts } from "./big-ints.ts";
import { chain, locateThroughEdits } from "../syntax/position.ts";
import type { Wrapped } from "./wrap.ts";
import { allNames, childrenOf, isFunctionOrClass } from "../syntax/syntax-tree.ts";

/** Steps of a loop between two checks of the clock, if it only computes: some 4 µs of an empty loop. */
const PLAIN_STEPS = 4_095;
/**
 * The same for a loop with calls, or one that copies objects or lists, because each can be a native operation of a tenth of a second. A check
 * takes as long as ten plain calls: ten million calls of `Math.max` take 45 ms in place of 16.
 */
const CALLING_STEPS = 15;
/** The same for all loops of a script that has BigInts, because one operator on huge ones takes seconds. */
const BIGINT_STEPS = 3;
/** Function calls between two checks of the clock. */
const CALL_STEPS = 127;
/** The number of calls that entering a loop counts as: eight loops that end within their steps run between two checks. */
const CALLS_PER_LOOP = 16;

/** @returns `export default (tick) => …` around the module's default export */
export function instrument({ text, parameters, locate }: Wrapped): Wrapped {
  const program = parseGenerated(text, { ecmaVersion: "latest", sourceType: "module" });
  const edit = new MagicString(text);
  const taken = allNames(program);
  const names: Names = {
    tick: freshName("$tick", taken),
    chunk: freshName("$chunk", taken),
    calls: freshName("$calls", taken),
    loop: freshName("$loop", taken),
    again: freshName("$again", taken),
  };
  const guards = new Guards(edit, text, names, findLeafFunctions(program), findLoops(program), usesBigInts(program));
  guards.visit(program);
  const exported = program.body.find(({ type }) => type === "ExportDefaultDeclaration");
  if (exported?.type !== "ExportDefaultDeclaration") throw new Error("A guest module has one default export.");
  const { tick, calls } = names;
  edit.update(exported.start, exported.declaration.start, `export default (${tick}) => { let ${calls} = 0; return `);
  edit.append(" };\n");
  // The engine names a module by the last such comment; with the script's own, errors would have no position in the script.
  if (text.includes("sourceURL")) edit.append("//# sourceURL=script.js\n");
  return {
    text: edit.toString(),
    parameters,
    locate: chain(locateThroughEdits(edit), locate),
  };
}

type Names = Readonly<Record<"tick" | "chunk" | "calls" | "loop" | "again", string>>;

class Guards {
  readonly #edit: MagicString;
  readonly #text: string;
  readonly #names: Names;
  readonly #uncounted: ReadonlySet<Node>;
  readonly #loops: ReadonlyMap<Node, LoopFacts>;
  readonly #hasBigInts: boolean;
  #loopCount = 0;

  /** @param uncounted functions that need no guard */
  constructor(
    edit: MagicString,
    text: string,
    names: Names,
    uncounted: ReadonlySet<Node>,
    loops: ReadonlyMap<Node, LoopFacts>,
    hasBigInts: boolean,
  ) {
    this.#edit = edit;
    this.#text = text;
    this.#names = names;
    this.#uncounted = uncounted;
    this.#loops = loops;
    this.#hasBigInts = hasBigInts;
  }

  /** Inner before outer, so that at a shared end the inner text is closed first. @param labelled where the first label starts in `a: b: for (…) …` */
  visit(node: Node, labelled?: number): void {
    if (node.type === "LabeledStatement") return this.visit((node as LabeledStatement).body, labelled ?? node.start);
    for (const child of childrenOf(node)) this.visit(child);
    const facts = this.#loops.get(node);
    if (facts) return this.#guardLoop(node as Loop, facts, labelled);
    switch (node.type) {
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        if (!this.#uncounted.has(node)) this.#countCalls(node as FunctionNode);
        return;
      case "PropertyDefinition": {
        const { value } = node as PropertyDefinition;
        if (value) this.#countEvaluations(value);
        return;
      }
      case "StaticBlock":
        this.#edit.prependRight(skipBlanks(this.#text, node.start + "static".length) + 1, this.#call());
    }
  }

  #guardLoop(loop: Loop, facts: LoopFacts, labelled: number | undefined): void {
    if (facts.suspends) this.#countResumptions(loop.body);
    else if (isPlainLoop(loop, facts)) this.#runInChunks(loop, facts);
    else this.#countSteps(loop, facts, labelled);
  }

  #countCalls({ params, body }: FunctionNode): void {
    for (const param of params) this.#countInPattern(param);
    if (body.type === "BlockStatement") this.#edit.prependRight(body.start + 1, this.#call());
    else this.#countBefore(body);
  }

  /** @returns a statement that counts a call */
  #call(): string {
    const { tick, calls } = this.#names;
    return ` if (++${calls} > ${CALL_STEPS}) ${calls} = ${tick}();`;
  }

  /** Counts a call before an expression is evaluated. */
  #countBefore({ start, end }: Node): void {
    const { tick, calls } = this.#names;
    this.#edit.prependRight(start, `(++${calls} > ${CALL_STEPS} && (${calls} = ${tick}()), `);
    this.#edit.appendLeft(end, ")");
  }

  /**
   * Counts in a parameter's pattern, whose defaults and computed keys are evaluated before the body counts. When a generator is
   * called, nothing else is evaluated; and when a default throws, the body of an async function never counts.
   */
  #countInPattern(param: Node): void {
    switch (param.type) {
      case "AssignmentPattern": {
        const { left, right } = param as AssignmentPattern;
        this.#countInPattern(left);
        // A pattern reads properties and iterates, which calls functions, whatever the default is.
        if (left.type === "Identifier") this.#countEvaluations(right);
        else this.#countBefore(right);
        return;
      }
      case "Property": {
        const { key, value, computed } = param as AssignmentProperty;
        if (computed) this.#countEvaluations(key);
        this.#countInPattern(value);
        return;
      }
      case "ObjectPattern":
      case "ArrayPattern":
      case "RestElement":
        for (const child of childrenOf(param)) this.#countInPattern(child);
    }
  }

  /** Counts evaluations of an expression that is evaluated repeatedly without a function's body around it. */
  #countEvaluations(value: Node): void {
    if (isConstant(value)) return;
    // An anonymous class or function gets its name from this position, so it must stay there.
    if (value.type === "ClassExpression") this.#countClass(value as Class);
    else if (!isFunctionOrClass(value)) this.#countBefore(value);
  }

  /** Counts in the parts that are evaluated with the class; static fields and blocks count themselves. */
  #countClass({ superClass, body }: Class): void {
    const keys = body.body.flatMap((member) => ("key" in member && member.computed ? [member.key] : []));
    for (const part of [superClass, ...keys]) if (part) this.#countEvaluations(part);
  }

  /** Counts resumptions as calls: a hundred thousand loops that wait in turn take one step each. */
  #countResumptions(body: Statement): void {
    this.#edit.prependRight(body.start, `{${this.#call()} `);
    this.#edit.appendLeft(body.end, " }");
  }

  /** `for (const x of y) body` → `{ enter; let chunk = 0; for (const x of y) { A: { body } if (++chunk > N) chunk = tick(); } }` */
  #countSteps(node: Loop, facts: LoopFacts, labelled: number | undefined): void {
    const { tick, chunk } = this.#names;
    this.#loopCount += 1;
    const step = `${this.#names.again}${this.#loopCount}`;
    this.#edit.prependRight(node.body.start, `{ ${step}: { `);
    this.#edit.prependRight(labelled ?? node.start, `{ ${this.#enter()} let ${chunk} = 0; `);
    this.#edit.appendLeft(node.end, ` } if (++${chunk} > ${this.#stepsOf(facts)}) ${chunk} = ${tick}(); } }`);
    for (const { start, label } of facts.continues) {
      this.#edit.update(start, label?.end ?? start + "continue".length, `break ${step}`);
    }
  }

  #stepsOf({ calls }: LoopFacts): number {
    if (this.#hasBigInts) return BIGINT_STEPS;
    return calls ? CALLING_STEPS : PLAIN_STEPS;
  }

  #enter(): string {
    const { tick, calls } = this.#names;
    return `if ((${calls} += ${CALLS_PER_LOOP}) > ${CALL_STEPS}) ${calls} = ${tick}();`;
  }

  /**
   * `for (init; test; update) body` →
   * `{ enter; init; L: for (;;) { let chunk = 0; A: for (; ++chunk < N; update) { if (!(test)) break L; body } tick(); } }`
   */
  #runInChunks(node: PlainLoop, facts: LoopFacts): void {
    const { tick, chunk } = this.#names;
    this.#loopCount += 1;
    const outer = `${this.#names.loop}${this.#loopCount}`;
    const inner = `${this.#names.again}${this.#loopCount}`;
    const edit = this.#edit;
    const enter = `{ ${this.#enter()} `;
    const open = `${outer}: for (;;) { let ${chunk} = 0; ${inner}: `;
    const close = `${tick}(); } }`;
    const steps = this.#stepsOf(facts);
    const count = `++${chunk} < ${steps}`;
    switch (node.type) {
      case "ForStatement": {
        const { init, test, body } = node;
        const head = `${open}for (`;
        // A node does not include parentheses around it, so the text is cut at the separators between the parts.
        const afterHead = this.#after("(", node.start + "for".length);
        const afterInit = this.#after(";", init?.end ?? afterHead);
        if (init) {
          // As a statement, an expression may not begin with `{`, `function`, `class` or `let [`.
          const [before, after] = init.type === "VariableDeclaration" ? ["", ""] : ["(", ")"];
          edit.update(node.start, afterHead, enter + before);
          edit.appendLeft(afterInit - 1, `${after}; ${head}`);
        } else {
          edit.update(node.start, afterHead, `${enter}${head}`);
        }
        edit.appendLeft(afterInit, ` ${count}`);
        if (test) {
          const afterTest = this.#after(";", test.end);
          edit.prependRight(afterInit, "{ if (!(");
          edit.appendLeft(afterTest - 1, `)) break ${outer}; `);
          edit.move(afterInit, afterTest - 1, body.start);
        } else {
          edit.prependRight(body.start, "{ ");
        }
        edit.appendLeft(body.end, ` } ${close}`);
        break;
      }
      case "WhileStatement":
        edit.update(node.start, node.test.start, `${enter}${open}for (; ${count}; ) { if (!(`);
        edit.update(node.test.end, node.body.start, `)) break ${outer}; `);
        edit.appendLeft(node.body.end, ` } ${close}`);
        break;
      case "DoWhileStatement":
        edit.prependRight(node.start, `${enter}${open}`);
        edit.prependRight(node.test.start, "(");
        edit.appendLeft(node.test.end, `) && ${count}`);
        edit.appendLeft(node.end, `; if (${chunk} < ${steps}) break; ${close}`);
    }
    this.#retarget(facts, outer, inner);
  }

  /** Adapts jumps, because the loop has become two: `break` has to leave the outer one, `continue label` needs its label on the inner one. */
  #retarget({ breaks, continues }: LoopFacts, outer: string, inner: string): void {
    for (const { start } of breaks) this.#edit.update(start, start + "break".length, `break ${outer}`);
    for (const { label } of continues) if (label) this.#edit.update(label.start, label.end, inner);
  }

  /** @returns the offset after the next `mark`; only blanks and closing parentheses may be before it */
  #after(mark: "(" | ";", start: number): number {
    let at = skipBlanks(this.#text, start);
    while (this.#text[at] === ")") at = skipBlanks(this.#text, at + 1);
    return at + mark.length;
  }
}

/** @returns true if evaluating the node runs no code, not even a `valueOf` or a getter */
function isConstant(node: Node): boolean {
  switch (node.type) {
    case "Literal":
    case "Identifier":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return true;
    case "ArrayExpression":
    case "ObjectExpression":
      return childrenOf(node).every(isConstant);
    case "Property":
      // A computed key is converted to text, which can call a method.
      return !(node as Property).computed && isConstant((node as Property).value);
    case "UnaryExpression":
      return (node as UnaryExpression).argument.type === "Literal";
    default:
      return false;
  }
}

type PlainLoop = ForStatement | WhileStatement | DoWhileStatement;

/** `for (let …)` makes new bindings for each iteration; a function in the loop could see that they are one. */
function isPlainLoop(loop: Loop, { hasFunction }: LoopFacts): loop is PlainLoop {
  if (loop.type === "ForInStatement" || loop.type === "ForOfStatement") return false;
  if (loop.type !== "ForStatement" || loop.init?.type !== "VariableDeclaration") return true;
  const { kind } = loop.init;
  return kind === "var" || (kind !== "using" && kind !== "await using" && !hasFunction);
}
