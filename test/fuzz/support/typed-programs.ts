/**
 * Random programs with types at every place where TypeScript has them. Words of the grammar (`type`, `as`, `declare`, `abstract`) also stand
 * as names, and line ends and comments stand between tokens, because they decide whether such a word is a name. Many of the programs are no
 * valid TypeScript.
 */
import { Random } from "../../support/random.ts";

/** Names that a program may use in the places of values; half of them are words of TypeScript. */
const NAMES = ["a", "b", "c", "d", "type", "as", "satisfies", "declare", "abstract", "namespace", "module", "global"];
const MORE_NAMES = [
  "is",
  "asserts",
  "keyof",
  "infer",
  "readonly",
  "override",
  "out",
  "of",
  "get",
  "set",
  "async",
  "unique",
];
const TYPE_NAMES = [
  "T",
  "U",
  "string",
  "number",
  "any",
  "unknown",
  "this",
  "void",
  "null",
  "undefined",
  "'x'",
  "1",
  "-1",
];
const MEMBER_WORDS = [
  "private",
  "protected",
  "public",
  "readonly",
  "override",
  "static",
  "declare",
  "abstract",
  "async",
];

const BLANKS = ["", "", "", "", " ", " ", "\n", " /* ) */ ", " // ;\n", "/*\n*/", "\t", "\u2028"];

export function typedProgram(seed: number): string {
  return new TypedProgram(new Random(seed)).text();
}

class TypedProgram {
  readonly #random: Random;
  #fuel = 40;

  constructor(random: Random) {
    this.#random = random;
  }

  text(): string {
    const count = 1 + this.#random.below(4);
    return Array.from({ length: count }, () => this.#statement()).join(
      this.#random.pick(["\n", ";", ";\n", " ", "\n"]),
    );
  }

