/**
 * Scripts that cannot change anything. An isolate has to be locked (guest/lockdown.js, 1 ms of every first run) because a script can
 * change what outlives it: built-ins, globals, objects of the harness. For a script that provably does not, nothing is frozen.
 *
 * The proof is by what is not there. The tree has only the node types below; whatever is not known is refused, and the guest is
 * locked. Then:
 *   1. No syntax of the script changes an object: there is no assignment to a member, no `delete`, no accessor, no class, no
 *      destructuring into members, and only its own variables are assigned.
 *   2. So only a call can. It reaches functions of the script, of its run (tools, console, timers) and built-ins. The
 *      built-ins are those that a listed global or a member of a value leads to; members have static names (a computed one
 *      only with a number), and the names that lead to constructors, prototypes, `call`, `apply`, `bind` or accessors are refused.
 *      `Object` and `Function` are values nowhere, so nobody gets at `assign`, `defineProperty`, `freeze` or `Function`.
 *   3. Of these built-ins only the mutating methods change an object they did not make: those of Date, Map, Set, RegExp, iterators and
 *      promises change their receiver, which has to be of their own kind, and every such object was made in this run. Those of
 *      arrays take any receiver, so they may only be called in place, `x.push(…)`: `x` inherits Array.prototype then (or `push` is
 *      a function of the script), and `Array.prototype` itself is out of reach.
 *   4. What the engine keeps by itself (`RegExp.$1`, template objects, `Symbol.for`, `Error.stackTraceLimit`, hooks of `Error`) needs
 *      names that are refused; what one run of the same script leaves there, another cannot see.
 *   5. Objects of the harness are made for each run, or frozen (classes of errors).
 *
 * The same holds for what the harness itself relies on while such a script runs: that built-ins are what they were.
 */
import type {
  AssignmentProperty,
  CallExpression,
  Expression,
  Function as FunctionNode,
  MemberExpression,
  NewExpression,
  Node,
  ObjectExpression,
  Program,
  Property,
  SwitchStatement,
} from "acorn";
import { findNumbers } from "./numeric-names.ts";
import { declaredIn, declaredInCases, parametersOf, varsOf } from "./scopes.ts";
import { childrenOf } from "./syntax-tree.ts";

/**
 * What a guest has to be; each its own main module in guest/.
 * - `bare`: no loop, no function, nothing in scope: it computes a value of plain data.
 * - `inert`: changes nothing that outlives it; built-ins that it names are bounded.
 * - `locked`: everything else.
 */
export type GuestKind = "bare" | "inert" | "locked";

export interface Classified {
  readonly kind: GuestKind;
  /** Globals and members that an inert script names. */
  readonly names: readonly string[];
}

export const LOCKED: Classified = { kind: "locked", names: [] };

/** @param offered names that are in scope of the script, each made for its run */
export function classify(program: Program, offered: readonly string[]): Classified {
  if (offered.includes("globalThis") || offered.includes("self")) return LOCKED;
  const check = new Check(program, new Set(offered));
  try {
    if (!check.isInert(program)) return LOCKED;
  } catch (error) {
    // Nested more deeply than this walk can follow.
    if (error instanceof RangeError) return LOCKED;
    throw error;
  }
  return { kind: check.isBare ? "bare" : "inert", names: [...check.names] };
}

/** Every name is looked for in all of them. */
const MOST_SCOPES = 100;

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** All their parts are looked at, and nothing else has to hold. */
const PLAIN = words(`Program BlockStatement ExpressionStatement EmptyStatement ReturnStatement IfStatement
  ConditionalExpression LogicalExpression BinaryExpression SequenceExpression ParenthesizedExpression TemplateLiteral
  TemplateElement ArrayExpression ObjectExpression SpreadElement VariableDeclaration VariableDeclarator Identifier Literal
  UnaryExpression`);

