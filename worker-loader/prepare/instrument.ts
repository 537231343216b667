/**
 * Adds guards to a guest module, so that a script which only computes can be ended: local workerd enforces no CPU limit,
 * and one `while (true) {}` would stop the process for everybody. Every function and every loop counts, and now and
 * then asks the harness (`tick`) whether the run may go on.
 *
 * Two shapes of loop guard, chosen by what was measured on a loop of 1e8 steps (V8 in workerd 1.20261102):
 *   - a call inside the loop makes it 4.5 times slower, because the optimiser then keeps the loop's variables in memory;
 *   - leaving the loop by `throw` to a handler around it, and going on from there, costs 1.0–1.8 times. The guard is the
 *     first thing after `update` and before `test`, so going on repeats neither.
 * The second is used for plain `for` and `while` loops; where it would change the meaning (closures over per-iteration
 * bindings, await, yield) the loop does so much else that the first one does not matter.
 */
import MagicString from "magic-string";
import { parse } from "acorn";
import type {
  DoWhileStatement,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  Function as FunctionNode,
  LabeledStatement,
  Node,
  Statement,
  StaticBlock,
  WhileStatement,
} from "acorn";
import { chain, locateThroughEdits } from "./position.ts";
import type { GuestModule } from "./prepare.ts";
import { childrenOf, freshNames, hasFunction, jumpsOf } from "./syntax-tree.ts";

/**
 * Steps of one function's loops between two looks at the clock: some 4 µs of an empty loop, which pay for a look (measured: no
 * difference to 65,535, and 256 is five times slower). Low, because a step can be a native call on a million items.
 */
const LOOP_STEPS = 4_095;
/** Function calls between two looks at the clock; each may run loops of its own below LOOP_STEPS. */
const CALL_STEPS = 255;

/** @returns `export default (tick, token) => …` around the module's default export */
export function instrument({ text, parameters, locate }: GuestModule): GuestModule {
  const program = parse(text, { ecmaVersion: "latest", sourceType: "module" });
  const edit = new MagicString(text);
  const names = freshNames(program, ["tick", "token", "steps", "calls", "caught", "loop", "again"]);
  const guards = new Guards(edit, text, names);
  guards.visit(program, undefined);
  const exported = program.body.find(({ type }) => type === "ExportDefaultDeclaration");
  if (exported?.type !== "ExportDefaultDeclaration") throw new Error("A guest module has one default export.");
  const { tick, token, calls } = names;
  edit.update(
    exported.start,
    exported.declaration.start,
    `export default (${tick}, ${token}) => { let ${calls} = 0; return `,
  );
  edit.append(" };\n");
  return {
    text: edit.toString(),
    parameters,
    locate: chain(locateThroughEdits(edit), locate),
  };
}

type Names = Readonly<Record<"tick" | "token" | "steps" | "calls" | "caught" | "loop" | "again", string>>;

/** A function, or what counts loops like one. */
interface Scope {
  loops: boolean;
}

class Guards {
  readonly #edit: MagicString;
  readonly #text: string;
  readonly #names: Names;
  #loopCount = 0;

  constructor(edit: MagicString, text: string, names: Names) {
    this.#edit = edit;
    this.#text = text;
    this.#names = names;
  }

  /** Inner before outer, so that at a shared end the inner text is closed first. */
  visit(node: Node, scope: Scope | undefined, labels: readonly string[] = []): void {
    switch (node.type) {
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        this.#visitFunction(node as FunctionNode);
        return;
      case "StaticBlock":
        this.#visitStaticBlock(node as StaticBlock);
        return;
      case "LabeledStatement": {
        const { label, body } = node as LabeledStatement;
        this.visit(body, scope, [...labels, label.name]);
        return;
      }
    }
    for (const child of childrenOf(node)) this.visit(child, scope);
    switch (node.type) {
      case "ForStatement":
      case "WhileStatement": {
        const loop = node as ForStatement | WhileStatement;
        if (isPlainLoop(loop)) this.#leaveByThrow(loop, scope, labels);
        else this.#countSteps(loop.body, scope);
        return;
      }
      case "DoWhileStatement":
      case "ForInStatement":
      case "ForOfStatement":
        this.#countSteps((node as DoWhileStatement | ForInStatement | ForOfStatement).body, scope);
    }
  }

