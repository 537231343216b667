/** Evaluates a script once: every expression and statement, with the facts that are known so far. */
import type {
  AnyNode,
  BlockStatement,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  Program,
  SwitchStatement,
  TryStatement,
} from "acorn";
import { CannotFollow, spendSteps } from "./budget.ts";
import type { Context } from "./context.ts";
import { Expressions, type AnyFunction } from "./expressions.ts";
import { Scope, blockNames, mentions, namesIn, variableNames } from "./scopes.ts";
import { NOTHING, deepSources, from, join, ofFunction, readAny, type FunctionSite, type Value } from "./values.ts";

/** A statement or function that a `break`, `continue`, `return` or `throw` may leave. */
interface ExitTarget {
  readonly node: object;
  readonly kind: "loop" | "switch" | "label" | "try" | "function";
  readonly label?: string;
}

export class Round {
  readonly #context: Context;
  readonly #expressions: Expressions;
  /** The scopes of blocks and functions, which are the same in every round. */
  readonly #scopes = new WeakMap<object, Scope>();
  /** Around the present place in its function, the innermost last. */
  #around: ExitTarget[] = [];

  constructor(context: Context) {
    this.#context = context;
    this.#expressions = new Expressions(context, (node, scope) => this.#function(node, scope));
  }

  program(program: Program): void {
    const { body } = program;
    const outside = this.#scopeOf(this.#context, undefined, ["input"]);
    const input = outside.find("input");
    if (input !== undefined) input.value = this.#context.input;
    const variables = variableNames(body);
    const scope = this.#scopeOf(program, outside, [...variables, ...blockNames(body)]);
    // `var input` begins with the input.
    if (variables.includes("input"))
      this.#context.assign(this.#expressions.cellOf("input", scope), this.#context.input);
    this.#statements(body, scope, undefined);
    const entry = onlyFunction(body);
    if (entry !== undefined) this.#context.pass(this.#context.functionAt(entry, entry.async), 0, this.#context.input);
  }

  /** Values that are written inside depend on the conditions that decide whether the exit is taken. */
  #inside(left: ExitTarget, work: () => void): void {
    this.#around.push(left);
    const exits = this.#context.exitsOf(left.node);
    const reason = left.kind === "try" || left.kind === "function" ? from(this.#context.thrownUnder) : NOTHING;
    try {
      this.#context.under(left.node, join(exits, reason), work, "exit");
    } finally {
      this.#around.pop();
    }
  }