/** As PLAIN; a script with one of these is not bare. */
const MORE =
  words(`ForStatement WhileStatement DoWhileStatement ForOfStatement ForInStatement SwitchStatement SwitchCase
  TryStatement CatchClause ThrowStatement BreakStatement ContinueStatement LabeledStatement AwaitExpression ChainExpression
  FunctionDeclaration FunctionExpression ArrowFunctionExpression AssignmentExpression UpdateExpression ArrayPattern
  ObjectPattern AssignmentPattern RestElement ExportDefaultDeclaration CallExpression NewExpression MemberExpression`);

const REFUSED_MEMBERS = words(`__proto__ constructor prototype call apply bind caller callee arguments __defineGetter__
  __defineSetter__ __lookupGetter__ __lookupSetter__ captureStackTrace prepareStackTrace stackTraceLimit`);

/** Of arrays; they take any object for one. */
const CALLED_IN_PLACE = words("push pop shift unshift splice fill copyWithin reverse sort");

const CONSTANTS = words("undefined NaN Infinity");
/** Functions that may be handed on (`list.filter(Boolean)`): they have no members that matter. */
const VALUES = words(
  "String Number Boolean BigInt parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent",
);
const ERRORS = "Error TypeError RangeError SyntaxError ReferenceError EvalError URIError";
const CALLED = words(`Array Date RegExp ${ERRORS}`);
const CONSTRUCTED = words(`Array Date RegExp Map Set Promise ${ERRORS}`);

const MEMBERS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    "Math",
    words(`abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz32 cos cosh exp expm1 floor fround hypot imul log log10
      log1p log2 max min pow random round sign sin sinh sqrt tan tanh trunc E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2`),
  ],
  ["JSON", words("parse stringify")],
  ["Object", words("keys values entries fromEntries is hasOwn")],
  ["Array", words("from of isArray")],
  [
    "Number",
    words(
      "isInteger isFinite isNaN isSafeInteger parseFloat parseInt MAX_SAFE_INTEGER MIN_SAFE_INTEGER MAX_VALUE MIN_VALUE EPSILON POSITIVE_INFINITY NEGATIVE_INFINITY NaN",
    ),
  ],
  ["String", words("fromCharCode fromCodePoint")],
  ["Promise", words("all allSettled race any resolve reject")],
  ["Date", words("now parse UTC")],
  ["BigInt", words("asIntN asUintN")],
]);

/**
 * Their functions construct `this` and write on what that gives: `list.forEach(Array.of, function () { return [].map })` would write
 * on a built-in. Called in place, they construct a list or a promise.
 */
const CONSTRUCT_THIS = words("Array Promise");

class Check {
  /** Globals and members that are named. */
  readonly names = new Set<string>();
  isBare = true;
  readonly #offered: ReadonlySet<string>;
  readonly #program: Program;
  readonly #scopes: ReadonlySet<string>[] = [];
  #isNumber: ((node: Node) => boolean) | undefined;

  constructor(program: Program, offered: ReadonlySet<string>) {
    this.#program = program;
    this.#offered = offered;
  }

  isInert(node: Node): boolean {
    const declared = declaredIn(node);
    return declared ? this.#within(declared, () => this.#isInertHere(node)) : this.#isInertHere(node);
  }

