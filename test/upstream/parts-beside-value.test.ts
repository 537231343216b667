/** Which parts of a tool's result its structured content leaves out. */
import { expect, it } from "vitest";
import { partsBesideValue } from "../../src/upstream/parts-beside-value.ts";

const text = (said: string) => ({ type: "text", text: said });
const image = { type: "image", data: "aGk=", mimeType: "image/png" };
const link = { type: "resource_link", uri: "file:///r.pdf", name: "r.pdf" };

it.each([
  { name: "an image", structure: { w: 1 }, content: [text('{"w":1}'), image, image], want: ["an image"] },
  { name: "a link", structure: { id: 7 }, content: [text('{"id":7}'), link], want: ["a link to a resource"] },
  { name: "a warning", structure: { id: 7 }, content: [text("Created 7. WARNING: quota at 99%")], want: ["a text"] },
  { name: "an answer beside an empty structure", structure: {}, content: [text("real answer")], want: ["a text"] },
  {
    name: "a type that nobody knows",
    structure: {},
    content: [{ type: "chart" }, image],
    want: ["a part", "an image"],
  },
  {
    name: "a null where the structure has a value",
    structure: { a: 1, b: 2 },
    content: [text('{"a":1,"b":null}')],
    want: ["a text"],
  },
  { name: "a value beside a null", structure: { a: 1 }, content: [text('{"a":1,"b":null,"c":0}')], want: ["a text"] },
  { name: "a null alone", structure: { a: { b: 1 } }, content: [text('{"error":null}')], want: ["a text"] },
  {
    name: "a list that is longer by a null",
    structure: { a: [1] },
    content: [text('{"a":[1,null]}')],
    want: ["a text"],
  },
  { name: "another structure", structure: { a: { b: 1 } }, content: [text('{"a":{"b":2}}')], want: ["a text"] },
])("$name is one", ({ structure, content, want }) => {
  expect(partsBesideValue({ structuredContent: structure, content })).toStrictEqual(want);
});

it.each([
  { name: "the structure", structure: { a: 1, b: [2] }, content: [text('{ "b": [2], "a": 1.0 }')] },
  { name: "its only value", structure: { result: [1, 2] }, content: [text("[1, 2]")] },
  { name: "its text", structure: { result: "hello" }, content: [text("hello")] },
  {
    name: "its elements",
    structure: { result: ["one", { b: 1, a: 2 }] },
    content: [text("one"), text('{"a":2,"b":1}')],
  },
  { name: "a list", structure: [1, 2], content: [text("[1,2]")] },
  { name: "nothing", structure: { a: 1 }, content: [text(" ")] },
  {
    name: "the structure with a null",
    structure: { a: [{ b: 1 }] },
    content: [text('{"a":[{"b":1,"c":null}],"d":null}')],
  },
  {
    name: "the structure without its null",
    structure: { a: [{ b: 1, c: null }], d: null },
    content: [text('{"a":[{"b":1}]}')],
  },
  {
    name: "an element without its null",
    structure: { rows: [{ a: 1, b: null }] },
    content: [text('{"a":1,"c":null}')],
  },
])("a text that repeats $name is none", ({ structure, content }) => {
  expect(partsBesideValue({ structuredContent: structure, content })).toStrictEqual([]);
});

it.each([
  { name: "an image", structure: { image: { data: "aGk=" } }, part: image, want: [] },
  { name: "an image as an address", structure: { images: ["data:image/png;base64,aGk="] }, part: image, want: [] },
  { name: "another image", structure: { image: "data:image/png;base64,eGFHaz0aGk=" }, part: image, want: ["an image"] },
  { name: "an audio", structure: { audio: "eGs=" }, part: { type: "audio", data: "eGs=" }, want: [] },
  { name: "a link", structure: { file: "file:///r.pdf" }, part: link, want: [] },
  {
    name: "a resource",
    structure: { pages: [{ text: "Hello" }] },
    part: { type: "resource", resource: { uri: "file:///a", text: "Hello" } },
    want: [],
  },
  {
    name: "the address of a resource alone",
    structure: { uri: "file:///a" },
    part: { type: "resource", resource: { uri: "file:///a", text: "Hello" } },
    want: ["a resource"],
  },
])("$name is looked for in the structure", ({ structure, part, want }) => {
  expect(partsBesideValue({ structuredContent: structure, content: [part] })).toStrictEqual(want);
});

it("a result without a structure has its parts in its value", () => {
  expect(partsBesideValue({ content: [text("a dot"), image] })).toStrictEqual([]);
});

it("a large structure is compared within a bound", () => {
  const rows = Array.from({ length: 1_000_000 }, (_, index) => index);
  const started = performance.now();
  expect(partsBesideValue({ structuredContent: { rows }, content: [text("1000000 rows"), image] })).toStrictEqual([
    "an image",
  ]);
  expect(partsBesideValue({ structuredContent: { rows }, content: [text(JSON.stringify(rows))] })).toStrictEqual([]);
  expect(performance.now() - started).toBeLessThan(2_000);
});

it("many small objects are compared with one of many names within a bound", () => {
  const nulls = Object.fromEntries(Array.from({ length: 15_000 }, (_, index) => [`n${index}`, null]));
  const rows = Array.from({ length: 100_000 }, (_, id) => ({ id }));
  const started = performance.now();
  expect(partsBesideValue({ structuredContent: { rows }, content: [text(JSON.stringify(nulls))] })).toStrictEqual([]);
  expect(performance.now() - started).toBeLessThan(1_000);
});

it.each(["image", "text"])("long texts that differ at their ends are compared within a bound (%s)", (type) => {
  const texts = Array.from({ length: 900 }, (_, index) => `${"x".repeat(5_000)}${index}`);
  const content = texts.toReversed().map((data) => (type === "text" ? text(data) : { type, data }));
  const started = performance.now();
  expect(partsBesideValue({ structuredContent: { texts }, content })).toStrictEqual([]);
  expect(performance.now() - started).toBeLessThan(1_000);
});
