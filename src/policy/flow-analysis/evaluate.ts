/** Evaluates a script once: every expression and statement, with the facts that are known so far. */
import type { AnyNode, BlockStatement, Program } from "acorn";
import { CannotFollow, spendSteps } from "./budget.ts";
import type { Context } from "./context.ts";
import { Expressions } from "./expressions.ts";
import type { AnyFunction } from "./expressions.ts";
import { Scope, blockNames, namesIn, variableNames } from "./scopes.ts";
import { NOTHING, deepSources, from, join, readAny } from "./values.ts";
import type { FunctionSite, Value } from "./values.ts";

export class Round {
  readonly #context: Context;
  readonly #expressions: Expressions;
  /** The scopes of blocks and functions, which are the same in every round. */
  readonly #scopes = new WeakMap<object, Scope>();

  constructor(context: Context) {
    this.#context = context;
    this.#expressions = new Expressions(context, (node, scope) => this.#function(node, scope));
  }

  program(program: Program): void {
    const { body } = program;
    const outside = this.#scopeOf(this.#context, undefined, ["input"]);
    const input = outside.find("input");
    if (input !== undefined) input.value = this.#context.input;
    const scope = this.#scopeOf(program, outside, [...variableNames(body), ...blockNames(body)]);
    this.#statements(body, scope, undefined);
  }

  #scopeOf(key: object, parent: Scope | undefined, names: readonly string[]): Scope {
    const known = this.#scopes.get(key);
    if (known !== undefined) return known;
    const scope = new Scope(parent);
    for (const name of names) scope.declare(name, this.#context.owner, this.#context.conditions.length);
    this.#scopes.set(key, scope);
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
        return;
      case "ThrowStatement":
        this.#context.assign(this.#context.thrown, from(deepSources(value(node.argument))));
        this.#context.assign(this.#context.thrown, value(node.argument));
        return;
      case "BlockStatement":
        this.#block(node, scope, within);
        return;
      case "IfStatement":
        this.#context.under(value(node.test), () => {
          inner(node.consequent);
          inner(node.alternate);
        });
        return;
      case "WhileStatement":
      case "DoWhileStatement":
        this.#context.under(value(node.test), () => inner(node.body));
        return;
      case "ForStatement": {
        const names = node.init?.type === "VariableDeclaration" ? blockNames([node.init]) : [];
        const loop = this.#scopeOf(node, scope, names);
        if (node.init?.type === "VariableDeclaration") this.#statement(node.init, loop, within);
        else if (node.init) this.#expressions.value(node.init, loop);
        this.#context.under(node.test ? this.#expressions.value(node.test, loop) : NOTHING, () => {
          this.#statement(node.body, loop, within);
          if (node.update) this.#expressions.value(node.update, loop);
        });
        return;
      }
      case "ForOfStatement":
      case "ForInStatement": {
        const over = value(node.right);
        this.#context.under(over, () => {
          const names = node.left.type === "VariableDeclaration" ? blockNames([node.left]) : [];
          const loop = this.#scopeOf(node, scope, names);
          const item = node.type === "ForOfStatement" ? readAny(over) : from(deepSources(over));
          const target = node.left.type === "VariableDeclaration" ? node.left.declarations[0]?.id : node.left;
          if (target) this.#expressions.bind(target, item, loop);
          this.#statement(node.body, loop, within);
        });
        return;
      }
      case "TryStatement": {
        this.#block(node.block, scope, within);
        if (node.handler) {
          const { param, body } = node.handler;
          const caught = this.#scopeOf(node.handler, scope, namesIn(param));
          if (param) this.#expressions.bind(param, this.#context.thrown.value, caught);
          // Whether the catch block runs depends on what was thrown, and so on every call before it; only the caught values are followed.
          this.#block(body, caught, within);
        }
        if (node.finalizer) this.#block(node.finalizer, scope, within);
        return;
      }
      case "SwitchStatement": {
        const on = join(value(node.discriminant), ...node.cases.map(({ test }) => value(test)));
        const names = node.cases.flatMap(({ consequent }) => blockNames(consequent));
        this.#context.under(on, () => {
          const cases = this.#scopeOf(node, scope, names);
          for (const { consequent } of node.cases) this.#statements(consequent, cases, within);
        });
        return;
      }
      case "LabeledStatement":
        inner(node.body);
        return;
      case "BreakStatement":
      case "ContinueStatement":
      case "EmptyStatement":
      case "DebuggerStatement":
        return;
      default:
        throw new CannotFollow(`it has a ${node.type}`);
    }
  }

  #function(node: AnyFunction, scope: Scope): Value {
    if (node.generator) throw new CannotFollow("it has a generator");
    const site = this.#context.functionAt(node);
    const { owner, conditions } = this.#context;
    this.#context.owner = node;
    this.#context.conditions = [site.reason];
    try {
      const names = [
        ...node.params.flatMap((param) => namesIn(param)),
        ...(node.body.type === "BlockStatement" ? variableNames(node.body.body) : []),
      ];
      const own = node.type === "FunctionExpression" && node.id ? [node.id.name] : [];
      const inside = this.#scopeOf(node, scope, [...own, ...names]);
      if (node.type === "FunctionExpression" && node.id)
        this.#expressions.bind(node.id, { ...NOTHING, functions: new Set([site]) }, inside);
      const everything = join(site.anyParameter, ...site.parameters);
      for (const [place, param] of node.params.entries()) {
        const given =
          param.type === "RestElement"
            ? this.#expressions.listOf(param, everything)
            : join(site.anyParameter, site.parameters[place] ?? NOTHING);
        this.#expressions.bind(param.type === "RestElement" ? param.argument : param, given, inside);
      }
      if (node.body.type === "BlockStatement") this.#block(node.body, inside, site);
      else this.#context.returnFrom(site, this.#expressions.value(node.body, inside));
    } finally {
      this.#context.owner = owner;
      this.#context.conditions = conditions;
    }
    return { ...NOTHING, functions: new Set([site]) };
  }
}
