/** Where a path leads, whatever shape an enemy gives the arguments. */
import { expect, it } from "vitest";
import { decideWith, refundRule } from "./support/decide-with.ts";

type Truth = true | false | "unknown";

const DEEP: unknown = JSON.parse(`${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`);

const rows: readonly (readonly [path: string, op: string, value: unknown, args: unknown, truth: Truth])[] = [
  ["args.a.b", "eq", 1, { a: { b: 1 } }, true],
  ["args.a.b", "eq", 1, { a: {} }, false],
  ["args.a.b", "eq", 1, {}, false],
  ["args.a.b", "eq", 1, { a: null }, false],
  ["args.a.b", "eq", 1, { a: [{ b: 1 }] }, "unknown"],
  ["args.a.b", "eq", 1, { a: "b" }, "unknown"],
  ["args.a.b", "exists", undefined, { a: [{ b: 1 }] }, "unknown"],
  ["args.a.length", "exists", undefined, { a: "text" }, "unknown"],
  ["args.constructor", "exists", undefined, {}, false],
  ["args.toString", "exists", undefined, {}, false],
  ["args.hasOwnProperty.name", "exists", undefined, {}, false],
  ["args.__proto__.x", "exists", undefined, {}, false],
  ["args.__proto__.x", "eq", 1, JSON.parse('{"__proto__":{"x":1}}'), true],
  ['args["content-type"]', "eq", "a", { "content-type": "a" }, true],
  ['args.h["a.b"].c', "eq", 1, { h: { "a.b": { c: 1 } } }, true],
  ['args["é\\n"]', "eq", 1, { "é\n": 1 }, true],
  ["args.a[0]", "eq", 1, { a: [1, 2] }, true],
  ["args.a[1]", "eq", 1, { a: [1, 2] }, false],
  ["args.a[2]", "eq", 1, { a: [1, 2] }, false],
  ["args.a[0]", "eq", 1, { a: { 0: 1 } }, "unknown"],
  ["args.a[0].b[1]", "eq", 5, { a: [{ b: [4, 5] }] }, true],
  ["args[0]", "eq", 5, [5], true],
  ["args[*]", "eq", 5, [5, 5], true],

  ["args.to[*]", "in", ["a", "b"], { to: ["a", "b"] }, true],
  ["args.to[*]", "in", ["a", "b"], { to: ["a", "x"] }, "unknown"],
  ["args.to[*]", "in", ["a", "b"], { to: ["x", "y"] }, false],
  ["args.to[*]", "in", ["a", "b"], { to: [] }, false],
  ["args.to[*]", "in", ["a", "b"], { to: "a" }, "unknown"],
  ["args.to[*]", "not_in", ["a", "b"], { to: ["x"] }, true],
  ["args.to[*]", "not_in", ["a", "b"], { to: [] }, "unknown"],
  ["args.items[*].price", "lte", 10, { items: [{ price: 1 }, { price: 10 }] }, true],
  ["args.items[*].price", "lte", 10, { items: [{ price: 1 }, { price: 11 }] }, "unknown"],
  ["args.items[*].price", "lte", 10, { items: [{ price: 12 }, { price: 11 }] }, false],
  ["args.items[*].price", "lte", 10, { items: [{ price: 1 }, {}] }, "unknown"],
  ["args.items[*].price", "lte", 10, { items: [{ price: 1 }, null] }, "unknown"],
  ["args.items[*].price", "lte", 10, { items: [{ price: 1 }, 5] }, "unknown"],
  ["args.items[*].price", "lte", 10, { items: [] }, "unknown"],
  ["args.items[*].force", "eq", true, { items: [{}, { force: false }] }, false],
  ["args.items[*].force", "eq", true, { items: [{}, { force: true }] }, "unknown"],
  ["args.items[*].force", "eq", true, { items: [{}, {}] }, false],
  ["args.items[*].id", "exists", undefined, { items: [{ id: 1 }, {}] }, "unknown"],
  ["args.items[*].id", "exists", undefined, { items: [{ id: 1 }] }, true],
  ["args.rows[*][*]", "lt", 5, { rows: [[1, 2], [3]] }, true],
  ["args.rows[*][*]", "lt", 5, { rows: [[1, 2], []] }, true],
  ["args.rows[*][*]", "lt", 5, { rows: [[1, 2], [9]] }, "unknown"],
  ["args.rows[*][*]", "lt", 5, { rows: [[1, 2], 3] }, "unknown"],
  ["args.big[*]", "lt", 5, { big: Array.from({ length: 10_000 }, () => 1) }, true],
  ["args.big[*]", "lt", 5, { big: Array.from({ length: 10_001 }, () => 1) }, "unknown"],
  ["args.a", "eq", 1, DEEP, "unknown"],

  ["tool.tier", "eq", "write", {}, true],
  ["tool.server", "eq", "pay", {}, true],
  ["tool.name", "eq", "refund", {}, true],
  ["tool.annotations.readOnlyHint", "eq", true, {}, true],
  ["tool.annotations.destructiveHint", "neq", true, {}, "unknown"],
  ["principal.id", "in", ["ann", "bob"], {}, true],
  ["run.id", "eq", "r1", {}, true],
  ["run.via", "neq", "schedule", {}, "unknown"],
  ["run.script", "eq", "nightly", {}, false],
];

