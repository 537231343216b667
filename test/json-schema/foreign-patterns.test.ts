/** Patterns of schemas in the dialects of other languages. */
import { expect, it } from "vitest";
import { SchemaChecker } from "../../src/upstream/json-schema/schema-checker.ts";

const check = (pattern: string, value: string) => {
  const checker = new SchemaChecker({ type: "string", pattern });
  return { ok: checker.check(value, value.length).ok, remarks: checker.remarks.length };
};

it.each(["/^x$/", "/^x+$/i", "/x/", String.raw`^\d+\Z`, String.raw`\A\d+\z`])(
  "%s says nothing of a value",
  (pattern) => {
    expect(check(pattern, "any")).toStrictEqual({ ok: true, remarks: 1 });
  },
);

it.each([
  { pattern: "^/x/$", value: "/x/" },
  { pattern: String.raw`^\\Z$`, value: String.raw`\Z` },
  { pattern: "^/x", value: "/x" },
])("$pattern is one of JSON Schema", ({ pattern, value }) => {
  expect(check(pattern, value)).toStrictEqual({ ok: true, remarks: 0 });
  expect(check(pattern, "any")).toStrictEqual({ ok: false, remarks: 0 });
});
