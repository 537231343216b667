/** The parser that keeps names in sets accepts what acorn's own accepts, refuses the rest for the same reason, and makes the same tree. */
import { Parser } from "acorn";
import { expect, it } from "vitest";
import { parseGenerated, parseProgram } from "../../worker-loader/syntax/linear-parser.ts";
import { SYNTAX } from "../../worker-loader/syntax/parse.ts";
import { randomFrom } from "../support/random.ts";

const PROGRAMS = 3_000;

/** acorn, with functions at the top of a script treated as in the body of a function, which a script becomes. */
const acorn = Parser.extend((Base) => {
  const InFunction = Base as unknown as new (...given: unknown[]) => { readonly scopeStack: unknown[] };
  return class extends InFunction {
    treatFunctionsAsVarInScope({ flags }: { readonly flags: number }): boolean {
      return (flags & 3) !== 0;
    }
  } as unknown as typeof Parser;
});

/** Declarations of a few names in every kind of scope: many of them clash with one another. */
function declarations(seed: number): string {
  const random = randomFrom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const name = (): string => "abcdefghijklmnop"[below(16)] ?? "a";
  const list = (depth: number): string => Array.from({ length: 1 + below(3) }, () => statement(depth)).join(" ");
  const statement = (depth: number): string => {
    if (depth <= 0) return simple();
    switch (below(12)) {
      case 0:
        return `{ ${list(depth - 1)} }`;
      case 1:
        return `function ${name()}(${name()}) { ${list(depth - 1)} }`;
      case 2:
        return `try { ${list(depth - 1)} } catch (${name()}) { ${list(depth - 1)} }`;
      case 3:
        return `try {} catch ({ ${name()} }) { ${list(depth - 1)} }`;
      case 4:
        return `for (${["let", "var", "const"][below(3)]} ${name()} of []) { ${list(depth - 1)} }`;
      case 5:
        return `switch (1) { case 1: ${list(depth - 1)} default: ${list(depth - 1)} }`;
      case 6:
        return `class ${name()}${below(9)} { #${name()}; #${name()}2() { this.#${name()}; ${list(depth - 1)} } static { ${list(depth - 1)} } }`;
      case 7:
        return `((${name()}, [${name()}]) => { ${list(depth - 1)} });`;
      case 8:
        return `if (1) { ${list(depth - 1)} } else { ${list(depth - 1)} }`;
      default:
        return simple();
    }
  };
  const simple = (): string =>
    [
      `let ${name()};`,
      `var ${name()};`,
      `const ${name()} = 1;`,
      `function ${name()}() {}`,
      `var { ${name()}, x: [${name()}] } = 1;`,
      `let [${name()}${below(4)}] = 1;`,
      `class ${name()} {}`,
      `${name()};`,
    ][below(8)] ?? ";";
  const many = seed % 10 === 0 ? `let ${Array.from({ length: 40 }, (_, n) => `x${n}`).join(", ")}; ` : "";
  return `${many}${list(3)}${seed % 20 === 0 ? ` var x${below(80)};` : ""}`;
}

function outcomeOf(work: () => unknown): string {
  try {
    return JSON.stringify(work(), (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value));
  } catch (error) {
    return String(error);
  }
}

it(`${PROGRAMS} programs of declarations`, () => {
  let refused = 0;
  for (let seed = 1; seed <= PROGRAMS; seed += 1) {
    const code = declarations(seed);
    const want = outcomeOf(() => acorn.parse(code, SYNTAX));
    if (want.startsWith("SyntaxError")) refused += 1;
    expect({ code, outcome: outcomeOf(() => parseProgram(code, SYNTAX)) }).toEqual({ code, outcome: want });
  }
  // Both kinds are compared.
  expect(refused).toBeGreaterThan(PROGRAMS / 5);
  expect(refused).toBeLessThan((PROGRAMS * 4) / 5);
});

it("says of text that exhausts the stack that it does, and not that its grammar is wrong", () => {
  const text = `${"f(".repeat(1_500)}1${")".repeat(1_500)}`;
  const options = { ecmaVersion: "latest" } as const;
  const atDepth = (depth: number, work: () => void): void => (depth === 0 ? work() : atDepth(depth - 1, work));
  for (const parse of [parseProgram, parseGenerated]) {
    const failures = Array.from({ length: 60 }, (_, step) => {
      try {
        atDepth(step * 200, () => void parse(text, options));
        return undefined;
      } catch (error) {
        return error;
      }
    }).filter((error) => error !== undefined);
    expect(failures.length).toBeGreaterThan(0);
    for (const error of failures) expect(error).toBeInstanceOf(RangeError);
  }
});
