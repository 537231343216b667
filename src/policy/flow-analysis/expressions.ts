/** Evaluates expressions, and the changes that assignments and calls make; see `Round`. */
import type { AnyNode, CallExpression, MemberExpression, ObjectExpression, ObjectPattern, Pattern } from "acorn";
import { CannotFollow, spendSteps } from "./budget.ts";
import { callFunctions, callGlobal, freePath, isServer, memberName, promisesOf, type Path } from "./calls.ts";
import type { Context } from "./context.ts";
import {
  CALLBACK_METHODS,
  ONLY_CALLED,
  NAMESPACES,
  OPAQUE_GLOBALS,
  PURE_GLOBALS,
  STEADY_FUNCTIONS,
  STEADY_METHODS,
} from "./known-names.ts";
import { callMethod, isOwnMethod } from "./methods.ts";
import { mayBeMethod } from "./native-methods.ts";
import { SHARED, refuseHook, refuseMatches, refuseMethod, refuseNative, refuseShared } from "./refused-names.ts";
import type { Scope } from "./scopes.ts";
import { callUnknown, withoutGlobals, type Arguments } from "./unknown-functions.ts";
import { NATIVE, NOTHING, deepSources, from, join, ofObject, reachable, readAny, readField } from "./values.ts";
import type { Value } from "./values.ts";

export type AnyFunction = Extract<
  AnyNode,
  { type: "ArrowFunctionExpression" | "FunctionDeclaration" | "FunctionExpression" }
>;

export class Expressions {
  readonly #context: Context;
  readonly #functionValue: (node: AnyFunction, scope: Scope) => Value;

  /** @param functionValue evaluates the body of a function, which contains statements */
  constructor(context: Context, functionValue: (node: AnyFunction, scope: Scope) => Value) {
    this.#context = context;
    this.#functionValue = functionValue;
  }

