/**
 * A points-to analysis: which functions each expression of a script may stand for, and so which calls can reach a tool. It is
 * flow-insensitive, and follows values from place to place (value-places.ts). It over-approximates; an error costs an `await` that waits
 * for nothing.
 */
import type { Function as FunctionNode, Node } from "acorn";
import type { CallNode, Flow, Iteration, Site } from "./flow.ts";
import { childrenOf } from "../../worker-loader/syntax/syntax-tree.ts";
import { CALLS_BACK, CALLS_LATER, KEEPS } from "./built-ins.ts";
import { findDeclaredNames, type DeclaredNames } from "./declared-names.ts";
import { nameOfKey, plain, type Loose } from "./loose-tree.ts";
import { NOTHING, newPlace, type Fn, type FnKind, type Place } from "./places.ts";
import { ValuePlaces } from "./value-places.ts";

/** Methods whose callbacks run later, if at all; promises wait for the results. */
const NEVER_WAITED_FOR: ReadonlySet<string> = new Set(["bind", "then", "catch", "finally"]);

/** Functions that make properties from descriptors; `revocable` makes a proxy. */
const DEFINES: ReadonlySet<string> = new Set(["create", "defineProperties", "defineProperty", "revocable"]);

export function findFlow(program: Node): Flow {
  return new Builder(program).flow;
}

class Builder {
  readonly #places = new ValuePlaces();
  readonly #fns = new Map<Node, Fn>();
  readonly #sites: Site[] = [];
  readonly #iterations: Iteration[] = [];
  readonly #names: DeclaredNames;
  readonly #tool: Fn;
  readonly #supers: Place[] = [];
  readonly flow: Flow;

  constructor(program: Node) {
    this.#tool = { node: undefined, params: [], result: newPlace(), kind: "plain" };
    this.#names = findDeclaredNames(program);
    for (const name of ["call_tool", "call_tools"]) {
      this.#places.add(this.#places.variable(name), this.#tool);
      this.#places.add(this.#places.property(name), this.#tool);
    }
    this.#visit(program, undefined);
    this.flow = {
      sites: this.#sites,
      iterations: this.#iterations,
      fns: this.#fns,
      tool: this.#tool,
      properties: this.#places.properties,
      valueOf: (node) => this.#places.value(node),
      declared: this.#names.declared,
      imported: this.#names.imported,
      gaveUp: this.#places.gaveUp,
    };
  }