  #leave(isLast: (left: ExitTarget) => boolean): void {
    for (const left of this.#around.toReversed()) {
      this.#context.leave(left.node);
      if (isLast(left)) return;
    }
  }

  #scopeOf(key: object, parent: Scope | undefined, names: readonly string[]): Scope {
    const scope = this.#scopes.get(key) ?? new Scope(parent);
    this.#scopes.set(key, scope);
    for (const name of names) this.#context.make(scope.declare(name, this.#context.owner));
    return scope;
  }

  #statements(body: readonly AnyNode[], scope: Scope, within: FunctionSite | undefined): void {
    // Functions are known before their declarations are reached.
    for (const node of body) if (node.type === "FunctionDeclaration") this.#statement(node, scope, within);
    for (const node of body) if (node.type !== "FunctionDeclaration") this.#statement(node, scope, within);
  }

  #block(node: BlockStatement, scope: Scope, within: FunctionSite | undefined): void {
    this.#statements(node.body, this.#scopeOf(node, scope, blockNames(node.body)), within);
  }

  #statement(node: AnyNode | null | undefined, scope: Scope, within: FunctionSite | undefined): void {
    if (node === null || node === undefined) return;
    spendSteps(1);
    const value = (one: AnyNode | null | undefined): Value => (one ? this.#expressions.value(one, scope) : NOTHING);
    const inner = (one: AnyNode | null | undefined): void => this.#statement(one, scope, within);
    switch (node.type) {
      case "ExpressionStatement":
        value(node.expression);
        return;
      case "VariableDeclaration":
        if (node.kind.endsWith("using")) throw new CannotFollow("it disposes of what it declares");
        for (const { id, init } of node.declarations) if (init) this.#expressions.bind(id, value(init), scope);
        return;
      case "FunctionDeclaration": {
        const [name = ""] = namesIn(node.id);
        this.#context.assign(this.#expressions.cellOf(name, scope), this.#function(node, scope));
        return;
      }
      case "ReturnStatement":
        if (within) this.#context.returnFrom(within, value(node.argument));
        else value(node.argument);
        this.#leave(({ kind }) => kind === "function");
        return;
      case "ThrowStatement":
        this.#context.throws(value(node.argument));
        this.#leave(({ kind }) => kind === "try" || kind === "function");
        return;
      case "BlockStatement":
        this.#block(node, scope, within);
        return;
      case "IfStatement":
        this.#context.under(node, value(node.test), () => {
          inner(node.consequent);
          inner(node.alternate);
        });
        return;
      case "WhileStatement":
      case "DoWhileStatement":
        this.#inside({ node, kind: "loop" }, () =>
          this.#context.under(node, value(node.test), () => {
            inner(node.body);
            // A value that the test itself changes reveals how often the test held.
            value(node.test);
          }),
        );
        return;
      case "ForStatement":
        return this.#for(node, scope, within);
      case "ForOfStatement":
      case "ForInStatement":
        return this.#forEach(node, scope, within);
      case "TryStatement":
        return this.#try(node, scope, within);
      case "SwitchStatement":
        return this.#switch(node, scope, within);
      case "LabeledStatement":
        this.#inside({ node, kind: "label", label: node.label.name }, () => inner(node.body));
        return;
      case "BreakStatement":
      case "ContinueStatement": {
        const label = node.label?.name;
        const isBreak = node.type === "BreakStatement";
        this.#leave((left) =>
          label === undefined ? left.kind === "loop" || (isBreak && left.kind === "switch") : left.label === label,
        );
        return;
      }
      case "EmptyStatement":
      case "DebuggerStatement":
        return;
      default:
        throw new CannotFollow(`it has a ${node.type}`);
    }
  }

  #for(node: ForStatement, scope: Scope, within: FunctionSite | undefined): void {
    const { init, test, update, body } = node;
    const names = init?.type === "VariableDeclaration" ? blockNames([init]) : [];
    // Variables of the head live on from round to round, until the loop is left.
    const loop = this.#scopeOf(node, scope, names);
    if (init?.type === "VariableDeclaration") this.#statement(init, loop, within);
    else if (init) this.#expressions.value(init, loop);
    this.#inside({ node, kind: "loop" }, () => {
      this.#context.under(node, test ? this.#expressions.value(test, loop) : NOTHING, () => {
        this.#statement(body, loop, within);
        if (update) this.#expressions.value(update, loop);
        if (test) this.#expressions.value(test, loop);
      });
    });
  }

  #forEach(node: ForOfStatement | ForInStatement, scope: Scope, within: FunctionSite | undefined): void {
    const { left, right, body } = node;
    if (left.type === "VariableDeclaration" && left.kind.endsWith("using")) {
      throw new CannotFollow("it disposes of what it declares");
    }
    const over = this.#expressions.value(right, scope);
    this.#inside({ node, kind: "loop" }, () =>
      this.#context.under(node, over, () => {
        if (node.type === "ForOfStatement") this.#context.readItems(over);
        const names = left.type === "VariableDeclaration" ? blockNames([left]) : [];
        const loop = this.#scopeOf(node, scope, names);
        const item = node.type === "ForOfStatement" ? readAny(over) : from(deepSources(over));
        const target = left.type === "VariableDeclaration" ? left.declarations[0]?.id : left;
        if (target) this.#expressions.bind(target, item, loop);
        this.#statement(body, loop, within);
      }),
    );
  }

  #try(node: TryStatement, scope: Scope, within: FunctionSite | undefined): void {
    const { block, handler, finalizer } = node;
    this.#inside({ node, kind: "try" }, () => this.#block(block, scope, within));
    if (handler) {
      const { param, body } = handler;
      const caught = this.#scopeOf(handler, scope, namesIn(param));
      // Reaching the handler reveals what the script itself throws. Errors of calls would reveal every call before, so of those only the caught value is followed.
      this.#context.under(handler, from(this.#context.thrownUnder), () => {
        if (param) this.#expressions.bind(param, this.#context.enters(this.#context.thrown.value), caught);
        this.#block(body, caught, within);
      });
    }
    if (finalizer) this.#block(finalizer, scope, within);
  }

  #switch(node: SwitchStatement, scope: Scope, within: FunctionSite | undefined): void {
    const statements = node.cases.flatMap(({ consequent }) => consequent);
    // It is known in all cases and their tests, whichever is taken.
    if (statements.some(({ type }) => type === "FunctionDeclaration")) {
      throw new CannotFollow("it declares a function in a case");
    }
    // The tests are in the scope of what the cases declare.
    const names = new Set(blockNames(statements));
    if (names.size > 0 && node.cases.some(({ test }) => test && mentions(test, names))) {
      throw new CannotFollow("it tests a case with what a case declares");
    }
    let on = this.#expressions.value(node.discriminant, scope);
    for (const { test } of node.cases) {
      // A test is evaluated where none before it is met.
      if (test)
        on = join(
          on,
          this.#context.under(test, on, () => this.#expressions.value(test, scope), "test"),
        );
    }
    this.#inside({ node, kind: "switch" }, () =>
      this.#context.under(node, on, () => {
        const cases = this.#scopeOf(node, scope, [...names]);
        this.#statements(statements, cases, within);
      }),
    );
  }

  #function(node: AnyFunction, scope: Scope): Value {
    if (node.generator) throw new CannotFollow("it has a generator");
    const site = this.#context.functionAt(node, node.async);
    const { owner, conditions } = this.#context;
    const around = this.#around;
    this.#context.owner = node;
    this.#context.conditions = [this.#context.conditionAt(node, "call", site.reason)];
    this.#around = [];
    try {
      this.#inside({ node, kind: "function" }, () => this.#body(node, site, scope));
    } finally {
      this.#context.owner = owner;
      this.#context.conditions = conditions;
      this.#around = around;
    }
    return ofFunction(site);
  }

  #body(node: AnyFunction, site: FunctionSite, scope: Scope): void {
    const parameters = node.params.flatMap((param) => namesIn(param));
    const own = node.type === "FunctionExpression" && node.id ? [node.id.name] : [];
    const inside = this.#scopeOf(node, scope, [...own, ...parameters]);
    if (node.type === "FunctionExpression" && node.id) this.#expressions.bind(node.id, ofFunction(site), inside);
    const everything = this.#context.enters(
      join(site.anyParameter, ...Array.from(site.parameters, (given) => given ?? NOTHING)),
    );
    for (const [place, param] of node.params.entries()) {
      const given =
        param.type === "RestElement"
          ? this.#expressions.listOf(param, everything)
          : join(site.anyParameter, site.parameters[place] ?? NOTHING);
      this.#expressions.bind(param.type === "RestElement" ? param.argument : param, given, inside);
    }
    if (node.body.type !== "BlockStatement") {
      this.#context.returnFrom(site, this.#expressions.value(node.body, inside));
      return;
    }
    // Expressions among the parameters do not see what `var` declares in the body, which begins with a parameter of its name (ECMA-262 §10.2.11).
    const variables = variableNames(node.body.body);
    const body = this.#scopeOf(node.params, inside, variables);
    for (const name of new Set(variables)) {
      if (!parameters.includes(name)) continue;
      this.#context.assign(this.#expressions.cellOf(name, body), this.#expressions.cellOf(name, inside).value);
    }
    this.#block(node.body, body, site);
  }
}

/** @returns the function that the gateway calls with the input, because the script is nothing else */
function onlyFunction(body: Program["body"]): AnyFunction | undefined {
  const [only, ...others] = body.filter(
    (one) =>
      one.type !== "EmptyStatement" &&
      one.type !== "ImportDeclaration" &&
      !(one.type === "ExpressionStatement" && one.directive !== undefined),
  );
  if (others.length > 0) return undefined;
  const code = only?.type === "ExpressionStatement" ? only.expression : only;
  const isFunction =
    code?.type === "FunctionDeclaration" ||
    code?.type === "FunctionExpression" ||
    code?.type === "ArrowFunctionExpression";
  return isFunction ? code : undefined;
}
