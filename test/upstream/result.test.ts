/** How the result of a tool becomes the value that a script gets. */
import { describe, expect, it } from "vitest";
import { unwrapResult } from "../../src/upstream/result.ts";

/** As text, so that the order of keys counts. @param structured JSON, read as the client reads it */
function valueOf(structured: string, ...texts: readonly string[]): string {
  const content = texts.map((text) => ({ type: "text", text }));
  const unwrapped = unwrapResult({ structuredContent: JSON.parse(structured), content });
  return JSON.stringify(unwrapped.ok ? unwrapped.value : unwrapped);
}

const L = "12345678901234567890";
const M = "-9007199254740993";

describe("structured content takes the digits of long integers from the text that repeats it", () => {
  it.each([
    {
      name: "in the same order",
      given: `{"a":1,"id":${L}}`,
      texts: [`{"a":1,"id":${L}}`],
      want: `{"a":1,"id":"${L}"}`,
    },
    { name: "in another order", given: `{"a":1,"id":${L}}`, texts: [`{"id":${L},"a":1}`], want: `{"a":1,"id":"${L}"}` },
    {
      name: "deep inside, with other white space",
      given: `{"list":[{"b":${M},"a":"x"},1.5],"n":null}`,
      texts: [`{ "n": null, "list": [ { "a": "x", "b": ${M} }, 1.50 ] }`],
      want: `{"list":[{"b":"${M}","a":"x"},1.5],"n":null}`,
    },
    {
      name: "wrapped as a result",
      given: `{"result":[{"b":1,"id":${L}}]}`,
      texts: [`[{"id":${L},"b":1}]`],
      want: `{"result":[{"b":1,"id":"${L}"}]}`,
    },
    {
      name: "after texts of other kinds",
      given: `{"a":1,"id":${L}}`,
      texts: [`id ${L}`, `{"id":${L}}`, `{"id":${L},"a":1}`],
      want: `{"a":1,"id":"${L}"}`,
    },
    {
      name: "beside a key that JavaScript sets",
      given: `{"a":1,"__proto__":{"id":${L}}}`,
      texts: [`{"__proto__":{"id":${L}},"a":1}`],
      want: `{"a":1,"__proto__":{"id":"${L}"}}`,
    },
    {
      name: "what is larger than any number",
      given: `{"id":${L},"x":null}`,
      texts: [`{"x":1e400,"id":${L}}`],
      want: `{"id":"${L}","x":"1e400"}`,
    },
  ])("$name", ({ given, texts, want }) => {
    expect(valueOf(given, ...texts)).toBe(want);
  });

  it.each([
    { name: "another value", text: `{"id":${L},"a":2}` },
    { name: "a further key", text: `{"id":${L},"a":1,"b":1}` },
    { name: "a text of digits", text: `{"id":"${L}","a":1}` },
    { name: "a list", text: `[1,${L}]` },
    { name: "something nested too deeply", text: `${"[".repeat(50_000)}${L}${"]".repeat(50_000)}` },
  ])("and not from one that says something else: $name", ({ text }) => {
    expect(valueOf(`{"a":1,"id":${L}}`, text)).toBe(`{"a":1,"id":${String(Number(L))}}`);
  });

  it("in one pass, however many texts there are", () => {
    const keys = Array.from({ length: 20_000 }, (_, at) => `"k${at}":${L}`);
    const texts = Array.from({ length: 20_000 }, () => `{"k0":${L}}`);
    const value = valueOf(`{${keys.join()}}`, ...texts, `{${keys.toReversed().join()}}`);
    expect(value.startsWith(`{"k0":"${L}","k1":"${L}"`)).toBe(true);
  });
});

it.each([
  { name: "its structure", structure: { code: "E42" }, want: { failure: { body: { code: "E42" } } } },
  { name: "none, where there is no structure", structure: undefined, want: {} },
  { name: "none, where the structure is large", structure: { a: "x".repeat(200_000) }, want: {} },
])("a failure has a body: $name", ({ structure, want }) => {
  const content = [{ type: "text", text: "quota" }];
  const failed =
    structure === undefined ? { isError: true, content } : { isError: true, content, structuredContent: structure };
  expect(unwrapResult(failed)).toStrictEqual({ ok: false, message: "quota", ...want });
});

it.each([
  { given: { code: "E42", why: "quota" }, want: '{"code":"E42","why":"quota"}' },
  { given: { a: "x".repeat(2_000) }, want: `{"a":"${"x".repeat(994)}…` },
  { given: {}, want: "The tool failed without a message." },
  { given: undefined, want: "The tool failed without a message." },
])("a failure without a text is told by its structured content: $want", ({ given, want }) => {
  const failed = { isError: true, content: [], ...(given && { structuredContent: given }) };
  expect(unwrapResult(failed)).toMatchObject({ ok: false, message: want });
});

it("blocks without a text are not lost", () => {
  const content = [{ type: "text", text: 5 }];
  expect(unwrapResult({ content })).toStrictEqual({ ok: true, value: content });
});
