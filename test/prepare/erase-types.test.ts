/**
 * Types that are blanked in place leave the program that esbuild leaves. Both are printed by esbuild: what a type hides in a text (a line
 * that goes on, a block that was an object) shows in print.
 */
import { globSync, readFileSync } from "node:fs";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { run as fuzz } from "../fuzz/typed-programs.ts";
import { eraseTypes } from "../../worker-loader/erase-types/erase-types.ts";

const LINE_ENDS = /[\n\r\u2028\u2029]/g;

async function print(code: string, loader: "js" | "ts"): Promise<string> {
  const printed = await transform(code, {
    loader,
    target: "esnext",
    format: "esm",
    legalComments: "none",
    logLevel: "silent",
    minifyWhitespace: true,
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: true } },
  });
  // Blanked statements leave empty ones, blanked names empty braces.
  return printed.code.replaceAll(/(?<=[;{}]|^);+/g, "").replace(",{}from", " from");
}

function placesOfLineEnds(code: string): number[] {
  return [...code.matchAll(LINE_ENDS)].map(({ index }) => index);
}

const FORMS: Readonly<Record<string, readonly string[]>> = {
  assertions: [
    "a as T",
    "(a, b) as T",
    "a as unknown as T",
    "a satisfies T",
    "[1, 2] as const",
    "<T>a",
    "<T>(a)",
    "x = <T>{ b: 1 }",
    "a!",
    "a!.b![0]!(c)",
    "a?.b!.c",
    "(a?.b)!.c",
    "a! = 1; a!++",
    "(a as T) = 1; (<T>a) = 1",
    "[a as T] = b",
    "-a as T",
    "a === b as T",
    "await a as T",
    "`${a as T}`",
    "import('x') as T",
    "x = a as { b: number }[]",
    "a /* as */ as /* as */ T /* as */",
    "for (const n of a as T[]) n",
    "for (let i = a as T; i < 1; i++) n",
    "if (a as T) b; else c as T",
  ],
  "ends of statements": [
    "a as T\n(b)",
    "a as T\n[b]",
    "a as T\n`b`",
    "a as T\n+b",
    "a satisfies T // comment\n(b)",
    "let a = b as T\n(c)",
    "let a: T\n(b)",
    "let a: T\n[b] = c",
    "const f = () => a as T\n(b)",
    "return a as T\n(b)",
    "throw a as T\n(b)",
    "class A { x = a as T\n[b] = 1 }",
    "class A { x: T\n[b] = 1 }",
    "class A { x: T\n*b() {} }",
    "class A { x = 1\nprivate [b] = 2 }",
    "class A { x = 1\nprivate *b() {} }",
    "abstract class A { x = 1\nabstract y: T\n[b] = 2 }",
    "a\ninterface B {}\n(c)",
    "a\ntype B = 1\n[c]",
    "a\ndeclare const b: T\n`c`",
    "a!\n(b)",
    "f<T>\n(b)",
    "if (a) b as T\nelse c",
    "do a as T\nwhile (b)",
    "a as T\n++b",
  ],
  functions: [
    "function f(this: T, a?: U, b: V = 1, ...c: W[]): a is X {}",
    "function f(this: T) {}",
    "function f(this: T,) {}",
    "declare function f(a?, [b]?: T, { c }?: U); function f(a?, b?, c?) {}",
    "function f<const T extends U = V>(a: T): asserts a is W {}",
    "function f(a: string): string; function f(a: number): number; function f(a: any) { return a }",
    "const f = <T,>(a: T): T => a",
    "const f = async <T>(a: T): Promise<T> => a",
    "const f = (a: T) => (b: U): V => c",
    "const f = (a): {\n  b: number;\n} => a",
    "const f = async (\n  a: T,\n): Promise<\n  T\n> => a",
    "const f = (a)\n: T => a",
    "const f = (a = (b: T): U => c): V => d",
    "x ? (y: T) => z : w",
    "x = function <T>(this: U) {}",
    "({ f<T>(a: T): void {}, get b(): T { return 1 }, set b(c: T) {}, async *d<T>(): T {} })",
    "f<T>(a)",
    "f<T, U<V>>(a)",
    "f<T>`a`",
    "f<T<U<V>>>(a)",
    "new A<T>()",
    "new A<T>",
    "const g = f<T>",
    "a?.b<T>(c)",
    "async <T>(x)",
    "(a: T, b: (c: U) => V) => d",
  ],
  variables: [
    "let a: T, b: U = 1, c!: V",
    "const { a, b: [c] }: T = d",
    "let a: typeof b, c: keyof T, d: T[number]['x'], e: `a${T}`",
    "let a: new () => T, b: abstract new () => T, c: (this: T) => void",
    "let a: unique symbol, b: T extends infer U ? U : never, c: { readonly [K in T]?: U }",
    "try {} catch (e: unknown) {}",
    "const a = 1 < 2, b = 3 > (4)",
    "using a: T = b",
    "const é: T = 'ü'; '\u2028' as T\u2028a",
    "let a: '\ud83d\ude00' = '\ud83d\ude00'",
    "type\nA = 1",
    "let type = 1, as = 2, satisfies = 3, declare = 4, abstract = 5; type = as; declare\nabstract",
  ],
  classes: [
    "class A<in out T> extends B<T> implements C, D<T> {}",
    "class A implements B {}",
    "(class<T> implements B {})",
    "class A extends (b as T) implements C {}",
    "class A extends f<T>(b) {}",
    "abstract class A { abstract a(): T; abstract b: T; abstract get c(): T; protected d(): T {} }",
    "class A { private static readonly a?: T = 1; b!: T; declare c: T; public async d() {} }",
    "class A { static readonly [a] = 1; private static async *[b]() {} }",
    "class A { readonly = 1; declare = 2; abstract = 3; static public = 4; private() {} }",
    "class A { static; readonly: T; static static: T }",
    "class A extends B { override a(): T {} protected override readonly b = 1 }",
    "class A { constructor(); constructor(a?: T) {} b(): void; b() {} }",
    "class A { [key: string]: T; readonly [key: number]: T; #a: T = 1; static { const b: T = 1 } }",
    "class A { 'a b': T = 1; 1: T; [a]?: T }",
    "declare class A { a: T }",
    "export default abstract class A { abstract a: T }",
  ],
  declarations: [
    "interface A<T> extends B, C<T> { a: T; b(): void; (c: T): U; new (d: T): U; [e: string]: T }",
    "type A<T> = T extends U ? { a: T } : never",
    "declare const a: T, b: U; declare function f(): void; declare enum E { A }",
    "declare module 'a' { const b: T } declare global { interface C {} } declare namespace N { const d: T }",
    "export interface A {} export type B = A; export declare const c: T",
    "export type { A } from 'a'; export type * from 'b'; a",
  ],
  imports: [
    "import type A from 'a'; import type { B } from 'b'; import type * as C from 'c'; d",
    "import { A } from 'a'; const b: A = 1",
    "import { type A } from 'a'; b",
    "import { type A, b } from 'a'; b",
    "import { a, B } from 'a'; a as B",
    "import { A, b } from 'a'; b as A",
    "import A, { b } from 'a'; b as A",
    "import A, { B } from 'a'; A as B",
    "import a, * as b from 'a'; a(b)",
    "import { a } from 'a'; x.a as T",
    "import { a } from 'a'; ({ a }) as T",
    "import 'a'; b as T",
    "import { default as a } from 'a' with { type: 'json' }; a as T",
  ],
};

