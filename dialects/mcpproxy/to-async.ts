/**
 * Writes the waiting into a script: a call `f(x)` that may wait becomes `$.v(await $.f(f)(x))`, and the body of a function that
 * waits becomes `{ return $.r(async () => { … }) }`, which keeps its name, `this` and arguments (guest/sync.js has the other half).
 * Inserted text starts with a name, never with a parenthesis, which the line before could take for the start of a call.
 */
import type MagicString from "magic-string";
import type { Node } from "acorn";
import { skipBlanks } from "../../worker-loader/syntax/blanks.ts";
import { boundNames, varNames } from "../../worker-loader/syntax/bound-names.ts";
import { childrenOf } from "../../worker-loader/syntax/syntax-tree.ts";
import { isDivided, type Waits } from "./waiting-functions.ts";
import { callsToSplit, splitChain } from "./optional-chain.ts";
import type { Flow } from "./flow.ts";
import type { Fn } from "./places.ts";
import { plain, type Loose } from "./loose-tree.ts";
import { SYNC } from "./reserved-names.ts";

interface Names {
  /** A prefix that no name of the script has. */
  readonly temporary: string;
}

export class Writer {
  readonly edit: MagicString;
  readonly code: string;
  readonly #flow: Flow;
  readonly #waits: Waits;
  readonly #names: Names;
  /** Temporary names to declare, for the script and for each enclosing function. */
  readonly #temporaries: string[][] = [[]];
  readonly #done = new Set<Node>();
  /** For each enclosing function: whether its calls wait for the part before its first `await`. */
  readonly #divided: boolean[] = [false];
  #count = 0;

  constructor(edit: MagicString, code: string, flow: Flow, found: Waits, names: Names) {
    this.edit = edit;
    this.code = code;
    this.#flow = flow;
    this.#waits = found;
    this.#names = names;
  }

  /** Rewrites the script. @returns the names to declare at its top */
  write(program: Node): readonly string[] {
    this.#visit(program, false);
    return this.#temporaries[0] ?? [];
  }

  waits(node: Node): boolean {
    return this.#waits.calls.has(node);
  }

  temporary(): string {
    this.#count += 1;
    const name = `${this.#names.temporary}${this.#count}`;
    this.#temporaries.at(-1)?.push(name);
    return name;
  }

  /** Inserts text around a node, inside of text inserted around it before. */
  around({ start, end }: { readonly start: number; readonly end: number }, before: string, after: string): void {
    this.edit.prependRight(start, before);
    this.edit.appendLeft(end, after);
  }

  /** @returns at most 60 characters of a node's source for error messages, as a string literal */
  textOf({ start, end }: Node): string {
    return JSON.stringify(this.code.slice(start, Math.min(end, start + 60)));
  }

  /** @param inWaiting whether the innermost function is one whose body `#moveBody` wraps */
  #visit(given: Node, inWaiting: boolean): void {
    const node = given as Loose;
    const fn = this.#flow.fns.get(node);
    if (fn) {
      this.#function(node, fn);
      return;
    }
    const taken = node.type === "ChainExpression" ? callsToSplit(node, this) : [];
    for (const call of taken) this.#done.add(call);
    for (const child of childrenOf(node)) this.#visit(child, inWaiting);
    if (taken.length > 0) splitChain(node, this);
    this.#rewrite(node, inWaiting);
    if (this.#waits.iterations.has(node)) this.#waitAtIteration(node);
  }

