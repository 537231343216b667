/** The words in which a check says what a value has to be. */
import { expect, it } from "vitest";
import { SchemaChecker, describeProblem } from "../../src/upstream/json-schema/schema-checker.ts";

function said(schema: unknown, value: unknown): string {
  const checked = new SchemaChecker(schema).check(value, 100);
  if (checked.ok !== false) return String(checked.ok);
  return checked.problems.map((problem) => describeProblem(problem, "args")).join(" ");
}

it.each([
  { schema: { minProperties: 1 }, value: {}, want: "args must have at least 1 property." },
  { schema: { maxProperties: 2 }, value: { a: 1, b: 2, c: 3 }, want: "args must have at most 2 properties." },
  { schema: { minItems: 1 }, value: [], want: "args must have at least 1 item." },
  { schema: { minLength: 1 }, value: "", want: "args must have at least 1 character." },
  { schema: { maxLength: 2 }, value: "abc", want: "args must have at most 2 characters, not 3." },
  { schema: { format: "email" }, value: "x", want: "args must be an email." },
  { schema: { format: "uri" }, value: "x", want: "args must be a uri." },
  {
    schema: { format: "uuid" },
    value: "page-7",
    want: "args must be a uuid like 123e4567-e89b-42d3-a456-426614174000.",
  },
  // The id of a page of Notion, as its address has it.
  { schema: { format: "uuid" }, value: "1429989fe8ac4effbc8f57f56486db54", want: "true" },
  { schema: { format: "uuid" }, value: "1429989f-e8ac-4eff-bc8f-57f56486db54", want: "true" },
])("$want", ({ schema, value, want }) => {
  expect(said(schema, value)).toBe(want);
});
