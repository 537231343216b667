/**
 * Parses TypeScript with acorn and its TypeScript plugin. The tree only says where types are: whatever is left after they are blanked
 * is parsed again as JavaScript, which checks names, exports and regular expressions. So they are not checked here.
 */
import { tsPlugin } from "@sveltejs/acorn-typescript";
import { Parser, type Node, type Options } from "acorn";
import { SYNTAX } from "../syntax/parse.ts";

/** A node of ESTree, or of the plugin's TypeScript extension of it. */
export type TypedNode = Node & Readonly<Record<string, unknown>>;

/**
 * How often each character may be read, on average; scripts need less than twice. The plugin reads the text after `(` and `<` as a type,
 * and again as an expression if that fails, which is exponential in the nesting of some scripts. Blanks and comments count, too.
 */
const MAX_READINGS = 8;
const MIN_CHARACTERS = 4_096;

/** `preserveParens`: `(x) as T` ends its operand after the parenthesis. */
const TYPED_SYNTAX: Options = { ...SYNTAX, preserveParens: true };

interface Internals {
  readonly input: string;
  /** The offset after the token that was read last. */
  readonly pos: number;
  nextToken(): void;
  tsParseNonArrayType(): TypedNode;
}

type ParserClass = new (options: Options, input: string) => Internals;

interface TypedParser extends ParserClass {
  parse(code: string, options: Options): TypedNode;
}

let parser: TypedParser | undefined;

/** @throws Error if the text is no TypeScript, or if reading it takes too many steps */
export function parseTyped(code: string): TypedNode {
  parser ??= createParser();
  return parser.parse(code, TYPED_SYNTAX);
}

/** The plugin adds some hundred methods to the parser, so this waits for the first script in TypeScript. */
function createParser(): TypedParser {
  const Base = Parser.extend(tsPlugin()) as unknown as ParserClass;
  class BoundedParser extends Base {
    #read = 0;

    override nextToken(): void {
      const before = this.pos;
      super.nextToken();
      this.#read += this.pos - before + 1;
      if (this.#read > Math.max(MIN_CHARACTERS, this.input.length * MAX_READINGS))
        throw new RangeError("The types of the script take too many steps to read.");
    }

    /** The plugin reads `-1` as an expression, with the calls that follow it on the next line. */
    override tsParseNonArrayType(): TypedNode {
      const type = super.tsParseNonArrayType();
      const literal = type["literal"] as TypedNode | undefined;
      if (literal?.type === "UnaryExpression" && (literal["argument"] as TypedNode).type !== "Literal")
        throw new SyntaxError("A negative number is followed by something that is not a type.");
      return type;
    }

    declareName(): void {}
    checkLocalExport(): void {}
    validateRegExpPattern(): void {}
  }
  return BoundedParser as unknown as TypedParser;
}
