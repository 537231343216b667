/**
 * Finds the ranges of a script in TypeScript that only have a meaning for types. It does not have to find everything: what is left is
 * parsed as JavaScript, and compared with the typed tree.
 */
import type { Node } from "acorn";
import { hasLineEnd, skipBlanks } from "../syntax/blanks.ts";
import { spendSteps } from "../syntax/budget.ts";
import { isNode } from "../syntax/syntax-tree.ts";
import { BlankedText } from "./blanked-text.ts";
import { eraseImports } from "./erase-imports.ts";
import type { TypedNode } from "./typed-syntax.ts";

interface Erased {
  readonly text: string;
  /** Nodes of the typed tree that have no counterpart in the text. */
  readonly nodes: ReadonlySet<Node>;
}

/** Declarations without a value, and parts of classes. */
const DECLARATIONS = new Set([
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
  "TSDeclareFunction",
  "TSIndexSignature",
]);
/** Properties of nodes of JavaScript that hold a type. */
const TYPES = new Set(["typeAnnotation", "typeParameters", "typeArguments", "superTypeParameters", "returnType"]);
const STATEMENT = /(?:Statement|Declaration|^PropertyDefinition)$/;
const MEMBER_WORDS = ["public", "private", "protected", "readonly", "override", "static", "async"];
const MODIFIERS = /(?:public|private|protected|readonly|override|static)(?![\w$])/y;

/** `asserts` is a type by itself where the line ends after it. */
const SPLIT_ASSERTION = /\basserts(?![\w$])[^\n\r\u2028\u2029\w$]*[\n\r\u2028\u2029]/;
const WORD = /[A-Za-z_$][\w$]*/y;
/** Words before the one that says what is declared. */
const LEADING: ReadonlySet<string> = new Set(["export", "declare", "abstract", ...MEMBER_WORDS]);

/** @returns undefined if the script has syntax that needs more than erasing, such as an enum, or that the plugin may read wrongly */
export function erase(code: string, program: TypedNode): Erased | undefined {
  if (hasSplitConstructor(code)) return undefined;
  const eraser = new Eraser(code);
  eraser.visit(program);
  if (!eraser.isErasable) return undefined;
  eraseImports(program, eraser);
  return { text: eraser.blanks.toString(), nodes: eraser.nodes };
}