  #visitFunction(node: FunctionNode): void {
    const scope: Scope = { loops: false };
    for (const child of childrenOf(node)) this.visit(child, scope);
    const { tick, calls, steps } = this.#names;
    const declared = scope.loops ? ` let ${steps} = 0;` : "";
    if (node.body.type === "BlockStatement") {
      const guard = `${declared} if (++${calls} > ${CALL_STEPS}) ${calls} = ${tick}();`;
      this.#edit.prependRight(node.body.start + 1, guard);
    } else {
      this.#edit.prependRight(node.body.start, `(++${calls} > ${CALL_STEPS} && (${calls} = ${tick}()), `);
      this.#edit.appendLeft(node.body.end, ")");
    }
  }

  #visitStaticBlock(node: StaticBlock): void {
    const scope: Scope = { loops: false };
    for (const child of childrenOf(node)) this.visit(child, scope);
    if (scope.loops) this.#edit.prependRight(this.#text.indexOf("{", node.start) + 1, ` let ${this.#names.steps} = 0;`);
  }

  #countSteps(body: Statement, scope: Scope | undefined): void {
    if (scope) scope.loops = true;
    const { tick, steps } = this.#names;
    this.#edit.prependRight(body.start, `{ if (++${steps} > ${LOOP_STEPS}) ${steps} = ${tick}(); `);
    this.#edit.appendLeft(body.end, " }");
  }

  /** `for (init; test; update) body` → `{ init; L: for (;;) try { for (;; update) { guard; if (!(test)) break L; body } } catch … }` */
  #leaveByThrow(node: ForStatement | WhileStatement, scope: Scope | undefined, labels: readonly string[]): void {
    if (scope) scope.loops = true;
    const { tick, token, steps, caught } = this.#names;
    this.#loopCount += 1;
    const outer = `${this.#names.loop}${this.#loopCount}`;
    const inner = `${this.#names.again}${this.#loopCount}`;
    const edit = this.#edit;
    const open = `${outer}: for (;;) try { ${inner}: for (`;
    const guard = `{ if (++${steps} > ${LOOP_STEPS}) throw ${token}; `;
    const close = ` } } catch (${caught}) { if (${caught} !== ${token}) throw ${caught}; ${steps} = ${tick}(); }`;
    if (node.type === "WhileStatement") {
      edit.update(node.start, node.test.start, `${open};;) ${guard}if (!(`);
      edit.update(node.test.end, node.body.start, `)) break ${outer}; `);
      edit.appendLeft(node.body.end, close);
    } else {
      const { init, test, body } = node;
      if (init) {
        edit.update(node.start, init.start, "{ ");
        edit.appendLeft(init.end, `; ${open}`);
      } else {
        edit.update(node.start, this.#afterParenthesis(node.start), `{ ${open}`);
      }
      if (test) {
        edit.prependRight(test.start, `${guard}if (!(`);
        edit.appendLeft(test.end, `)) break ${outer}; `);
        edit.move(test.start, test.end, body.start);
      } else {
        edit.prependRight(body.start, guard);
      }
      edit.appendLeft(body.end, `${close} }`);
    }
    this.#retarget(node.body, labels, outer, inner);
  }

  /** `break` left the loop, which is now two; `continue label` needs its label on the inner one. */
  #retarget(body: Statement, labels: readonly string[], outer: string, inner: string): void {
    for (const { jump, leavesBody } of jumpsOf(body)) {
      if (jump.type === "BreakStatement" && !jump.label && leavesBody) {
        this.#edit.update(jump.start, jump.start + "break".length, `break ${outer}`);
      } else if (jump.type === "ContinueStatement" && jump.label && labels.includes(jump.label.name)) {
        this.#edit.update(jump.label.start, jump.label.end, inner);
      }
    }
  }

  /** Where the `(` of a `for` without init ends; comments may stand before it. */
  #afterParenthesis(start: number): number {
    const rest = this.#text.slice(start + "for".length);
    const skipped = /^(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n]*\n)*\(/.exec(rest);
    return start + "for".length + (skipped?.[0].length ?? 1);
  }
}

/** `for (let …)` makes new bindings for each iteration; a function in the loop could see that they are one. */
function isPlainLoop(loop: ForStatement | WhileStatement): boolean {
  if (loop.type === "WhileStatement" || loop.init?.type !== "VariableDeclaration") return true;
  return (
    loop.init.kind === "var" || (loop.init.kind !== "using" && loop.init.kind !== "await using" && !hasFunction(loop))
  );
}
