/** Shapes of results: structure only, bounded, and wider with every result. */
import { describe, expect, test } from "vitest";
import { buildServerSdk, mergeShapes, observeShape, printTools, type Shape } from "../../sdk-gen/index.ts";

function typeOf(...results: unknown[]): string {
  const observedOutput = results.map(observeShape).reduce(mergeShapes);
  const sdk = buildServerSdk({ name: "s", identifier: "s", tools: [{ name: "t", observedOutput }] });
  return printTools(sdk, ["t"], "signatures");
}

describe("observed types", () => {
  test.each([
    { given: [{ id: 1, tags: ["a"] }], want: "s.t():{id:number,tags:string[]} // observed" },
    { given: [{ id: 1 }, { id: "x", name: null }], want: "s.t():{id:string|number,name?:null} // observed" },
    { given: [[{ a: 1 }, { b: 2 }]], want: "s.t():{a?:number,b?:number}[] // observed" },
    { given: [{ list: [] }, { list: [1] }], want: "s.t():{list:number[]} // observed" },
    { given: [{ list: [] }], want: "s.t():{list:unknown[]} // observed" },
    { given: [{ user_1234: { n: 1 }, user_5678: { n: 2 } }], want: "s.t():{[k:string]:{n:number}} // observed" },
    { given: [{ "ann@example.com": 1 }], want: "s.t():{[k:string]:number} // observed" },
    { given: ["text", { a: true }], want: "s.t():string|{a:boolean} // observed" },
    { given: [undefined], want: "s.t()" },
  ])("$given → $want", ({ given, want }) => {
    expect(typeOf(...given)).toBe(want);
  });

  test("a declared type wins over an observed one", () => {
    const tool = { name: "t", outputSchema: { type: "string" }, observedOutput: observeShape(1) };
    const sdk = buildServerSdk({ name: "s", identifier: "s", tools: [tool] });
    expect(printTools(sdk, ["t"], "signatures")).toBe("s.t():string");
  });
});

test("no value of a result is in its shape", () => {
  const shape = observeShape({
    name: "SECRET-1",
    "SECRET 2": "SECRET-3",
    list: ["SECRET-4", { x: "SECRET-5" }],
    n: 424242,
  });
  expect(JSON.stringify(shape)).not.toMatch(/SECRET|4242/);
});

test("merging does not depend on order or repetition, and survives JSON", () => {
  const values = [{ a: 1 }, { a: null, b: [1, "x"] }, [], { b: [{ c: 1 }] }, "x", { ["k-123"]: 1 }, { d: { e: {} } }];
  const shapes = values.map(observeShape);
  const forward = shapes.reduce(mergeShapes);
  const backward = shapes.toReversed().reduce(mergeShapes);
  expect(backward).toEqual(forward);
  expect(mergeShapes(forward, forward)).toEqual(forward);
  expect(JSON.parse(JSON.stringify(forward)) as Shape).toEqual(forward);
});

test("a huge or deep result has a small shape", () => {
  const wide = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`k${"abcdefghij"[index % 10] ?? ""}${"x".repeat(index)}`, { deep: {} }]),
  );
  let deep: unknown = 1;
  for (let level = 0; level < 5000; level++) deep = { deep };
  const many = Array.from({ length: 100_000 }, (_, index) => ({ index }));
  for (const value of [wide, deep, many, Object.fromEntries(many.map((_, index) => [`k${index}`, 1]))]) {
    expect(JSON.stringify(observeShape(value)).length).toBeLessThan(20_000);
  }
});

test("results of ever new forms have a small shape together, which only widens", () => {
  const name = (index: number): string =>
    `key_${String.fromCharCode(97 + (index % 26), 97 + (Math.floor(index / 26) % 26))}`;
  const result = (levels: number, first: number): unknown =>
    levels === 0
      ? "x"
      : Object.fromEntries(
          Array.from({ length: 8 }, (_, index) => [name((first * 8 + index) % 60), result(levels - 1, first + index)]),
        );
  let shape: Shape = {};
  for (let call = 0; call < 100; call++) {
    const seen = observeShape(result(3, call));
    const merged = mergeShapes(shape, seen);
    expect(mergeShapes(merged, shape)).toEqual(merged);
    expect(mergeShapes(seen, shape)).toEqual(merged);
    shape = merged;
  }
  expect(JSON.stringify(shape).length).toBeLessThan(100_000);
  expect(Object.keys(shape)).toEqual(["object"]);
});
