/** Issues of zod that stand in the message of an error, as libraries throw them. */
import { expect, it } from "vitest";
import * as z from "zod";
import { issuesLine, printedIssues } from "../../src/lib/printed-issues.ts";

const metadata = z.object({ issuer: z.string(), token_endpoint: z.url(), scopes: z.array(z.string()).optional() });

function lineOf(given: unknown, before = ""): string | undefined {
  const { error } = metadata.safeParse(given);
  const printed = printedIssues(`${before}${error?.message}`);
  return printed && `${printed.before}${issuesLine(printed.issues)}`;
}

it.each([
  {
    given: { token_endpoint: "nowhere" },
    want: "issuer: Invalid input: expected string, received undefined; token_endpoint: Invalid URL",
  },
  {
    given: { issuer: "a", token_endpoint: "https://a.example", scopes: [1] },
    want: "scopes.0: Invalid input: expected string, received number",
  },
  { given: 5, want: "Invalid input: expected object, received number" },
])("are read back as a line: $want", ({ given, want }) => {
  expect(lineOf(given)).toBe(want);
  expect(lineOf(given, "Invalid result for tools/call: ")).toBe(`Invalid result for tools/call: ${want}`);
});

it("are the first three of many", () => {
  const given = { issuer: "a", token_endpoint: "https://a.example", scopes: [1, 2, 3, 4, 5] };
  expect(lineOf(given)).toMatch(/^scopes\.0: .*; scopes\.1: .*; scopes\.2: .*; and 2 more$/);
});

it("are not read where they are very long", () => {
  const given = { issuer: "a", token_endpoint: "https://a.example", scopes: Array.from({ length: 10_000 }, () => 1) };
  expect(lineOf(given, "Invalid result: ")).toBe("Invalid result: too many values have a wrong form");
});

it.each(["", "the disk is full", "[]", "[{", '[{"a":1}]', '{"path":[],"message":"m"}', "x [ { y"])(
  "are not found in %j",
  (message) => {
    expect(printedIssues(message)).toBeUndefined();
  },
);
