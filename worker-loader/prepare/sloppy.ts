/**
 * Sloppy code as strict code, for scripts of systems that run sloppy code: what only sloppy code may say and strict code can say in another
 * way is written in that way. The text has to parse as sloppy code; what cannot be said (`with`) stays, and is refused after it.
 */
import type { Comment, Node, Program } from "acorn";
import MagicString from "magic-string";
import { spendSteps } from "../syntax/budget.ts";
import { freshName } from "./fresh-name.ts";
import { parseProgram } from "../syntax/linear-parser.ts";
import { SYNTAX } from "../syntax/parse.ts";
import { locateThroughEdits, type Derived } from "../syntax/position.ts";
import { allNames, childrenOf, isFunctionOrClass, type Loose } from "../syntax/syntax-tree.ts";

/** Names that are reserved in strict code only. */
const RESERVED: ReadonlySet<string> = new Set(
  "implements interface let package private protected public static yield".split(" "),
);

/** @returns undefined for text that does not parse as sloppy code either, or needs no change */
export function strictFromSloppy(code: string): Derived | undefined {
  spendSteps(code.length);
  const comments: Comment[] = [];
  const program = parseSloppy(code, comments);
  if (program === undefined) return undefined;
  const edit = new MagicString(code);
  for (const { start } of comments) {
    // A comment that begins as in HTML.
    if (code.startsWith("<!--", start)) edit.overwrite(start, start + 4, "//  ");
    else if (code.startsWith("-->", start)) edit.overwrite(start, start + 3, "// ");
  }
  new Strictness(program, code, edit).write();
  return edit.hasChanged() ? { code: edit.toString(), locate: locateThroughEdits(edit) } : undefined;
}

function parseSloppy(code: string, comments: Comment[]): Program | undefined {
  try {
    return parseProgram(code, { ...SYNTAX, sourceType: "script", onComment: comments });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

class Strictness {
  readonly #program: Program;
  readonly #code: string;
  readonly #edit: MagicString;
  readonly #names: Set<string>;
  /** Replacements of names that are reserved in strict code. */
  readonly #renamed = new Map<string, string>();
  /** Beginning of the names of parameters that nobody can read. */
  #unread: string | undefined;
  #unreadCount = 0;

  constructor(program: Program, code: string, edit: MagicString) {
    this.#program = program;
    this.#code = code;
    this.#edit = edit;
    this.#names = new Set(allNames(program));
  }

  write(): void {
    this.#visit(this.#program);
  }

  #visit(node: Loose): void {
    switch (node.type) {
      case "Literal":
        return this.#writeLiteral(node);
      case "Identifier":
        return this.#rename(node, node["name"]);
      case "Property":
        if (node["shorthand"] === true) return this.#writeShorthand(node);
        break;
      case "UnaryExpression":
        // A variable is not deleted by sloppy code either; `delete` says so.
        if (node["operator"] === "delete" && node["argument"].type === "Identifier") {
          // A parenthesis would call the line before, and without the blank, `delete(x)in y` would become one word.
          return void this.#edit.overwrite(node.start, node.end, "false ");
        }
        break;
      case "LabeledStatement":
        if (node["body"].type === "FunctionDeclaration") this.#edit.remove(node.start, node["body"].start);
        else return this.#visit(node["body"]);
        break;
      case "IfStatement":
        for (const branch of [node["consequent"], node["alternate"]]) {
          if (branch?.type === "FunctionDeclaration")
            this.#edit.appendLeft(branch.start, "{").appendRight(branch.end, "}");
        }
        break;
      default:
        if (isFunctionOrClass(node) && Array.isArray(node["params"])) this.#separateParameters(node["params"]);
    }
    const isKeyed = node.type === "Property" || node.type === "MethodDefinition" || node.type === "PropertyDefinition";
    for (const child of childrenOf(node)) {
      const isName =
        node["computed"] !== true &&
        ((isKeyed && child === node["key"]) || (node.type === "MemberExpression" && child === node["property"]));
      const isLabel =
        (node.type === "BreakStatement" || node.type === "ContinueStatement" || node.type === "LabeledStatement") &&
        child === node["label"];
      if (!isName && !isLabel) this.#visit(child as Loose);
    }
  }

  /** `017`, `09` and `"\17"` as what they mean. */
  #writeLiteral({ start, end, value, raw }: Loose): void {
    if (typeof value === "number" && /^0[0-9]/.test(raw)) this.#edit.overwrite(start, end, String(value));
    else if (typeof value === "string" && /\\[0-9]/.test(raw)) {
      const text = JSON.stringify(value).replaceAll(
        /[\u2028\u2029]/g,
        (char) => `\\u${char.charCodeAt(0).toString(16)}`,
      );
      this.#edit.overwrite(start, end, text);
    }
  }

  #writeShorthand({ key, value }: Loose): void {
    const name: string = key.name;
    if (!RESERVED.has(name)) return this.#visit(value);
    this.#edit.appendLeft(key.start, `${name}: `);
    this.#visit(value.type === "AssignmentPattern" ? value : key);
  }

  /** Renames all but the last of the parameters that share a name. */
  #separateParameters(params: readonly Loose[]): void {
    const seen = new Set<string>();
    for (const param of params.toReversed()) {
      if (param.type !== "Identifier") continue;
      const name: string = param["name"];
      if (seen.has(name)) this.#edit.overwrite(param.start, param.end, this.#nextUnread());
      seen.add(name);
    }
  }

  #nextUnread(): string {
    this.#unread ??= freshName("unread", this.#names);
    this.#unreadCount += 1;
    return `${this.#unread}_${this.#unreadCount}`;
  }

  #rename(node: Node, name: string): void {
    if (!RESERVED.has(name) || this.#code.slice(node.start, node.end) !== name) return;
    const other = this.#renamed.get(name) ?? freshName(`${name}_`, this.#names);
    this.#renamed.set(name, other);
    this.#edit.overwrite(node.start, node.end, other);
  }
}