  /** Puts something between the parts; two words never touch. */
  #of(...parts: readonly string[]): string {
    let text = "";
    for (const part of parts) {
      if (part === "") continue;
      let blank = this.#random.pick(BLANKS);
      if (text === "") blank = "";
      else if (blank === "" && /[\w$]$/.test(text) && /^[\w$]/.test(part)) blank = " ";
      text += blank + part;
    }
    return text;
  }

  #perhaps(make: () => string, probability = 0.4): string {
    return this.#random.chance(probability) ? make() : "";
  }

  #one(...makes: readonly (() => string)[]): string {
    return this.#random.pick(makes)();
  }

  #name(): string {
    return this.#random.chance(0.75)
      ? this.#random.pick(["a", "b", "c", "d"])
      : this.#random.pick([...NAMES, ...MORE_NAMES]);
  }

  #spend(): boolean {
    this.#fuel -= 1;
    return this.#fuel > 0;
  }

  #type(): string {
    if (!this.#spend()) return this.#random.pick(TYPE_NAMES);
    return this.#one(
      () => this.#random.pick(TYPE_NAMES),
      () => this.#random.pick(TYPE_NAMES),
      () => this.#of(this.#type(), "[", "]"),
      () => this.#of(this.#type(), this.#random.pick(["|", "&"]), this.#type()),
      () =>
        this.#of(
          "{",
          this.#name(),
          this.#perhaps(() => "?"),
          ":",
          this.#type(),
          this.#random.pick([";", ",", "\n", ""]),
          "}",
        ),
      () => this.#of("(", this.#name(), ":", this.#type(), ")", "=>", this.#type()),
      () => this.#of("(", this.#type(), ")"),
      () => this.#of("[", this.#type(), ",", this.#type(), "]"),
      () => this.#of("T", "<", this.#type(), ">"),
      () =>
        this.#of(
          "T",
          "<",
          this.#type(),
          this.#perhaps(() => `, ${this.#type()}`),
          ">",
        ),
      () => this.#of("typeof", this.#name()),
      () => this.#of("keyof", this.#type()),
      () => this.#of("T", "extends", this.#type(), "?", this.#type(), ":", this.#type()),
      () => this.#of("new", "(", ")", "=>", this.#type()),
      () => `\`x\${${this.#type()}}\``,
      () => this.#of("T", "[", "'x'", "]"),
    );
  }

  #annotation(): string {
    return this.#perhaps(() => this.#of(":", this.#type()), 0.6);
  }

  #typeParameters(): string {
    return this.#perhaps(
      () =>
        this.#of(
          "<",
          this.#perhaps(() => "const", 0.1),
          "T",
          this.#perhaps(() => this.#of("extends", this.#type())),
          this.#perhaps(() => ",", 0.2),
          ">",
        ),
      0.3,
    );
  }

  #typeArguments(): string {
    return this.#perhaps(() => this.#of("<", this.#type(), ">"), 0.3);
  }

  #parameters(): string {
    const parts = this.#random.list(3, () =>
      this.#one(
        () =>
          this.#of(
            this.#name(),
            this.#perhaps(() => "?"),
            this.#annotation(),
          ),
        () => this.#of(this.#name(), this.#annotation(), "=", this.#expression()),
        () => this.#of("{", this.#name(), "}", this.#annotation()),
        () => this.#of("[", this.#name(), "]", this.#annotation(), "=", "[", "]"),
      ),
    );
    const all = [...(this.#random.chance(0.1) ? [this.#of("this", ":", this.#type())] : []), ...parts];
    return this.#of("(", all.join(this.#of(",")), ")");
  }

  #returnType(): string {
    return this.#perhaps(
      () =>
        this.#one(
          () => this.#of(":", this.#type()),
          () => this.#of(":", "a", "is", this.#type()),
          () => this.#of(":", "asserts", "a"),
        ),
      0.4,
    );
  }

  #expression(): string {
    if (!this.#spend()) return this.#name();
    return this.#one(
      () => this.#name(),
      () => this.#name(),
      () => this.#of(this.#expression(), this.#random.pick(["as", "satisfies"]), this.#type()),
      () => this.#of(this.#expression(), "as", "const"),
      () => this.#of("<", this.#type(), ">", this.#expression()),
      () => this.#of(this.#expression(), "!"),
      () => this.#of("(", this.#expression(), ")"),
      () => this.#of(this.#name(), this.#typeArguments(), "(", this.#expression(), ")"),
      () =>
        this.#of(
          "new",
          this.#name(),
          this.#typeArguments(),
          this.#perhaps(() => "()"),
        ),
      () => this.#of(this.#expression(), this.#random.pick([".", "?.", "!."]), this.#name()),
      () =>
        this.#of(
          this.#expression(),
          this.#random.pick(["+", "-", "<", ">", "*", "/", "??", "||", "&&", "===", "in", "<<", ">>", ",", "**"]),
          this.#expression(),
        ),
      () => this.#of(this.#expression(), "?", this.#expression(), ":", this.#expression()),
      () =>
        this.#of(
          this.#perhaps(() => "async", 0.3),
          this.#typeParameters(),
          this.#parameters(),
          this.#returnType(),
          "=>",
          this.#arrowBody(),
        ),
      () =>
        this.#of(
          this.#perhaps(() => "async", 0.2),
          this.#name(),
          "=>",
          this.#arrowBody(),
        ),
      () => this.#of("{", this.#name(), ":", this.#expression(), "}"),
      () => this.#of("[", this.#expression(), ",", this.#expression(), "]"),
      () =>
        this.#of(
          "{",
          this.#perhaps(() => "async", 0.2),
          this.#perhaps(() => "*", 0.2),
          this.#name(),
          this.#typeParameters(),
          this.#parameters(),
          this.#returnType(),
          "{",
          "}",
          "}",
        ),
      () =>
        this.#of(
          "function",
          this.#perhaps(() => this.#name()),
          this.#typeParameters(),
          this.#parameters(),
          this.#returnType(),
          "{",
          this.#statement(),
          "}",
        ),
      () => this.#of(this.#random.pick(["-", "!", "typeof", "void", "await", "++", "delete"]), this.#expression()),
      () => this.#of(this.#name(), "=", this.#expression()),
      () => this.#of(this.#name(), "!", this.#random.pick(["=", "++", "+="]), this.#expression()),
      () => `\`x\${${this.#expression()}}y\``,
      () => this.#of(this.#name(), this.#typeArguments(), "`t`"),
      () => this.#of("class", this.#classRest()),
      () => this.#random.pick(["1", "'s'", "/r/", "/r/g", "0", "''", "null", "1n", "this"]),
      () => this.#of(this.#name(), "[", this.#expression(), "]"),
    );
  }

  #arrowBody(): string {
    return this.#one(
      () => this.#expression(),
      () => this.#of("{", this.#statement(), "}"),
      () => this.#of("(", this.#expression(), ")"),
    );
  }

  #classRest(): string {
    const members = this.#random.list(4, () => this.#member());
    return this.#of(
      this.#perhaps(() => "A", 0.7),
      this.#typeParameters(),
      this.#perhaps(() => this.#of("extends", this.#name(), this.#typeArguments()), 0.3),
      // TypeScript takes names alone; esbuild, which is compared with, takes other types as well.
      this.#perhaps(() => this.#of("implements", this.#name(), this.#typeArguments()), 0.2),
      "{",
      members.join(this.#random.pick(["\n", ";", ";\n"])),
      "}",
    );
  }

  #member(): string {
    const words = this.#random.list(2, () => this.#random.pick(MEMBER_WORDS));
    const key = this.#one(
      () => this.#name(),
      () => this.#random.pick(MEMBER_WORDS),
      () => this.#of("[", this.#expression(), "]"),
      () => "'k'",
      () => "#p",
    );
    return this.#one(
      () =>
        this.#of(
          ...words,
          key,
          this.#random.pick(["", "", "?", "!"]),
          this.#annotation(),
          this.#perhaps(() => this.#of("=", this.#expression())),
        ),
      () =>
        this.#of(
          ...words,
          this.#perhaps(() => "*", 0.2),
          key,
          this.#typeParameters(),
          this.#parameters(),
          this.#returnType(),
          this.#perhaps(() => this.#of("{", this.#statement(), "}"), 0.8),
        ),
      () =>
        this.#of(...words, this.#random.pick(["get", "set"]), key, this.#parameters(), this.#returnType(), "{", "}"),
      () => this.#of("constructor", this.#parameters(), "{", "}"),
      () => this.#of(...words, "[", "k", ":", "string", "]", ":", this.#type()),
      () => this.#of("static", "{", this.#statement(), "}"),
    );
  }

  #statement(): string {
    if (!this.#spend()) return this.#name();
    return this.#one(
      () => this.#expression(),
      () => this.#expression(),
      () =>
        this.#of(
          this.#random.pick(["let", "const", "var"]),
          this.#name(),
          this.#random.pick(["", "", "!"]),
          this.#annotation(),
          "=",
          this.#expression(),
        ),
      () => this.#of("let", this.#name(), this.#annotation()),
      () =>
        this.#of(
          this.#perhaps(() => "async", 0.2),
          "function",
          this.#perhaps(() => "*", 0.2),
          this.#name(),
          this.#typeParameters(),
          this.#parameters(),
          this.#returnType(),
          this.#perhaps(() => this.#of("{", this.#statement(), "}"), 0.9),
        ),
      () =>
        this.#of(
          this.#perhaps(() => "abstract", 0.3),
          "class",
          this.#classRest(),
        ),
      () => this.#of("type", this.#name(), this.#typeParameters(), "=", this.#type()),
      () => this.#of("interface", "I", this.#typeParameters(), "{", this.#name(), ":", this.#type(), "}"),
      () => this.#of("declare", this.#statement()),
      () =>
        this.#of(
          this.#random.pick(["declare", "type", "abstract", "namespace", "module", "global", "interface"]),
          this.#name(),
          "{",
          this.#statement(),
          "}",
        ),
      () =>
        this.#of(
          this.#random.pick(["declare", "type", "abstract", "namespace", "module", "global"]),
          "{",
          this.#statement(),
          "}",
        ),
      () => this.#of(this.#name(), ":", this.#statement()),
      () =>
        this.#of(
          "if",
          "(",
          this.#expression(),
          ")",
          this.#statement(),
          this.#perhaps(() => this.#of(";", "else", this.#statement())),
        ),
      () =>
        this.#of(
          "for",
          "(",
          this.#random.pick(["const", "let", "var"]),
          this.#name(),
          this.#random.pick(["of", "in"]),
          this.#expression(),
          ")",
          this.#statement(),
        ),
      () =>
        this.#of(
          "for",
          "(",
          "let",
          this.#name(),
          this.#annotation(),
          "=",
          this.#expression(),
          ";",
          this.#expression(),
          ";",
          ")",
          this.#statement(),
        ),
      () =>
        this.#of(
          "try",
          "{",
          this.#statement(),
          "}",
          "catch",
          this.#perhaps(() => this.#of("(", "e", this.#annotation(), ")")),
          "{",
          "}",
        ),
      () => this.#of("{", this.#statement(), "}"),
      () => this.#of("throw", this.#expression()),
      () =>
        this.#of(
          "import",
          this.#random.pick(["", "type"]),
          this.#random.pick([
            "x",
            "{ x }",
            "{ type x, y }",
            "* as x",
            "x, { y as z }",
            "type",
            "{ type as as }",
            "{ type as }",
            "{ type type }",
          ]),
          "from",
          "'m'",
        ),
      () => this.#of("export", this.#random.pick(["", "default", "type", "declare"]), this.#statement()),
      () =>
        this.#of("switch", "(", this.#expression(), ")", "{", "case", this.#expression(), ":", this.#statement(), "}"),
      () => this.#of("do", this.#statement(), ";", "while", "(", this.#expression(), ")"),
      () => this.#of("using", this.#name(), this.#annotation(), "=", this.#expression()),
    );
  }
}