describe.each(Object.entries(FORMS))("%s", (_, forms) => {
  it.each(forms)("%s", async (code) => {
    const erased = eraseTypes(code);
    expect(erased).toBeDefined();
    const left = erased?.code ?? "";
    expect(left).toHaveLength(code.length);
    expect(placesOfLineEnds(left)).toStrictEqual(placesOfLineEnds(code));
    expect(await print(hideReturn(left), "js")).toBe(await print(hideReturn(code), "ts"));
  });
});

/** esbuild prints no module with a return outside of functions. */
function hideReturn(code: string): string {
  return code.replace(/^return/, "throw");
}

it.each([
  // Syntax that needs more than erasing.
  "enum E { A }",
  "const enum E { A }",
  "namespace N { export const a = 1 }",
  "import a = N.b",
  "class A { constructor(private a: T) {} }",
  "@d class A {}",
  "class A { @d a() {} }",
  "class A { accessor a: T = 1 }",
  // Texts that would mean something else without their types.
  "return <T\n>(a)",
  "() => <T>{ a: 1 }",
  "<T>{ a: 1 }",
  "async <T\n>(a) => b",
  "1 + 2 as T * 3",
  "a ?? b as T || c",
  "a as T\n/b/.c",
  "<any>'use strict'; a",
  "new b<this> satisfies `x`",
  "x = new c<T> satisfies [T]",
  "x = new c<[T]> // +\n+ d",
  "a < b > <T>c",
  "/a/ < -1 > <any><null>c",
  "a < (typeof b)> <(c: T) => T>(d)(e)",
  // Words that are names where the line ends after them, or without `declare`.
  "global { a() }",
  "global\n{ a() }",
  "export declare\nlet a",
  "export default abstract\nclass A {}",
  "class A { private\n'k' }",
  "function f(a): asserts\na {}",
  // The type goes on behind the line end.
  "let b: keyof new\n() => T",
  "type a = void | new /*\n*/ <T>(b: T) => T",
  "let a: -1\n(b)",
  "a as -1\n[b]",
  // Text that no parser accepts.
  "const a: T = = 1",
  "let a: T; let a",
  "let a: T; export { b }",
  "/(/ as T",
])("leaves to the transpiler: %s", (code) => {
  expect(eraseTypes(code)).toBeUndefined();
});

it.each([
  { name: "comments", code: `${"<T>(".repeat(10)}/*${"*".repeat(16_000)}*/x${")".repeat(10)}` },
  { name: "assertions", code: `${"<T>(".repeat(60)}x${")".repeat(60)}` },
  { name: "type arguments", code: `${"f<A<".repeat(200)}b` },
  { name: "calls", code: `${"f<(".repeat(200)}b` },
])("leaves to the transpiler what would take many times its length to read: $name", ({ code }) => {
  expect(eraseTypes(code)).toBeUndefined();
});

it("leaves of random programs what esbuild leaves", { timeout: 120_000 }, async () => {
  const findings: string[] = [];
  const compared = await fuzz({ seed: 20_261_122, until: 0, report: (finding) => void findings.push(finding) });
  expect(findings).toStrictEqual([]);
  expect(compared).toBeGreaterThan(10);
});

it("leaves of the project's own source what esbuild leaves", async () => {
  const files = globSync("{src/policy,worker-loader,sdk-gen}/**/*.ts");
  const erased = files.flatMap((file) => {
    const code = readFileSync(file, "utf8");
    const left = eraseTypes(code)?.code;
    return left === undefined ? [] : [{ file, code, left }];
  });
  // The others have arrow functions in conditional expressions, which the plugin reads in another way.
  expect(files.length - erased.length).toBeLessThan(files.length / 50);
  for (const { file, code, left } of erased) {
    expect([file, await print(left, "js")]).toStrictEqual([file, await print(code, "ts")]);
  }
});