it.each(rows)("%s %s %j", (path, op, value, args, truth) => {
  const condition = { path, op, ...(value !== undefined && { value }) };
  const annotations = { readOnlyHint: true };
  expect({
    require: decideWith(refundRule({ require: [condition] }), { args, annotations }).verdict,
    denyIf: decideWith(refundRule({ deny_if: [condition] }), { args, annotations }).verdict,
    ask: decideWith(refundRule({ require_approval: [condition] }), { args, annotations }).verdict,
  }).toStrictEqual({
    require: truth === true ? "allow" : "deny",
    denyIf: truth === false ? "allow" : "deny",
    ask: truth === false ? "allow" : "ask",
  });
});

const OWN = { own: "ann@x", teams: ["red", "blue"] };
const references: readonly (readonly [condition: object, args: object, truth: Truth])[] = [
  [{ path: "args.to", op: "eq", ref: "args.own" }, { ...OWN, to: "ann@x" }, true],
  [{ path: "args.to", op: "eq", ref: "args.own" }, { ...OWN, to: "eve@x" }, false],
  [{ path: "args.to", op: "neq", ref: "args.nothing" }, { ...OWN, to: "eve@x" }, "unknown"],
  [{ path: "args.to[*]", op: "eq", ref: "args.own" }, { ...OWN, to: ["ann@x", "eve@x"] }, "unknown"],
  [{ path: "args.low", op: "lt", ref: "args.high" }, { low: 1, high: 2 }, true],
  [{ path: "args.low", op: "lt", ref: "args.high" }, { low: 1 }, "unknown"],
  [{ path: "args.low", op: "lt", ref: "args.high" }, { low: 1, high: "x" }, "unknown"],
  [{ path: "args.to", op: "in", ref: "args.teams" }, { ...OWN, to: "red" }, true],
  [{ path: "args.to", op: "in", ref: "args.teams[*]" }, { ...OWN, to: "blue" }, true],
  [{ path: "args.to", op: "in", ref: "args.teams" }, { ...OWN, to: "green" }, false],
  [{ path: "args.to", op: "not_in", ref: "args.none" }, { to: "green" }, "unknown"],
  [{ path: "args.teams", op: "contains", ref: "args.to" }, { ...OWN, to: "blue" }, true],
];

it.each(references)("%j with %j", (condition, args, truth) => {
  expect([
    decideWith(refundRule({ require: [condition] }), { args }).verdict,
    decideWith(refundRule({ deny_if: [condition] }), { args }).verdict,
  ]).toStrictEqual([truth === true ? "allow" : "deny", truth === false ? "allow" : "deny"]);
});

it("denies what takes too many steps", () => {
  const list = Array.from({ length: 2_000 }, (_, index) => `v${index}`);
  const args = { a: Array.from({ length: 2_000 }, () => Array.from({ length: 20 }, () => "x")) };
  const decision = decideWith(refundRule({ deny_if: [{ path: "args.a[*]", op: "in", value: list }] }), { args });
  expect(decision).toMatchObject({ verdict: "deny", rule: "" });
  expect(decision).toHaveProperty("message", expect.stringContaining("it takes too many steps"));
});