/** The plugin ends a type at `new` where the line ends before the parameters, and leaves these as code. */
function hasSplitConstructor(code: string): boolean {
  let next = 0;
  for (const { index } of code.matchAll(/\bnew(?![\w$])/g)) {
    // Inside a comment that was skipped: looking again for its end would take quadratic time.
    if (index < next) continue;
    const end = index + "new".length;
    next = skipBlanks(code, end);
    if (/[(<]/.test(code.charAt(next)) && hasLineEnd(code.slice(end, next))) return true;
  }
  return false;
}

class Eraser {
  readonly blanks: BlankedText;
  readonly nodes = new Set<Node>();
  /** Names in the places of values. */
  readonly values = new Set<string>();
  isErasable = true;

  readonly #code: string;

  constructor(code: string) {
    this.#code = code;
    this.blanks = new BlankedText(code);
  }

  visit(node: TypedNode): void {
    spendSteps(1);
    if (isWithoutValue(node)) {
      if (this.#isSplit(node)) this.isErasable = false;
      return this.eraseStatement(node);
    }
    switch (node.type) {
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "TSInstantiationExpression":
      case "TSNonNullExpression": {
        // The plugin reads `a < b > <T>c` as two lists of types: they are comparisons.
        const isCompared = this.#code.charAt(skipBlanks(this.#code, node.end)) === "<";
        if (node.type === "TSInstantiationExpression" && isCompared) this.isErasable = false;
        const inner = node["expression"] as TypedNode;
        this.visit(inner);
        return this.blanks.blank(inner.end, node.end);
      }
      case "TSTypeAssertion": {
        const inner = node["expression"] as TypedNode;
        this.blanks.blank(node.start, inner.start);
        return this.visit(inner);
      }
      case "Identifier":
        this.values.add(String(node["name"]));
        break;
      case "ImportDeclaration":
        // See erase-imports.ts.
        return;
      case "NewExpression": {
        // The plugin reads `new c<T> - d` as a list of types: these are comparisons.
        const types = node["typeArguments"] as TypedNode | undefined;
        const isCompared = types?.end === node.end && /[-+]/.test(this.#code.charAt(skipBlanks(this.#code, node.end)));
        if (isCompared) this.isErasable = false;
        break;
      }
      case "BinaryExpression":
        // The plugin reads `new c<T> satisfies U` as two comparisons.
        if (this.#beginsWithOperator(node["right"] as TypedNode)) this.isErasable = false;
        break;
      default:
        if (node.type.startsWith("TS")) this.isErasable = false;
    }
    if (isLowered(node) || this.#isWordAlone(node)) this.isErasable = false;
    if (!this.isErasable) return;
    this.#visitParts(node);
    if (STATEMENT.test(node.type)) this.blanks.endStatementAt(node.end);
  }

  #beginsWithOperator({ start }: TypedNode): boolean {
    WORD.lastIndex = start;
    const [word] = WORD.exec(this.#code) ?? [];
    return word === "satisfies" || word === "as";
  }

  eraseStatement(node: Node): void {
    this.nodes.add(node);
    this.blanks.blankStatement(node.start, node.end);
  }

  /** Erases one of the items between commas. */
  eraseItem(node: Node): void {
    this.nodes.add(node);
    const after = skipBlanks(this.#code, node.end);
    this.blanks.blank(node.start, this.#code[after] === "," ? after + 1 : node.end);
  }

  /**
   * A word such as `declare` or `global` is a name where the line ends after it, and what follows is a statement of its own. The plugin takes
   * it for a declaration all the same.
   */
  #isSplit(node: TypedNode): boolean {
    if (SPLIT_ASSERTION.test(this.#code.slice(node.start, node.end))) return true;
    let isDeclared = false;
    for (let at = node.start; at < node.end;) {
      WORD.lastIndex = at;
      const [word] = WORD.exec(this.#code) ?? [];
      if (word === undefined) return false;
      const end = at + word.length;
      at = skipBlanks(this.#code, end);
      if (word !== "export" && hasLineEnd(this.#code.slice(end, at))) return true;
      // Without `declare` it is a name, and a block follows.
      if (word === "global" && !isDeclared) return true;
      isDeclared ||= word === "declare";
      if (!LEADING.has(word)) return false;
    }
    return false;
  }

  /** A modifier on a line of its own is a property of that name for the plugin, and none for esbuild. */
  #isWordAlone(node: TypedNode): boolean {
    if (node.type !== "PropertyDefinition" || node["computed"] === true) return false;
    const key = node["key"] as TypedNode;
    const isWord = key.type === "Identifier" && LEADING.has(String(key["name"]));
    return isWord && !/[;}=:?!]/.test(this.#code.charAt(skipBlanks(this.#code, key.end)));
  }

  #visitParts(node: TypedNode): void {
    if (node.type.startsWith("Class")) this.#eraseClassHead(node);
    if (node.type === "PropertyDefinition" || node.type === "MethodDefinition") this.#eraseModifiers(node);
    if (node["optional"] === true || node["definite"] === true) this.#erasePunctuator(node);
    for (const [key, value] of Object.entries(node)) {
      if (key === "implements") continue;
      if (TYPES.has(key)) this.#eraseType(node, key, value);
      else if (key === "params" && Array.isArray(value)) this.#visitParameters(value as TypedNode[]);
      else if (isNamePart(node, key)) continue;
      else for (const part of Array.isArray(value) ? value : [value]) if (isNode(part)) this.visit(part as TypedNode);
    }
  }

  #eraseType(owner: TypedNode, key: string, type: unknown): void {
    if (!isNode(type)) return;
    if (key === "returnType" && SPLIT_ASSERTION.test(this.#code.slice(type.start, type.end))) this.isErasable = false;
    if (key === "returnType" && owner.type === "ArrowFunctionExpression") {
      this.blanks.blankReturnType(type.start, type.end);
    } else this.blanks.blank(type.start, type.end);
  }

  #visitParameters(parameters: readonly TypedNode[]): void {
    const [first, ...rest] = parameters;
    if (first?.type === "Identifier" && first["name"] === "this") this.eraseItem(first);
    else if (first) this.visit(first);
    for (const parameter of rest) this.visit(parameter);
  }

  /** Erases `?` and `!` after a name. */
  #erasePunctuator(node: TypedNode): void {
    const named = node.type === "VariableDeclarator" ? (node["id"] as TypedNode) : node;
    if (named.type === "CallExpression" || named.type === "MemberExpression") return;
    const type = named["typeAnnotation"];
    const name = named.type === "PropertyDefinition" ? (named["key"] as TypedNode) : named;
    const end = isNode(type) ? this.#code.slice(0, type.start).trimEnd().length : this.#afterName(name);
    if (/[?!]/.test(this.#code.charAt(end - 1))) this.blanks.blank(end - 1, end);
  }

  /** @returns the offset after the punctuator of a name that has no type */
  #afterName(name: TypedNode): number {
    return /[?!]/.test(this.#code.charAt(name.end - 1)) ? name.end : skipBlanks(this.#code, name.end) + 1;
  }

  #eraseClassHead(node: TypedNode): void {
    if (node["abstract"] === true) {
      const end = node.start + "abstract".length;
      // It is a name where the line ends after it.
      if (hasLineEnd(this.#code.slice(end, skipBlanks(this.#code, end)))) this.isErasable = false;
      this.blanks.blank(node.start, end);
    }
    const body = node["body"];
    const interfaces = node["implements"];
    if (!isNode(body) || !Array.isArray(interfaces) || interfaces.length === 0) return;
    const before = [node["superTypeParameters"], node["superClass"], node["typeParameters"], node["id"]].find(isNode);
    if (before) this.blanks.blank(before.end, body.start);
  }

  /** Erases all modifiers in front of a member but `static`. */
  #eraseModifiers(member: TypedNode): void {
    const key = member["key"] as TypedNode;
    let at = member.start;
    while (at < key.start) {
      MODIFIERS.lastIndex = at;
      const [word] = MODIFIERS.exec(this.#code) ?? [];
      if (word === undefined) return;
      const end = at + word.length;
      if (word !== "static") this.blanks.blank(at, end);
      // `private [key]` and `private *values` could continue the member before; where they follow `static`, they cannot.
      if (word !== "static" && at === member.start) this.blanks.endStatement(at, end);
      at = skipBlanks(this.#code, end);
    }
  }
}

function isWithoutValue(node: TypedNode): boolean {
  if (node["declare"] === true || DECLARATIONS.has(node.type)) return true;
  switch (node.type) {
    case "MethodDefinition":
    case "PropertyDefinition":
      return node["abstract"] === true || (node["value"] as TypedNode | null)?.type === "TSDeclareMethod";
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration": {
      const declaration = node["declaration"];
      return node["exportKind"] === "type" || (isNode(declaration) && isWithoutValue(declaration as TypedNode));
    }
    case "TSModuleDeclaration":
      return node["global"] === true;
    default:
      return false;
  }
}

/** Syntax that no engine has yet. */
function isLowered(node: TypedNode): boolean {
  const decorators = node["decorators"];
  return (Array.isArray(decorators) && decorators.length > 0) || node["accessor"] === true;
}

/** Recognizes names that are no values: `name` in `{ name: 1 }` and `x.name`. */
function isNamePart(node: TypedNode, key: string): boolean {
  if (node["computed"] === true) return false;
  return (key === "property" && node.type === "MemberExpression") || (key === "key" && node["shorthand"] !== true);
}
