/** Scripts that mean to have a value, and those that only do something: a remark on a missing value is for the first ones alone. */
import { parse } from "acorn";
import { expect, it } from "vitest";
import { meansValue } from "../../src/runs/meant-value.ts";

function means(code: string, isFunction = false): boolean {
  const program = parse(code, {
    ecmaVersion: "latest",
    sourceType: "module",
    allowAwaitOutsideFunction: true,
    allowReturnOutsideFunction: true,
  });
  return meansValue({ program, isFunction });
}

it.each([
  "r.total",
  "const n = r.total; n",
  "try { return r.total } catch (error) { return error.code }",
  "if (r.ok) return r.a; else return r.b",
  "if (r.ok) { return r.a } throw new Error('x')",
  "return r.items.reduce((sum, one) => sum + one.n, 0)",
  "return r.items.map((one) => one.nam).slice(0, 3)",
  "return [...r.items]",
  "return { ...r.a, b: r.b }",
  "const pick = (one) => one.nam; return r.items.map(pick)",
  "function pick(one) { return one.nam } Array.from(r.items, pick)",
  "return r.total; function unused() {}",
  "const [first] = r.items; first",
  "for (const one of r.items) { if (one.id === 1) return one.nam } return r.total",
  "r.items.forEach((one) => { return; }); r.total",
  "for (const one of r.items) { if (one.ok) return one; } throw new Error()",
  "const pick = (one) => { return one.nam }; const all = r.items.map(pick); await Promise.all(all)",
])("a value: %s", (code) => {
  expect(means(code)).toBe(true);
});

it.each([
  "",
  "const n = r.total",
  "for (const one of r.items) one.nam",
  "if (r.ok) r.total",
  "if (r.ok) return r.total",
  "try { return r.total } catch (error) { console.log(error) }",
  "console.log(r.total)",
  "return console.log(r.total)",
  "return await store.put('a', r.total)",
  "return shop.delete_item({ id: 1 })",
  "const gone = await shop.delete_item({ id: 1 }); return gone",
  "r.done ||= r.total",
  "r.items.map(log)",
  "return r.items.map((one) => console.log(one))",
  "return r.items.map((one) => { if (one.ok) return one.nam })",
  "r.ok && run()",
  "const a = () => b(); const b = () => a(); a()",
  "let a = b, b = a; a",
  "return { gone: undefined }",
  // A search may find nothing.
  "let n; if (r) n = r.total; return n",
  "let found; for (const one of r.items) if (one.id === 1) found = one; found",
  "return r.items.find((one) => one.id === 1)",
  // Steps that are waited for.
  "await r.items.reduce(async (before, one) => { await before; await shop.delete_item({ id: one.id }); }, Promise.resolve());",
  "const tasks = []; for (const id of ids) tasks.push(remove(id)); await Promise.all(tasks)",
  "await Promise.all([...tasks])",
  "await Promise.all(tasks.slice())",
  "const state = {}; state.tasks = []; await Promise.all(state.tasks)",
  "const tasks = new Array(); await Promise.all(tasks)",
  "Promise.all(new Set(tasks))",
  "await new Promise((resolve) => setTimeout(resolve, 10))",
  "delete r.a",
  "return",
  "return; r.total",
])("no value: %s", (code) => {
  expect(means(code)).toBe(false);
});

it("ends after some expressions, however often variables and functions have others", () => {
  const names = Array.from({ length: 60 }, (_, index) => `const a${index} = [a${index + 1}, a${index + 1}];`);
  const functions = Array.from({ length: 60 }, (_, at) => `const f${at} = () => [f${at + 1}(), f${at + 1}()];`);
  const started = performance.now();
  expect(means(`${names.join("")} a0`)).toBe(false);
  expect(means(`${functions.join("")} const f60 = () => r.a; f0()`)).toBe(false);
  expect(means(`let a = 1; ${"a = 1;".repeat(50_000)} a`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(2_000);
});

it("takes no more of the stack than an expression of a script may", () => {
  const nested = (at: number): string => `const a${at} = ${"(r.a ?? ".repeat(190)}a${at - 1}${")".repeat(190)};`;
  const names = Array.from({ length: 100 }, (_, at) => nested(at + 1));
  expect(means(`const a0 = r.a; ${names.join("")} a100`)).toBe(false);
  const within = (at: number): string => `function f${at}() ${"{".repeat(40)} return f${at - 1}() ${"}".repeat(40)}`;
  const functions = Array.from({ length: 2_000 }, (_, at) => within(at + 1));
  expect(means(`function f0() { return r.a } ${functions.join("")} f2000()`)).toBe(false);
});

it("ends where variables are assigned from one another without end", () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `const a${index} = a${index + 1};`);
  expect(means(`${names.join("")} a0`)).toBe(false);
});

it.each([
  { code: "async () => r.total", is: true },
  { code: "async function main() { return r.total }", is: true },
  { code: "export default async () => { const n = r.total; return n }", is: true },
  { code: "async () => { r.total }", is: false },
  { code: "async () => { await run() }", is: false },
  { code: "export default class {}", is: false },
])("a function: $code", ({ code, is }) => {
  expect(means(code, true)).toBe(is);
});
