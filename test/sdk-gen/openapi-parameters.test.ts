/** Which parameters of an operation are arguments of its tool, and what becomes of their names. */
import { describe, expect, test } from "vitest";
import { readOperations } from "../../sdk-gen/index.ts";

const text = { type: "string" };

/** @returns the names of the arguments of the only operation */
function argumentsIn(document: object): readonly string[] {
  const [only] = readOperations({ openapi: "3.1.0", ...document }).operations;
  return only?.request.parameters.map(({ argument }) => argument) ?? [];
}

describe("a parameter in the place of a credential", () => {
  const securitySchemes = {
    tk: { type: "apiKey", in: "query", name: "token" },
    other: { type: "apiKey", in: "header", name: "X-Other" },
  };
  const parameters = [{ name: "token", in: "query", required: true, schema: text }];
  test.each([
    { title: "of another operation is an argument", security: [], want: ["token"] },
    { title: "that another scheme has is an argument", security: [{ other: [] }], want: ["token"] },
    { title: "of the operation is none", security: [{ tk: [] }], want: [] },
    { title: "that may be left out is none", security: [{}, { other: [], tk: [] }], want: [] },
    { title: "of the description is none", security: undefined, want: [] },
  ])("$title", ({ security, want }) => {
    const get = { parameters, ...(security && { security }) };
    const root = { security: [{ tk: [] }], components: { securitySchemes } };
    expect(argumentsIn({ ...root, paths: { "/verify": { get } } })).toEqual(want);
  });

  test("is none where nothing is said on security", () => {
    expect(argumentsIn({ components: { securitySchemes }, paths: { "/verify": { get: { parameters } } } })).toEqual([]);
  });
});
