/**
 * acorn with quadratic steps replaced: acorn keeps the names of a scope in arrays and searches them for each declaration
 * (`let [a0, a1, …]` of 256 kB took 20 s), adds a `var` to every enclosing scope, and compares the named groups of a regular
 * expression with one another (`/(?<a>)|(?<a>)|…/` took 9 s).
 *
 * A script becomes the body of a function, in which the last of several functions of one name counts; acorn would refuse them at the top
 * of a module.
 *
 * The four replaced methods are not part of acorn's documented interface; acorn's version is pinned, and
 * test/prepare/linear-parser.test.ts compares both parsers.
 */
import { Parser, type Expression, type Options, type Program, type Token } from "acorn";

/** Maximum depth of functions, blocks and loops. Scripts have ten or twenty; parse.ts refuses more than 250. */
const MAX_SCOPES = 300;
/** Maximum depth in generated text, where each loop has a block around it. */
const MAX_GENERATED_SCOPES = 1_000;
/** Maximum length of a regular expression literal, in characters. */
const MAX_PATTERN_LENGTH = 10_000;
/** Up to this number of names, searching the list is faster than a set. */
const MAX_LISTED = 16;

/** acorn's flags of the scopes of a program and of a function. */
const SCOPE_TOP = 1;
const SCOPE_FUNCTION = 2;

/** The operations that acorn uses on the names of a scope: add one, search one, and read the first. */
class ScopeNames {
  readonly #list: string[] = [];
  #set: Set<string> | undefined;

  get 0(): string | undefined {
    return this.#list[0];
  }

  push(name: string): void {
    this.#list.push(name);
    if (this.#set) this.#set.add(name);
    else if (this.#list.length > MAX_LISTED) this.#set = new Set(this.#list);
  }

  indexOf(name: string): number {
    if (this.#set) return this.#set.has(name) ? 0 : -1;
    return this.#list.indexOf(name);
  }
}

/**
 * Names that `var` declares in a scope and in the blocks inside of it. All blocks of a function share one map: a name declared
 * after a block was entered was declared inside of it.
 */
class HoistedNames {
  readonly #ofFunction: { entered: number; readonly lastDeclared: Map<string, number> };
  readonly #entered: number;

  /** @param around the names of the enclosing scope, if that belongs to the same function */
  constructor(around?: HoistedNames) {
    this.#ofFunction = around ? around.#ofFunction : { entered: 0, lastDeclared: new Map() };
    this.#ofFunction.entered += 1;
    this.#entered = this.#ofFunction.entered;
  }

  push(name: string): void {
    this.#ofFunction.lastDeclared.set(name, this.#ofFunction.entered);
  }

  indexOf(name: string): number {
    return (this.#ofFunction.lastDeclared.get(name) ?? 0) >= this.#entered ? 0 : -1;
  }
}

interface Scope {
  readonly flags: number;
  lexical: ScopeNames;
  functions: ScopeNames;
  var: HoistedNames;
}

interface PatternState {
  readonly source: string;
  readonly start: number;
}

/** The part of acorn's parser that is not in its types. */
interface Internals {
  readonly scopeStack: readonly Scope[];
  enterScope(flags: number): void;
  /** The innermost scope that `var` declares names in. */
  currentVarScope(): Scope;
  treatFunctionsAsVarInScope(scope: Scope): boolean;
  validateRegExpPattern(state: PatternState): void;
  catchStackOverflow<T>(parse: () => T): T;
  raise(position: number, message: string): never;
}

const Base = Parser as unknown as new (options: Options, input: string, startPosition?: number) => Internals;

class LinearParser extends Base {
  /** acorn's constructor enters the first scope, so it cannot be a field. */
  get maxScopes(): number {
    return MAX_SCOPES;
  }

  override enterScope(flags: number): void {
    super.enterScope(flags);
    const scope = this.scopeStack.at(-1);
    if (scope === undefined) return;
    if (this.scopeStack.length > this.maxScopes)
      throw new RangeError("The script has too many scopes inside one another.");
    scope.lexical = new ScopeNames();
    scope.functions = new ScopeNames();
    const around = this.currentVarScope();
    scope.var = scope === around ? new HoistedNames() : new HoistedNames(around.var);
  }

  override treatFunctionsAsVarInScope({ flags }: Scope): boolean {
    return (flags & (SCOPE_TOP | SCOPE_FUNCTION)) !== 0;
  }

  /** The RangeError passes. acorn makes a SyntaxError of it, as if the grammar of the script were wrong. */
  override catchStackOverflow<T>(parse: () => T): T {
    return parse();
  }

  override validateRegExpPattern(state: PatternState): void {
    if (state.source.length > MAX_PATTERN_LENGTH) {
      this.raise(state.start, `A regular expression literal has at most ${MAX_PATTERN_LENGTH} characters`);
    }
    super.validateRegExpPattern(state);
  }
}

class GeneratedTextParser extends LinearParser {
  override get maxScopes(): number {
    return MAX_GENERATED_SCOPES;
  }
}

interface ParserClass {
  parse(input: string, options: Options): Program;
  parseExpressionAt(input: string, position: number, options: Options): Expression;
  tokenizer(input: string, options: Options): { getToken(): Token };
}

const parser = LinearParser as unknown as ParserClass;
const generatedTextParser = GeneratedTextParser as unknown as ParserClass;

/** @throws SyntaxError with `pos`; RangeError for code that is nested too deeply */
export function parseProgram(code: string, options: Options): Program {
  return parser.parse(code, options);
}

/** Parses text generated from a script that parses. */
export function parseGenerated(text: string, options: Options): Program {
  return generatedTextParser.parse(text, options);
}

/** @throws the errors of `parseProgram` */
export function parseExpression(code: string, position: number, options: Options): Expression {
  return parser.parseExpressionAt(code, position, options);
}

/** @throws the errors of `parseProgram`, for each token */
export function tokensOf(code: string, options: Options): { getToken(): Token } {
  return parser.tokenizer(code, options);
}
