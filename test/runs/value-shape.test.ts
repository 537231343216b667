/** The structure of an answer, as a failed script is told it: never its contents, and never long. */
import { expect, it } from "vitest";
import { shapeOf, shapeOfResult } from "../../src/runs/answered-shapes.ts";

it.each<[unknown, string]>([
  [null, "null"],
  ["secret", "a text"],
  [7, "a number"],
  [false, "a boolean"],
  [[], "[]"],
  [{}, "{}"],
  [[1, 2, 3], "[3 × a number]"],
  [{ notes: [{ id: 1, text: "secret", tags: ["a"] }], next: null }, "{ notes: [1 × { id, text, tags }], next }"],
  [[[[[1]]]], "[1 × [1 × [1 × …]]]"],
  [{ "a b": 1, "\u202eevil": 1 }, '{ "a b", "\\\\u202eevil" }'],
])("%j is %s", (value, shape) => {
  expect(shapeOf(value)).toBe(shape);
});

it("tells which members are texts, where one of them may be JSON", () => {
  expect(shapeOf({ content: "{}", rows: [{ json: "secret", n: 1 }] }, "withTexts")).toBe(
    "{ content: a text, rows: [1 × { json: a text, n }] }",
  );
});

it("names the kinds of blocks of a whole result", () => {
  const content = [{ type: "text", text: "secret" }, { type: "image" }, { type: "image" }, { type: "\u202eevil" }];
  expect(shapeOfResult({ content, structuredContent: { rows: [{ id: 1 }] } })).toBe(
    "{ content: [1 × text, 2 × image, 1 × …], structuredContent: { rows: [1 × …] } }",
  );
});

it("is short, however many and however long its names are", () => {
  const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`${"n".repeat(500)}${at}`, { a: 1 }]));
  expect(shapeOf(wide).length).toBeLessThanOrEqual(301);
  expect(shapeOf(Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`k${at}`, 1])))).toMatch(/, k11, … \}$/);
});
