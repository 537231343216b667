/**
 * Adds guards to a guest module, so that a script which only computes can be ended: local workerd enforces no CPU limit,
 * and one `while (true) {}` would stop the process for everybody. Every function and every loop counts, and now and
 * then asks the harness (`tick`) whether the run may go on.
 *
 * What matters is where the question is asked. A call inside a tight loop, even one that is hardly ever made, costs the
 * optimiser the registers: `for (let i = 0; i < 1e8; i++) s += i` took 330 ms instead of 65 (V8 14.2), and so did leaving it by `throw`.
 *   - Plain `for`, `while` and `do` loops become a loop over chunks of steps with the question between chunks, outside
 *     of the loop that is hot: 1.0–1.7 times. Entering one is charged to the calls, so that no nest of short loops goes unasked.
 *   - Others (`for of`, `for in`, closures over per-iteration bindings) count at the end of the body: 1.8 times. At its
 *     beginning the same count costs 4 times.
 *   - Functions count, but for those that only compute in place (leaf-functions.ts).
 *   - Those that wait (await, yield) do so much else that a call in the body does not matter.
 */
import MagicString from "magic-string";
import { parse } from "acorn";
import type {
  ContinueStatement,
  DoWhileStatement,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  Function as FunctionNode,
  LabeledStatement,
  Node,
  Statement,
  WhileStatement,
} from "acorn";
import { findLeafFunctions } from "./leaf-functions.ts";
import { chain, locateThroughEdits } from "./position.ts";
import type { Wrapped } from "./wrap.ts";
import { childrenOf, freshNames, hasFunction, jumpsOf, suspends } from "./syntax-tree.ts";

/** Steps of one loop between two looks at the clock: some 4 µs of an empty loop. Low, because a step can be a native call. */
const LOOP_STEPS = 4_095;
/** Function calls between two looks at the clock. */
const CALL_STEPS = 255;
/** What entering a loop counts, in calls: eight loops that end within LOOP_STEPS are run between two looks. */
const CALLS_PER_LOOP = 32;

/** @returns `export default (tick) => …` around the module's default export */
export function instrument({ text, parameters, locate }: Wrapped): Wrapped {
  const program = parse(text, { ecmaVersion: "latest", sourceType: "module" });
  const edit = new MagicString(text);
  const names = freshNames(program, ["tick", "chunk", "calls", "loop", "again"]);
  const guards = new Guards(edit, text, names, findLeafFunctions(program));
  guards.visit(program);
  const exported = program.body.find(({ type }) => type === "ExportDefaultDeclaration");
  if (exported?.type !== "ExportDefaultDeclaration") throw new Error("A guest module has one default export.");
  const { tick, calls } = names;
  edit.update(exported.start, exported.declaration.start, `export default (${tick}) => { let ${calls} = 0; return `);
  edit.append(" };\n");
  return {
    text: edit.toString(),
    parameters,
    locate: chain(locateThroughEdits(edit), locate),
  };
}

type Names = Readonly<Record<"tick" | "chunk" | "calls" | "loop" | "again", string>>;

/** What stands before a loop: `a: b: for (…) …`. */
interface Labels {
  readonly names: readonly string[];
  /** Of the first one. */
  readonly start: number;
}

type Loop = ForStatement | WhileStatement | DoWhileStatement | ForInStatement | ForOfStatement;

class Guards {
  readonly #edit: MagicString;
  readonly #text: string;
  readonly #names: Names;
  readonly #uncounted: ReadonlySet<Node>;
  #loopCount = 0;

  /** @param uncounted functions that need no guard */
  constructor(edit: MagicString, text: string, names: Names, uncounted: ReadonlySet<Node>) {
    this.#edit = edit;
    this.#text = text;
    this.#names = names;
    this.#uncounted = uncounted;
  }

  /** Inner before outer, so that at a shared end the inner text is closed first. */
  visit(node: Node, labels?: Labels): void {
    if (node.type === "LabeledStatement") {
      const { label, body, start } = node as LabeledStatement;
      this.visit(body, { names: [...(labels?.names ?? []), label.name], start: labels?.start ?? start });
      return;
    }
    for (const child of childrenOf(node)) this.visit(child);
    switch (node.type) {
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        if (!this.#uncounted.has(node)) this.#countCalls(node as FunctionNode);
        return;
      case "ForStatement":
      case "WhileStatement":
      case "DoWhileStatement": {
        const loop = node as ForStatement | WhileStatement | DoWhileStatement;
        if (suspends(loop)) this.#countResumptions(loop.body);
        else if (isPlainLoop(loop)) this.#runInChunks(loop, labels);
        else this.#countSteps(loop, labels);
        return;
      }
      case "ForInStatement":
      case "ForOfStatement": {
        const loop = node as ForInStatement | ForOfStatement;
        if (suspends(loop)) this.#countResumptions(loop.body);
        else this.#countSteps(loop, labels);
      }
    }
  }

  #countCalls({ body }: FunctionNode): void {
    const { tick, calls } = this.#names;
    if (body.type === "BlockStatement") {
      this.#edit.prependRight(body.start + 1, ` if (++${calls} > ${CALL_STEPS}) ${calls} = ${tick}();`);
    } else {
      this.#edit.prependRight(body.start, `(++${calls} > ${CALL_STEPS} && (${calls} = ${tick}()), `);
      this.#edit.appendLeft(body.end, ")");
    }
  }