  listOf(node: object, items: Value): Value {
    const list = ofObject(this.#context.objectAt(node));
    this.#context.write(list, undefined, items);
    return list;
  }

  bind(target: Pattern | AnyNode, value: Value, scope: Scope): void {
    switch (target.type) {
      case "Identifier": {
        // An undeclared name is a global of the script.
        this.#context.assign(this.cellOf(target.name, scope), value);
        return;
      }
      case "MemberExpression": {
        if (freePath(target, (name) => scope.find(name) !== undefined)) throw new CannotFollow("it changes a global");
        const name = memberName(target);
        const key = target.computed ? this.value(target.property, scope) : NOTHING;
        refuseHook(name, name === undefined ? reachable(value) : value);
        // Another object that is made at the same place may still have the method of the language.
        const isOther = value.functions.size === 0 || CALLBACK_METHODS.has(name ?? "");
        if (name !== undefined && STEADY_METHODS.has(name) && isOther) {
          throw new CannotFollow(`it defines ${name}`);
        }
        const object = this.value(target.object, scope);
        // Under a name that is not known, which may be `__proto__`, its parts become parts of the object.
        const written = name === undefined ? reachable(value) : value;
        this.#context.write(object, name, join(written, from(this.#context.convert(key))));
        refuseNative(name, written);
        // A shorter list has lost items.
        if (name === "length") this.#context.write(object, undefined, from(deepSources(value)));
        return;
      }
      case "AssignmentPattern":
        this.bind(
          target.left,
          join(
            value,
            this.#context.under(target, value, () => this.value(target.right, scope)),
          ),
          scope,
        );
        return;
      case "ArrayPattern":
        this.#refuseGlobals(value);
        this.#context.readItems(value);
        for (const [place, element] of target.elements.entries()) {
          if (element?.type === "RestElement") this.bind(element.argument, this.listOf(element, readAny(value)), scope);
          else if (element) this.bind(element, readField(value, String(place)), scope);
        }
        return;
      case "ObjectPattern":
        this.#refuseGlobals(value);
        this.#bindProperties(target, value, scope);
        return;
      default:
        throw new CannotFollow(`it assigns to a ${target.type}`);
    }
  }

  #bindProperties({ properties }: ObjectPattern, value: Value, scope: Scope): void {
    let keys = NOTHING;
    for (const property of properties) {
      if (property.type === "RestElement") {
        // Which property the rest lacks tells the keys before it.
        this.bind(property.argument, this.listOf(property, join(readAny(value), keys)), scope);
        continue;
      }
      const name = propertyName(property);
      refuseMethod(name);
      refuseShared(name);
      if (name === undefined) refuseMatches(value);
      const key = property.computed ? from(this.#context.convert(this.value(property.key, scope))) : NOTHING;
      keys = join(keys, key);
      const read = name === undefined ? readAny(value) : readField(value, name);
      this.bind(property.value, join(read, key, mayBeMethod(name) ? NATIVE : NOTHING), scope);
    }
  }

  cellOf(name: string, scope: Scope) {
    const cell = scope.find(name);
    if (cell === undefined) throw new CannotFollow(`it assigns to ${name}, which it does not declare`);
    return cell;
  }

  value(node: AnyNode, scope: Scope): Value {
    spendSteps(1);
    const value = (one: AnyNode): Value => this.value(one, scope);
    switch (node.type) {
      case "Literal":
        // A regular expression remembers where it matched last.
        return node.regex ? this.#context.regexAt(node) : NOTHING;
      case "Identifier":
        return this.#name(node.name, scope);
      case "TemplateLiteral":
        return from(this.#context.convert(join(...node.expressions.map(value))));
      case "UnaryExpression":
        if (node.operator === "delete") this.#delete(node.argument, scope);
        return from(this.#context.convert(value(node.argument)));
      case "BinaryExpression":
        if (node.left.type === "PrivateIdentifier") throw new CannotFollow("it has a private member");
        return from(this.#context.convert(join(value(node.left), value(node.right))));
      case "UpdateExpression": {
        const result = from(this.#context.convert(value(node.argument)));
        this.bind(node.argument, result, scope);
        return result;
      }
      case "LogicalExpression": {
        const left = value(node.left);
        return join(
          left,
          this.#context.under(node, left, () => value(node.right)),
        );
      }
      case "ConditionalExpression": {
        const test = value(node.test);
        const result = this.#context.under(node, test, () => join(value(node.consequent), value(node.alternate)));
        return join(result, from(deepSources(test)));
      }
      case "AssignmentExpression": {
        if (["||=", "&&=", "??="].includes(node.operator)) {
          const left = value(node.left);
          return this.#context.under(node, left, () => {
            const right = value(node.right);
            this.bind(node.left, right, scope);
            return join(left, right);
          });
        }
        const right = value(node.right);
        const result = node.operator === "=" ? right : from(this.#context.convert(join(right, value(node.left))));
        this.bind(node.left, result, scope);
        return result;
      }
      case "SequenceExpression":
        return node.expressions.map(value).at(-1) ?? NOTHING;
      case "AwaitExpression":
        return this.#context.settle(value(node.argument));
      case "ParenthesizedExpression":
        return value(node.expression);
      case "ChainExpression":
        return this.#context.under(node, this.#deciding(node.expression, scope), () => value(node.expression));
      case "SpreadElement": {
        const items = value(node.argument);
        this.#context.readItems(items);
        return readAny(items);
      }
      case "ArrowFunctionExpression":
      case "FunctionExpression":
        return this.#functionValue(node, scope);
      case "ArrayExpression":
        return this.#list(node, node.elements, scope);
      case "ObjectExpression":
        return this.#object(node, scope);
      case "MemberExpression":
        return this.#member(node, scope);
      case "CallExpression":
        return this.#call(node, scope);
      case "NewExpression": {
        const path = freePath(node.callee, (name) => scope.find(name) !== undefined);
        // A promise is settled by functions that the language creates.
        const isKnown = path !== undefined && PURE_GLOBALS.has(path.root) && path.root !== "Promise";
        if (!isKnown) throw new CannotFollow("it makes an object of a class of its own");
        const args = this.#arguments(node.arguments, scope);
        // `new URLSearchParams([iterator])` reads what is inside, too.
        this.#context.readItems(reachable(join(args.values[0] ?? NOTHING, args.rest)));
        this.#context.convert(join(...args.values, args.rest));
        if (path.root === "RegExp") this.#context.regexAt(node);
        const key = this.#keysOf(node.callee, scope);
        return join(callUnknown(this.#context, node, NOTHING, args, { method: "new", changes: false }), key);
      }
      default:
        throw new CannotFollow(`it has a ${node.type}`);
    }
  }

  #name(name: string, scope: Scope): Value {
    const cell = scope.find(name);
    if (cell !== undefined) return cell.owner === this.#context.owner ? cell.value : this.#context.enters(cell.value);
    if (name === "input") return from(new Set(["@input"]));
    if (OPAQUE_GLOBALS.has(name)) throw new CannotFollow(`it uses ${name}`);
    if (isServer(name) || ONLY_CALLED.has(name))
      throw new CannotFollow(`it uses ${name} otherwise than to call a tool`);
    if (CONSTANTS.has(name)) return NOTHING;
    return ofObject(STEADY_FUNCTIONS.has(name) ? this.#context.steadyGlobals : this.#context.globals);
  }

  #member(node: Extract<AnyNode, { type: "MemberExpression" }>, scope: Scope, use?: "called"): Value {
    const path = freePath(node, (name) => scope.find(name) !== undefined);
    if (path !== undefined && path.root !== "input") {
      if (isServer(path.root) || OPAQUE_GLOBALS.has(path.root) || ONLY_CALLED.has(path.root)) {
        throw new CannotFollow(`it uses ${path.root} otherwise than to call a tool`);
      }
      // The language keeps the last match in `RegExp.$1`.
      const isShared = path.root === "RegExp" || path.names.some((part) => part === undefined || SHARED.has(part));
      if (isShared || !isOfLanguage(path)) throw new CannotFollow(`it reads what is shared under ${path.root}`);
      const isSteady = NAMESPACES.has(path.root) || STEADY_FUNCTIONS.has([path.root, ...path.names].join("."));
      return ofObject(isSteady ? this.#context.steadyGlobals : this.#context.globals);
    }
    const object = this.value(node.object, scope);
    this.#refuseGlobals(object);
    const name = memberName(node);
    refuseShared(name);
    if (name === undefined) refuseMatches(object);
    if (use === undefined) refuseMethod(name);
    const key = node.computed ? this.value(node.property, scope) : NOTHING;
    const read = name === undefined ? readAny(object) : readField(object, name);
    const native = use === undefined && mayBeMethod(name) ? NATIVE : NOTHING;
    return join(read, from(this.#context.convert(key)), native);
  }

  #list(node: object, elements: readonly (AnyNode | null)[], scope: Scope): Value {
    const list = ofObject(this.#context.objectAt(node));
    let isCounted = true;
    for (const [place, element] of elements.entries()) {
      if (element?.type === "SpreadElement") isCounted = false;
      if (element) this.#context.write(list, isCounted ? String(place) : undefined, this.value(element, scope));
    }
    return list;
  }

  #object(node: ObjectExpression, scope: Scope): Value {
    const object = ofObject(this.#context.objectAt(node));
    for (const property of node.properties) {
      if (property.type === "SpreadElement") this.#copy(this.value(property.argument, scope), object);
      else {
        if (property.kind !== "init") throw new CannotFollow("it has a getter or a setter");
        const name = propertyName(property);
        const key = property.computed ? this.value(property.key, scope) : NOTHING;
        const value = this.value(property.value, scope);
        refuseHook(name, value);
        const isComputed = property.value.type === "MemberExpression" && property.value.computed;
        if (isComputed && name !== undefined && STEADY_METHODS.has(name)) throw new CannotFollow(`it defines ${name}`);
        this.#context.write(object, name, join(value, from(this.#context.convert(key))));
        refuseNative(name, value);
      }
    }
    return object;
  }

  #copy(value: Value, target: Value): void {
    for (const site of value.objects) {
      if (site.hasUnknownNames) this.#context.mark(target, "hasUnknownNames");
      for (const [name, part] of site.fields) this.#context.write(target, name, part);
      this.#context.write(target, undefined, site.rest);
    }
    this.#context.write(target, undefined, from(value.sources));
  }

  #arguments(nodes: readonly AnyNode[], scope: Scope): Arguments {
    const values: Value[] = [];
    let rest = NOTHING;
    let hasSpread = false;
    for (const node of nodes) {
      const value = this.value(node, scope);
      if (node.type === "SpreadElement") hasSpread = true;
      if (hasSpread) rest = join(rest, value);
      else values.push(value);
    }
    return { values, rest };
  }

  #call(node: CallExpression, scope: Scope): Value {
    const path = freePath(node.callee, (name) => scope.find(name) !== undefined);
    if (path !== undefined && path.root !== "input") {
      if (OPAQUE_GLOBALS.has(path.root)) throw new CannotFollow(`it uses ${path.root}`);
      const key = this.#keysOf(node.callee, scope);
      const call = (): Value => callGlobal(this.#context, node, path, this.#arguments(node.arguments, scope));
      return join(this.#context.under(node, key, call), key);
    }
    const { callee } = node;
    // In `(list?.push)(x)` the list is still what the method is called on.
    if (callee.type === "ChainExpression") throw new CannotFollow("it calls an optional member in parentheses");
    if (callee.type === "Super") throw new CannotFollow("it has a class or an import");
    const isMethod = callee.type === "MemberExpression";
    const receiver = isMethod ? this.value(callee.object, scope) : NOTHING;
    const called = isMethod ? this.#member(callee, scope, "called") : this.value(callee, scope);
    // `"abc"[name]()` reveals which of the methods was called, by its result and by what it changes.
    const key = isMethod && callee.computed ? this.#keyOf(callee, scope) : NOTHING;
    return join(
      this.#context.under(node, key, () => this.#callValue(node, receiver, called, scope)),
      key,
    );
  }

  #callValue(node: CallExpression, receiver: Value, called: Value, scope: Scope): Value {
    const { callee } = node;
    const isMethod = callee.type === "MemberExpression";
    const args = this.#arguments(node.arguments, scope);
    // In `list.filter(Boolean)` it is the language's own method that is called, though the list may hold functions, too.
    const isOfList =
      isMethod && CALLBACK_METHODS.has(memberName(callee) ?? "") && !isOwnMethod(receiver, memberName(callee) ?? "");
    const passed = isOfList ? { ...args, values: args.values.map((one) => withoutGlobals(this.#context, one)) } : args;
    const returned =
      called.functions.size === 0
        ? NOTHING
        : join(callFunctions(this.#context, called, passed), promisesOf(this.#context, node, called.functions));
    // A function of the script is analysed on its own; a method may also be the language's own.
    const isOnlyFunctions = [...called.objects].every(({ isFunction }) => isFunction);
    const isOwn = called.functions.size > 0 && isOnlyFunctions && called.sources.size === 0 && !isMethod;
    if (isOwn) return returned;
    if (this.#context.hasGlobals(called)) {
      throw new CannotFollow("it calls a function of the language under another name");
    }
    const method = isMethod ? memberName(callee) : undefined;
    const of = isMethod ? receiver : undefined;
    return join(returned, callMethod(this.#context, node, { receiver: of, called, method, args }));
  }

  /** @returns what the computed names of a member and of those before it are made of */
  #keysOf(node: AnyNode, scope: Scope): Value {
    if (node.type === "ChainExpression") return this.#keysOf(node.expression, scope);
    if (node.type !== "MemberExpression") return NOTHING;
    return join(this.#keysOf(node.object, scope), node.computed ? this.#keyOf(node, scope) : NOTHING);
  }

  #keyOf({ property }: MemberExpression, scope: Scope): Value {
    return from(this.#context.convert(this.value(property, scope)));
  }

  #delete(target: AnyNode, scope: Scope): void {
    if (target.type === "ChainExpression") return this.#delete(target.expression, scope);
    if (target.type !== "MemberExpression") return;
    if (freePath(target, (name) => scope.find(name) !== undefined)) throw new CannotFollow("it changes a global");
    const key = target.computed ? this.value(target.property, scope) : NOTHING;
    this.#context.write(this.value(target.object, scope), memberName(target), from(deepSources(key)));
  }

  /** Sources that decide how far an optional chain is evaluated. */
  #deciding(node: AnyNode, scope: Scope): Value {
    if (node.type !== "MemberExpression" && node.type !== "CallExpression") return NOTHING;
    const before = node.type === "MemberExpression" ? node.object : node.callee;
    const isFree = freePath(before, (name) => scope.find(name) !== undefined) !== undefined;
    const own = node.optional && !isFree ? this.value(before, scope) : NOTHING;
    return join(own, this.#deciding(before, scope));
  }

  #refuseGlobals(value: Value): void {
    if (this.#context.hasGlobals(value)) {
      throw new CannotFollow("it reads what belongs to the language under another name");
    }
  }
}

const CONSTANTS = new Set(["undefined", "NaN", "Infinity"]);

/** @returns true if the language itself defines the name; a script may have assigned anything to other names */
function isOfLanguage({ root, names }: Path): boolean {
  let at: unknown = Reflect.get(globalThis, root);
  if (at === undefined) return true;
  for (const name of names) {
    if ((typeof at !== "object" || at === null) && typeof at !== "function") return false;
    if (name === undefined || !(name in at)) return false;
    at = Reflect.get(at, name);
  }
  return true;
}

function propertyName({ key, computed }: { readonly key: AnyNode; readonly computed: boolean }): string | undefined {
  if (key.type === "Literal" && (typeof key.value === "string" || typeof key.value === "number"))
    return String(key.value);
  return !computed && key.type === "Identifier" ? key.name : undefined;
}