  #visitAll(nodes: readonly (Node | null | undefined)[], owner: Fn | undefined): void {
    for (const node of nodes) if (node) this.#visit(node, owner);
  }

  #visit(given: Node, owner: Fn | undefined): void {
    const node = given as Loose;
    switch (node.type) {
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        this.#function(node, kindOf(node));
        return;
      case "ClassDeclaration":
      case "ClassExpression":
        this.#class(node, owner);
        return;
      case "Property":
        if (node["kind"] === "init") break;
        this.#visitAll([node["computed"] ? node["key"] : null], owner);
        this.#accessor(node);
        return;
      case "CallExpression":
      case "NewExpression":
      case "TaggedTemplateExpression":
        this.#call(node, owner);
        break;
      default:
        this.#statement(node, owner);
    }
    this.#assign(node, owner);
    for (const child of childrenOf(node)) this.#visit(child, owner);
  }

  /** Follows values that a statement or an expression moves elsewhere: out of the function, or among the elements of a collection. */
  #statement(node: Loose, owner: Fn | undefined): void {
    switch (node.type) {
      case "ArrayExpression":
        for (const element of node["elements"]) {
          if (element?.type === "SpreadElement") this.#iterations.push({ node: element, owner });
          else if (element) this.#places.flow(this.#places.value(element), this.#places.elements);
        }
        break;
      case "ReturnStatement":
        if (node["argument"] && owner) this.#places.flow(this.#places.value(node["argument"]), owner.result);
        break;
      case "ThrowStatement":
        this.#places.flow(this.#places.value(node["argument"]), this.#places.elements);
        break;
      case "CatchClause":
        if (node["param"]) this.#places.bind(node["param"], this.#places.elements);
        break;
      case "YieldExpression":
        if (node["delegate"]) this.#iterations.push({ node, owner });
        else if (node["argument"]) this.#places.flow(this.#places.value(node["argument"]), this.#places.elements);
        break;
      case "ForOfStatement": {
        this.#iterations.push({ node, owner });
        const { left } = node;
        this.#places.bind(left.type === "VariableDeclaration" ? left.declarations[0].id : left, this.#places.elements);
        break;
      }
      default:
    }
  }

  /** Follows a value to the variables or properties that get it. */
  #assign(node: Loose, owner: Fn | undefined): void {
    switch (node.type) {
      case "VariableDeclarator":
        if (!node["init"]) break;
        this.#places.bind(node["id"], this.#places.value(node["init"]));
        if (node["id"].type === "ArrayPattern") this.#iterations.push({ node, owner });
        break;
      case "AssignmentExpression":
        this.#places.bind(node["left"], this.#places.value(node["right"]));
        if (node["left"].type === "ArrayPattern") this.#iterations.push({ node, owner });
        break;
      case "AssignmentPattern":
        this.#places.bind(node["left"], this.#places.value(node["right"]));
        break;
      case "Property":
        this.#places.keep(node["key"], node["computed"], this.#places.value(node["value"]));
        break;
      default:
    }
  }

  #function(node: Loose, kind: FnKind): Fn {
    const params = (node["params"] as Loose[]).map(() => newPlace());
    const fn: Fn = { node: node as unknown as FunctionNode, params, result: newPlace(), kind };
    this.#fns.set(node, fn);
    if (node.type === "FunctionDeclaration") {
      if (node["id"]) this.#places.add(this.#places.variable(node["id"].name), fn);
    } else if (kind !== "getter" && kind !== "setter" && kind !== "constructor") {
      this.#places.add(this.#places.value(node), fn);
      if (node["id"]) this.#places.add(this.#places.variable(node["id"].name), fn);
    }
    (node["params"] as Loose[]).forEach((param, at) => {
      if (param.type === "RestElement") this.#places.bind(param["argument"], this.#places.elements);
      else this.#places.bind(param, params[at] ?? NOTHING);
    });
    this.#visitAll(node["params"], fn);
    if (node["expression"] === true) this.#places.flow(this.#places.value(node["body"]), fn.result);
    this.#visit(node["body"], fn);
    return fn;
  }

  /** What a getter returns is read from the property. @param node an accessor of an object or of a class */
  #accessor(node: Loose): void {
    const isGetter = node["kind"] === "get";
    const { result } = this.#function(node["value"], isGetter ? "getter" : "setter");
    if (isGetter) this.#places.keep(node["key"], node["computed"], result);
  }

  #class(node: Loose, owner: Fn | undefined): void {
    const superClass = node["superClass"] ? this.#places.value(node["superClass"]) : NOTHING;
    if (node["superClass"]) this.#visit(node["superClass"], owner);
    this.#supers.push(superClass);
    for (const member of node["body"].body as Loose[]) {
      if (member["computed"]) this.#visit(member["key"], owner);
      if (member.type === "StaticBlock") {
        const fn = bare("static block");
        for (const statement of member["body"]) this.#visit(statement, fn);
      } else if (member.type === "PropertyDefinition") {
        if (!member["value"]) continue;
        this.#places.keep(member["key"], member["computed"], this.#places.value(member["value"]));
        this.#visit(member["value"], bare("field"));
      } else if (member["kind"] === "get" || member["kind"] === "set") {
        this.#accessor(member);
      } else if (member["kind"] === "constructor") {
        const fn = this.#function(member["value"], "constructor");
        if (node["id"]) this.#places.add(this.#places.variable(node["id"].name), fn);
        this.#places.add(this.#places.value(node), fn);
      } else {
        this.#function(member["value"], kindOf(member["value"]));
        this.#places.keep(member["key"], member["computed"], this.#places.value(member["value"]));
      }
    }
    // A class without a constructor passes its arguments to its base class.
    this.#places.flow(superClass, this.#places.value(node));
    if (node["id"]) this.#places.flow(superClass, this.#places.variable(node["id"].name));
    this.#supers.pop();
  }

  #call(node: Loose, owner: Fn | undefined): void {
    const calleeNode = plain(node.type === "TaggedTemplateExpression" ? node["tag"] : node["callee"]);
    const given = (node.type === "TaggedTemplateExpression" ? node["quasi"].expressions : node["arguments"]) as Loose[];
    const callee = this.#calledBy(calleeNode);
    const isSpread = given.some((one) => one.type === "SpreadElement");
    for (const one of given) if (one.type === "SpreadElement") this.#iterations.push({ node: one, owner });
    const args = given.map((one) => (one.type === "SpreadElement" ? this.#places.elements : this.#places.value(one)));
    const result = this.#places.value(node);
    const name =
      calleeNode.type === "MemberExpression" ? nameOfKey(calleeNode["property"], calleeNode["computed"]) : undefined;
    const isBy = name === "call" || name === "apply" || name === "bind";
    const receiver = isBy ? this.#places.value(calleeNode["object"]) : undefined;
    const inOrder = !isSpread && !isBy && node.type !== "TaggedTemplateExpression";
    const run = (fn: Fn): void => {
      if (!this.#places.spend(args.length * (1 + fn.params.length))) return;
      if (fn.kind !== "constructor") this.#places.flow(fn.result, result);
      for (const [at, arg] of args.entries()) {
        if (inOrder && fn.params[at]) this.#places.flow(arg, fn.params[at]);
        else for (const param of fn.params) this.#places.flow(arg, param);
        this.#places.flow(arg, this.#elementsFor(fn, at));
      }
      if (name === "apply") for (const param of fn.params) this.#places.flow(this.#places.elements, param);
    };
    this.#places.listen(callee, run);
    if (receiver) {
      this.#places.listen(receiver, run);
      if (name === "bind") this.#places.flow(receiver, result);
    }
    const isNative = this.#mayBeNative(calleeNode);
    if (isNative) this.#native(node, calleeNode, name, args, result);
    const givesBack = isNative && !runsLater(calleeNode, name);
    const called = name === "call" || name === "apply" ? receiver : undefined;
    this.#sites.push({ node: node as unknown as CallNode, owner, callee, called, args, givesBack, name });
  }

  #calledBy(callee: Loose): Place {
    if (callee.type === "Super") return this.#supers.at(-1) ?? NOTHING;
    // `Reflect.get` in the trap `get` of a proxy is not the trap itself.
    const isReflect =
      callee.type === "MemberExpression" &&
      callee["object"].type === "Identifier" &&
      callee["object"].name === "Reflect";
    return isReflect && !this.#names.declared.has("Reflect") ? NOTHING : this.#places.value(callee);
  }

  /** @returns true unless the callee is certainly a function of the script */
  #mayBeNative(callee: Loose): boolean {
    return callee.type !== "Super" && !(callee.type === "Identifier" && this.#names.certain.has(callee["name"]));
  }

  /** Rest parameters and `arguments` are arrays, so their values are elements. */
  #elementsFor(fn: Fn, at: number): Place {
    const last = fn.node?.params.at(-1);
    const hasRest = last?.type === "RestElement" && fn.node !== undefined && at >= fn.node.params.length - 1;
    return hasRest || at >= fn.params.length ? this.#places.elements : NOTHING;
  }

  /** Models a call of a function that the script did not define: it may keep, return or call its arguments. */
  #native(node: Loose, callee: Loose, name: string | undefined, args: readonly Place[], result: Place): void {
    if (args.length === 0 && name === undefined) return;
    const keeps = name === undefined || !CALLS_BACK.has(name);
    const calls = name === undefined || !KEEPS.has(name);
    const root =
      callee.type === "MemberExpression" && callee["object"].type === "Identifier" ? callee["object"].name : undefined;
    const isReflective = root === "Object" || root === "Reflect";
    this.#places.flow(this.#places.elements, result);
    this.#define(callee, name, args);
    if (isReflective && name !== undefined && /values|entries|get|group/.test(name)) {
      this.#places.flow(this.#places.allProperties, this.#places.elements);
    }
    for (const arg of args) {
      if (keeps) {
        this.#places.flow(arg, this.#places.elements);
        this.#places.flow(arg, result);
        if (isReflective) this.#places.flow(this.#places.elements, this.#places.computed);
      }
      if (!calls) continue;
      this.#places.listen(arg, (fn) => {
        if (!this.#places.spend(args.length * fn.params.length)) return;
        for (const param of fn.params) {
          this.#places.flow(this.#places.elements, param);
          if (node.type !== "TaggedTemplateExpression")
            for (const other of args) if (other !== arg) this.#places.flow(other, param);
        }
        this.#places.flow(fn.result, result);
        this.#places.flow(fn.result, this.#places.elements);
      });
    }
  }

  /** Models calls that define properties whose values are not written as such: by a descriptor, or by the trap of a proxy. */
  #define(callee: Loose, name: string | undefined, args: readonly Place[]): void {
    const { computed } = this.#places;
    const isProxy = callee.type === "Identifier" && callee["name"] === "Proxy";
    const isByDescriptor = name !== undefined && DEFINES.has(name);
    if (isByDescriptor) this.#places.flow(this.#places.property("value"), computed);
    if (name === "__defineGetter__")
      for (const arg of args) this.#places.listen(arg, (fn) => this.#places.flow(fn.result, computed));
    if (isProxy || isByDescriptor)
      this.#places.listen(this.#places.property("get"), (fn) => this.#places.flow(fn.result, computed));
  }
}

/** @returns true when a native function keeps its callbacks, or calls them after it has returned */
function runsLater(callee: Loose, name: string | undefined): boolean {
  if (callee.type === "Identifier" && CALLS_LATER.has(callee["name"])) return true;
  return name !== undefined && (KEEPS.has(name) || NEVER_WAITED_FOR.has(name));
}

function bare(kind: FnKind): Fn {
  return { node: undefined, params: [], result: newPlace(), kind };
}

function kindOf(node: Loose): FnKind {
  return node["generator"] ? (node["async"] ? "async" : "generator") : node["async"] ? "async" : "plain";
}