  #isInertHere(given: Node): boolean {
    const node = given as Expression | Property | AssignmentProperty;
    switch (node.type) {
      case "Identifier":
        return this.#isOwn(node.name) || CONSTANTS.has(node.name) || this.#isGlobal(node.name, VALUES);
      case "Literal":
        // The engine keeps no bigint of more than some digits of text, and values of both kinds are not plain.
        if (typeof node.value === "object" && node.value !== null) this.isBare = false;
        if (typeof node.value === "bigint") this.isBare = false;
        return true;
      case "UnaryExpression":
        return node.operator !== "delete" && this.isInert(node.argument);
      case "UpdateExpression":
        this.isBare = false;
        return this.#isAssignable(node.argument);
      case "AssignmentExpression":
        this.isBare = false;
        return this.#isAssignable(node.left) && this.isInert(node.right);
      case "BinaryExpression": {
        if (node.left.type === "PrivateIdentifier") return false;
        if (node.operator !== "instanceof" || node.right.type !== "Identifier") return this.#areInert(node);
        return this.isInert(node.left) && (CONSTRUCTED.has(node.right.name) || this.isInert(node.right));
      }
      case "Property":
        return this.#isInertKey(node) && this.isInert(node.value);
      case "MemberExpression":
        return this.#isInertMember(node, false);
      case "CallExpression":
        return this.#isInertCall(node);
      case "NewExpression":
        return this.#isInertConstruction(node);
      case "ObjectExpression":
        return this.#isInertObject(node);
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        return this.#isInertFunction(node);
      default:
        return this.#isInertStatement(node);
    }
  }

  #isInertStatement(node: Node): boolean {
    if (node.type === "FunctionDeclaration") return this.#isInertFunction(node as FunctionNode);
    if (node.type === "SwitchStatement") return this.#isInertSwitch(node as SwitchStatement);
    if (node.type === "VariableDeclaration") {
      const { kind } = node as Node & { kind: string };
      if (kind !== "var" && kind !== "let" && kind !== "const") return false;
    }
    if (node.type === "ForOfStatement" || node.type === "ForInStatement") {
      this.isBare = false;
      const { left, right, body } = node as Node & { left: Node; right: Node; body: Node };
      const isTarget = left.type === "VariableDeclaration" ? this.isInert(left) : this.#isAssignable(left);
      return isTarget && this.isInert(right) && this.isInert(body);
    }
    if (node.type === "LabeledStatement" || node.type === "BreakStatement" || node.type === "ContinueStatement") {
      this.isBare = false;
      const { body } = node as Node & { body?: Node };
      return body === undefined || this.isInert(body);
    }
    if (MORE.has(node.type)) this.isBare = false;
    else if (!PLAIN.has(node.type)) return false;
    return this.#areInert(node);
  }

  #isInertFunction(node: FunctionNode): boolean {
    this.isBare = false;
    if (node.generator) return false;
    return this.#within(parametersOf(node), () => {
      if (!node.params.every((one) => this.isInert(one))) return false;
      return this.#within(new Set(varsOf(node.body)), () => this.isInert(node.body));
    });
  }

  /** What is switched on stands outside of the block that the cases are. */
  #isInertSwitch({ discriminant, cases }: SwitchStatement): boolean {
    this.isBare = false;
    if (!this.isInert(discriminant)) return false;
    return this.#within(declaredInCases(cases), () => cases.every((one) => this.isInert(one)));
  }

  #within(declared: ReadonlySet<string>, check: () => boolean): boolean {
    if (this.#scopes.length > MOST_SCOPES) return false;
    this.#scopes.push(declared);
    const inert = check();
    this.#scopes.pop();
    return inert;
  }

  #areInert(node: Node): boolean {
    return childrenOf(node).every((child) => this.isInert(child));
  }

  /** A variable of the script, or something that was made for its run. */
  #isOwn(name: string): boolean {
    if (this.#isDeclared(name)) return true;
    if (!this.#offered.has(name)) return false;
    this.isBare = false;
    return true;
  }

  #isDeclared(name: string): boolean {
    return this.#scopes.some((scope) => scope.has(name));
  }

  #isGlobal(name: string, allowed: ReadonlySet<string>): boolean {
    if (this.#isOwn(name) || !allowed.has(name)) return false;
    this.isBare = false;
    this.names.add(name);
    return true;
  }

  /** Variables, and patterns of them. */
  #isAssignable(target: Node): boolean {
    if (target.type === "Identifier") {
      const { name } = target as Node & { name: string };
      // `new ToolError(…)` has to construct the harness's own.
      return this.#isOwn(name) && (name !== "ToolError" || this.#isDeclared(name));
    }
    if (target.type === "MemberExpression") return false;
    return /^(?:Object|Array|Assignment)Pattern$|^RestElement$/.test(target.type) && this.#isInertPattern(target);
  }

  /** Of an assignment; what a declaration binds is declared. */
  #isInertPattern(pattern: Node): boolean {
    switch (pattern.type) {
      case "ObjectPattern":
        return (pattern as Node & { properties: Node[] }).properties.every((one) =>
          one.type === "Property"
            ? this.#isInertKey(one as AssignmentProperty) && this.#isAssignable((one as AssignmentProperty).value)
            : this.#isAssignable(one),
        );
      case "ArrayPattern":
        return (pattern as Node & { elements: (Node | null)[] }).elements.every(
          (one) => !one || this.#isAssignable(one),
        );
      case "AssignmentPattern": {
        const { left, right } = pattern as Node & { left: Node; right: Node };
        return this.#isAssignable(left) && this.isInert(right);
      }
      default:
        return this.#isAssignable((pattern as Node & { argument: Node }).argument);
    }
  }

  /** Its own properties may have the names of mutating methods; with others it would be odd. */
  #isInertObject({ properties }: ObjectExpression): boolean {
    return properties.every((one) =>
      one.type === "SpreadElement"
        ? this.isInert(one)
        : one.kind === "init" && this.#isInertKey(one, true) && this.isInert(one.value),
    );
  }

  /** Of a pattern: it reads a member. */
  #isInertKey({ key, computed }: Property | AssignmentProperty, isLiteral = false): boolean {
    if (!computed && key.type === "Identifier") return this.#isInertName(key.name, isLiteral);
    if (key.type !== "Literal") return false;
    return typeof key.value === "number" || (typeof key.value === "string" && this.#isInertName(key.value, isLiteral));
  }

  #isInertName(name: string, isCalled: boolean): boolean {
    this.names.add(name);
    return !REFUSED_MEMBERS.has(name) && (isCalled || !CALLED_IN_PLACE.has(name));
  }

  #isInertMember({ object, property, computed }: MemberExpression, isCalled: boolean): boolean {
    this.isBare = false;
    if (object.type === "Super" || property.type === "PrivateIdentifier") return false;
    if (computed && property.type !== "Literal") {
      this.#isNumber ??= findNumbers(this.#program, this.#offered);
      return this.#isNumber(property) && this.isInert(object) && this.isInert(property);
    }
    const name = nameOf(property);
    if (name === undefined || !this.#isInertName(name, isCalled)) return false;
    const global = object.type === "Identifier" && !this.#isOwn(object.name) ? object.name : undefined;
    if (global === undefined || CONSTANTS.has(global)) return this.isInert(object);
    this.names.add(global);
    if (!isCalled && CONSTRUCT_THIS.has(global)) return false;
    return MEMBERS.get(global)?.has(name) === true;
  }

  #isInertCall({ callee, arguments: given }: CallExpression): boolean {
    if (!given.every((one) => this.isInert(one))) return false;
    if (callee.type === "MemberExpression") {
      const wasBare = this.isBare;
      if (!this.#isInertMember(callee, true)) return false;
      const { object } = callee;
      // A variable of that name can hold anything.
      if (object.type === "Identifier" && object.name === "Math" && !this.#isOwn("Math")) this.isBare = wasBare;
      return true;
    }
    this.isBare = false;
    if (callee.type === "Identifier" && this.#isGlobal(callee.name, CALLED)) return true;
    return callee.type !== "Super" && this.isInert(callee);
  }

  #isInertConstruction({ callee, arguments: given }: NewExpression): boolean {
    this.isBare = false;
    if (callee.type !== "Identifier" || !given.every((one) => this.isInert(one))) return false;
    // ToolError is the harness's own, and frozen; of another name nobody knows what it makes.
    const isToolError = callee.name === "ToolError" && !this.#isDeclared("ToolError");
    return isToolError ? this.#isOwn("ToolError") : this.#isGlobal(callee.name, CONSTRUCTED);
  }
}

function nameOf(property: Node): string | undefined {
  if (property.type === "Identifier") return (property as Node & { name: string }).name;
  const { value } = property as Node & { value?: unknown };
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