  #function(node: Loose, fn: Fn): void {
    this.#temporaries.push([]);
    const waits = this.#waits.fns.has(fn);
    const isParted = this.#waits.dividesAsync && isDivided(fn);
    this.#divided.push(isParted);
    for (const child of childrenOf(node)) this.#visit(child, waits && fn.kind === "plain");
    this.#divided.pop();
    const declared = this.#temporaries.pop() ?? [];
    if (isParted) this.#endPart(node, declared);
    else if (!waits) return;
    else if (fn.kind === "plain") this.#moveBody(node, declared);
    else {
      this.#declareIn(node, declared);
      if (fn.kind === "generator") this.#makeAsync(node);
    }
  }

  /** Rewrites a node whose children are rewritten already. */
  #rewrite(node: Loose, inWaiting: boolean): void {
    switch (node.type) {
      case "CallExpression":
      case "TaggedTemplateExpression":
        if (this.waits(node) && !this.#done.has(node)) this.#call(node);
        break;
      case "ReturnStatement":
        if (inWaiting && node["argument"]) this.around(node["argument"], `${SYNC}.b(`, ")");
        break;
      case "AwaitExpression":
        if (this.#divided.at(-1) === true) this.around(node["argument"], `${this.#part()}(true, `, ")");
        break;
      case "ForOfStatement":
        if (this.#divided.at(-1) === true && node["await"]) this.around(node["right"], `${this.#part()}(false, `, ")");
        break;
      case "Property":
      case "MethodDefinition": {
        const method = this.#flow.fns.get(node["value"]);
        if (
          method?.kind === "generator" &&
          this.#waits.fns.has(method) &&
          (node["method"] || node.type === "MethodDefinition")
        ) {
          // A static generator method begins with `static`, every other one with its star.
          const star = node["static"] ? skipBlanks(this.code, node.start + "static".length) : node.start;
          this.edit.appendLeft(star, "async ");
        }
        break;
      }
      case "NewExpression":
        if (this.#waits.collections.has(node) && node["arguments"][0]) this.#list(node["arguments"][0]);
        break;
      default:
    }
  }

  #call(node: Loose): void {
    const callee = plain(node["callee"] ?? node["tag"]);
    const isPlainCall = node.type === "CallExpression" && callee.type !== "Super";
    const isMethod = callee.type === "MemberExpression";
    // `(o?.m)()` is called with `o`, too.
    const isChain = callee.type === "ChainExpression";
    if (
      !isPlainCall ||
      isChain ||
      (isMethod && (callee["object"].type === "Super" || callee["property"].type === "PrivateIdentifier"))
    ) {
      this.around(node, `${SYNC}.v(await ${SYNC}.w(`, "))");
      return;
    }
    if (isMethod) {
      this.takeMethod(callee);
      this.edit.prependRight(callee.start, `${SYNC}.m(`);
    } else {
      this.around(node["callee"], `${SYNC}.f(`, `, ${this.textOf(callee)})`);
    }
    this.around(node, `${SYNC}.v(await `, ")");
  }

  /** `object.name` → `object, "name", text)` */
  takeMethod(member: Loose): void {
    const { object, property, computed } = member;
    const text = this.textOf(member);
    if (computed) {
      this.edit.update(object.end, property.start, ", ");
      this.edit.update(property.end, member.end, `, ${text})`);
    } else {
      this.edit.update(object.end, member.end, `, ${JSON.stringify(property.name)}, ${text})`);
    }
  }

  #moveBody(node: Loose, declared: readonly string[]): void {
    const { body } = node;
    const params = node["params"] as Loose[];
    const isBlock = body.type === "BlockStatement";
    const [first] = params;
    const last = params.at(-1);
    const lets = declared.length > 0 ? `let ${declared.join(", ")}; ` : "";
    // `function f(x) { var x = x || 1 }`: the inner `x` has to start from the outer one.
    const names = new Set(params.flatMap(boundNames));
    const list = isBlock ? [...varNames(body)].filter((name) => names.has(name)).join(", ") : "";
    if (first && last && params.some((param) => this.#hasCall(param))) {
      // `await` is not allowed among parameters, so they become variables, in a scope outside of the body: a default does not see what the body declares.
      const args = `${this.#names.temporary}_args`;
      const afterLast = skipBlanks(this.code, last.end);
      if (this.code[afterLast] === ",") this.edit.remove(last.end, afterLast + 1);
      this.edit.appendLeft(first.start, `...${args}`);
      const at = isBlock ? body.start + 1 : body.start;
      this.edit.move(first.start, last.end, at);
      this.edit.appendLeft(at, `${isBlock ? " return " : ""}${SYNC}.r(async () => { ${lets}let [`);
      this.edit.prependRight(
        at,
        `] = ${args}; ${isBlock ? `return await (async (${list}) => { ` : `return ${SYNC}.b(`}`,
      );
      if (isBlock) this.edit.prependRight(body.end - 1, ` })(${list}); }); `);
      else this.edit.appendLeft(body.end, "); })");
      return;
    }
    if (!isBlock) {
      if (lets) this.around(body, `${SYNC}.r(async () => { ${lets}return ${SYNC}.b(`, "); })");
      else this.around(body, `${SYNC}.r(async () => ${SYNC}.b(`, "))");
      return;
    }
    this.edit.appendLeft(body.start + 1, ` return ${SYNC}.r(async (${list}) => { ${lets}`);
    this.edit.prependRight(body.end - 1, ` }${list && `, ${list}`}); `);
  }

  /** The function that ends a section of an async function; see guest/sections.js. */
  #part(): string {
    return `${this.#names.temporary}_part`;
  }

  #endPart({ body }: Loose, declared: readonly string[]): void {
    const lets = declared.length > 0 ? ` let ${declared.join(", ")};` : "";
    const before = ` const ${this.#part()} = ${SYNC}.s();${lets} try {`;
    const after = `} finally { ${this.#part()}(); }`;
    if (body.type === "BlockStatement") {
      this.edit.appendLeft(body.start + 1, before);
      this.edit.prependRight(body.end - 1, ` ${after} `);
    } else this.around(body, `{${before} return `, `; ${after} }`);
  }

  #declareIn({ body }: Loose, declared: readonly string[]): void {
    if (declared.length === 0) return;
    if (body.type === "BlockStatement") this.edit.appendLeft(body.start + 1, ` let ${declared.join(", ")};`);
    else this.around(body, `{ let ${declared.join(", ")}; return `, "; }");
  }

  /** Makes a waiting generator async. Methods have no `function` keyword; `#visit` handles them. */
  #makeAsync(node: Loose): void {
    if (this.code.startsWith("function", node.start)) this.edit.prependRight(node.start, "async ");
  }

  #waitAtIteration(node: Loose): void {
    switch (node.type) {
      case "ForOfStatement":
        if (node["await"]) break;
        this.edit.appendLeft(node.start + "for".length, " await");
        this.around(node["right"], `${SYNC}.each(`, ")");
        break;
      case "YieldExpression":
        this.around(node["argument"], `${SYNC}.each(`, ")");
        break;
      case "SpreadElement":
        this.#list(node["argument"]);
        break;
      case "VariableDeclarator":
        this.#take(node["id"], node["init"]);
        break;
      case "AssignmentExpression":
        this.#take(node["left"], node["right"]);
        break;
      default:
    }
  }

  #list(node: Node): void {
    this.around(node, `${SYNC}.v(await ${SYNC}.list(`, "))");
  }

  #take(pattern: Loose, value: Node): void {
    const { elements } = pattern;
    const count = elements.at(-1)?.type === "RestElement" ? -1 : elements.length;
    this.around(value, `${SYNC}.v(await ${SYNC}.take(`, `, ${count}))`);
  }

  #hasCall(node: Node): boolean {
    if (this.#flow.fns.has(node)) return false;
    const { iterations, collections } = this.#waits;
    if (this.waits(node) || iterations.has(node) || collections.has(node)) return true;
    return childrenOf(node).some((child) => this.#hasCall(child));
  }
}
