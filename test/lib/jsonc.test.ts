/** JSON that people write is read as JSON.parse does, except that a name that stands twice in one object is not dropped without a word. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseJsonc, parseWithRepeats } from "../../src/lib/jsonc.ts";

it.each([
  `{"a": [1, -2.5e3, 0, true, false, null, "x\\u00e9\\n\\"/*"], "__proto__": {"b": {}}, "": [[]]}`,
  readFileSync("package-lock.json", "utf8"),
  readFileSync("gateway.schema.json", "utf8"),
])("reads JSON as JSON.parse does: %.60s", (text) => {
  expect(parseJsonc(text)).toStrictEqual({ ok: true, value: JSON.parse(text) });
});

it.each([
  { given: '{"a": 1, "a": 2}', want: 'has the name "a" twice in one object (line 1 column 2 and line 1 column 10)' },
  { given: '[{"a": 1,\n // again\n "a": 1}]', want: "(line 1 column 3 and line 3 column 2)" },
  { given: String.raw`{"a": 1, "\u0061": 2}`, want: 'has the name "a" twice' },
  { given: '{"__proto__": 1, "__proto__": 2}', want: 'has the name "__proto__" twice' },
  { given: '{"": {"b": {}, "b": {}}, "": 1}', want: 'has the name "b" twice' },
  { given: `{"${"n".repeat(1_000)}": 1, "${"n".repeat(1_000)}": 2}`, want: `has the name "${"n".repeat(100)}…" twice` },
])("refuses a name that stands twice: %#", ({ given, want }) => {
  expect(parseJsonc(given)).toStrictEqual({ ok: false, error: expect.stringContaining(want) });
  const read = parseWithRepeats(given);
  expect(read.ok && read.value.value).toStrictEqual(JSON.parse(given.replaceAll(/\/\/.*/g, "")));
  expect(read.ok && read.value.repeats[0]).toContain(want.replace("has ", ""));
});

it("takes the same name in different objects", () => {
  expect(parseJsonc('{"a": {"a": [{"a": 1}, {"a": 2}]}, "b": {"a": "a"}}')).toMatchObject({ ok: true });
});

it("describes twenty repeated names at most", () => {
  const given = `{${Array.from({ length: 5_000 }, () => '"a": 1').join(",\n")}}`;
  const read = parseWithRepeats(given);
  expect(read.ok && read.value.repeats).toHaveLength(20);
});

it.each(['{"a": 1} /* never closed', '{"a": /* never closed', "/* // *"])(
  "refuses a comment without an end: %s",
  (text) => {
    expect(parseJsonc(text)).toMatchObject({
      ok: false,
      error: expect.stringContaining('expected "*/" after the comment'),
    });
  },
);

it("takes a line comment at the end", () => {
  expect(parseJsonc('{"a": 1} // the end')).toStrictEqual({ ok: true, value: { a: 1 } });
});