  /** A hundred thousand loops that wait in turn take one step each: they count together, and with the functions. */
  #countResumptions(body: Statement): void {
    const { tick, calls } = this.#names;
    this.#edit.prependRight(body.start, `{ if (++${calls} > ${CALL_STEPS}) ${calls} = ${tick}(); `);
    this.#edit.appendLeft(body.end, " }");
  }

  /** `for (const x of y) body` → `{ enter; let chunk = 0; for (const x of y) { A: { body } if (++chunk > N) chunk = tick(); } }` */
  #countSteps(node: Loop, labels: Labels | undefined): void {
    const { tick, chunk } = this.#names;
    this.#loopCount += 1;
    const step = `${this.#names.again}${this.#loopCount}`;
    this.#edit.prependRight(node.body.start, `{ ${step}: { `);
    this.#edit.prependRight(labels?.start ?? node.start, `{ ${this.#enter()} let ${chunk} = 0; `);
    this.#edit.appendLeft(node.end, ` } if (++${chunk} > ${LOOP_STEPS}) ${chunk} = ${tick}(); } }`);
    for (const { jump, leavesBody } of jumpsOf(node.body)) {
      if (jump.type === "BreakStatement" || !goesOn(jump, leavesBody, labels)) continue;
      this.#edit.update(jump.start, jump.label?.end ?? jump.start + "continue".length, `break ${step}`);
    }
  }

  #enter(): string {
    const { tick, calls } = this.#names;
    return `if ((${calls} += ${CALLS_PER_LOOP}) > ${CALL_STEPS}) ${calls} = ${tick}();`;
  }

  /**
   * `for (init; test; update) body` →
   * `{ enter; init; L: for (;;) { let chunk = 0; A: for (; ++chunk < N; update) { if (!(test)) break L; body } tick(); } }`
   */
  #runInChunks(node: ForStatement | WhileStatement | DoWhileStatement, labels: Labels | undefined): void {
    const { tick, chunk } = this.#names;
    this.#loopCount += 1;
    const outer = `${this.#names.loop}${this.#loopCount}`;
    const inner = `${this.#names.again}${this.#loopCount}`;
    const edit = this.#edit;
    const enter = `{ ${this.#enter()} `;
    const open = `${outer}: for (;;) { let ${chunk} = 0; ${inner}: `;
    const close = `${tick}(); } }`;
    const count = `++${chunk} < ${LOOP_STEPS}`;
    switch (node.type) {
      case "ForStatement": {
        const { init, test, body } = node;
        const head = `${open}for (`;
        // Parentheses around a part are no part of its node, so the text is cut at the marks between the parts.
        const afterHead = this.#after("(", node.start + "for".length);
        const afterInit = this.#after(";", init?.end ?? afterHead);
        if (init) {
          edit.update(node.start, afterHead, enter);
          edit.appendLeft(afterInit - 1, `; ${head}`);
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
        edit.appendLeft(node.end, `; if (${chunk} < ${LOOP_STEPS}) break; ${close}`);
    }
    this.#retarget(node.body, labels, outer, inner);
  }

  /** `break` left the loop, which is now two; `continue label` needs its label on the inner one. */
  #retarget(body: Statement, labels: Labels | undefined, outer: string, inner: string): void {
    for (const { jump, leavesBody } of jumpsOf(body)) {
      if (jump.type === "BreakStatement" && !jump.label && leavesBody) {
        this.#edit.update(jump.start, jump.start + "break".length, `break ${outer}`);
      } else if (jump.type === "ContinueStatement" && jump.label && goesOn(jump, leavesBody, labels)) {
        this.#edit.update(jump.label.start, jump.label.end, inner);
      }
    }
  }

  /** Where the next `mark` ends; only comments and closing parentheses stand before it. */
  #after(mark: "(" | ";", start: number): number {
    const blank = /(?:[\s)]|\/\*[^]*?\*\/|\/\/.*)*/y;
    blank.lastIndex = start;
    return start + (blank.exec(this.#text)?.[0].length ?? 0) + mark.length;
  }
}

/** With the next step of the loop that has these labels. */
function goesOn({ label }: ContinueStatement, leavesBody: boolean, labels: Labels | undefined): boolean {
  return label ? labels?.names.includes(label.name) === true : leavesBody;
}

/** `for (let …)` makes new bindings for each iteration; a function in the loop could see that they are one. */
function isPlainLoop(loop: ForStatement | WhileStatement | DoWhileStatement): boolean {
  if (loop.type !== "ForStatement" || loop.init?.type !== "VariableDeclaration") return true;
  return (
    loop.init.kind === "var" || (loop.init.kind !== "using" && loop.init.kind !== "await using" && !hasFunction(loop))
  );
}
