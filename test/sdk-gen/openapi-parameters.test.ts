/** Which parameters of an operation are arguments of its tool, and what becomes of their names. */
import { describe, expect, test } from "vitest";
import { readOperations } from "../../sdk-gen/index.ts";
import { parseDescription } from "../../src/upstream/openapi/load-api.ts";
import { build } from "./openapi-support.ts";

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

describe("the media types that are asked for", () => {
  const answer = (...types: readonly string[]) => ({
    200: { content: Object.fromEntries(types.map((type) => [type, {}])) },
  });
  const accept = (get: object, root: object = { openapi: "3.1.0" }) => {
    const [only] = readOperations({ ...root, paths: { "/a": { get } } }).operations;
    return only?.request.accept;
  };
  test.each([
    { types: [], want: undefined },
    { types: ["application/json"], want: undefined },
    { types: ["text/csv", "application/json; charset=utf-8"], want: undefined },
    { types: ["*/*"], want: undefined },
    { types: ["application/vnd.foo.v2+json"], want: ["application/vnd.foo.v2+json"] },
    { types: ["application/xml", "application/HAL+json"], want: ["application/hal+json"] },
    { types: ["application/json; version=2.0"], want: ["application/json;version=2.0"] },
    { types: ["text/csv; charset=utf-8", "application/pdf"], want: ["text/csv", "application/pdf"] },
    { types: ["image/*", "image/png"], want: ["image/png"] },
    { types: ["text/csv\r\nx: y", "a b/c", `text/${"x".repeat(200)}`], want: undefined },
  ])("of $types are $want", ({ types, want }) => {
    expect(accept({ responses: answer(...types) })).toEqual(want);
  });

  test("are those of successes, and of files of Swagger 2", () => {
    expect(accept({ responses: { ...answer("text/csv"), 400: { content: { "application/json": {} } } } })).toEqual([
      "text/csv",
    ]);
    const responses = { 200: { schema: { type: "file" } } };
    expect(accept({ produces: ["application/pdf"], responses }, { swagger: "2.0" })).toEqual(["application/pdf"]);
  });

  const header = (schema: object) => [{ name: "Accept", in: "header", required: true, schema }];
  test.each([
    { schema: text, want: { names: [], accept: ["text/csv"] } },
    { schema: { enum: ["image/png", "image/gif"] }, want: { names: ["Accept"], accept: ["text/csv"] } },
    { schema: { const: "application/vnd.a+json" }, want: { names: [], accept: ["application/vnd.a+json"] } },
    { schema: { enum: ["a\nb"] }, want: { names: [], accept: ["text/csv"] } },
  ])("may be listed in a header: $schema", ({ schema, want }) => {
    const get = { parameters: header(schema), responses: answer("text/csv") };
    const [only] = readOperations({ openapi: "3.1.0", paths: { "/a": { get } } }).operations;
    expect(only?.request.parameters.map(({ argument }) => argument)).toEqual(want.names);
    expect(only?.request.accept).toEqual(want.accept);
    expect(only?.inputSchema).not.toHaveProperty("required");
  });
});

describe("the parameters in a path", () => {
  const read = (path: string, names: readonly string[]) => {
    const parameters = names.map((name) => ({ name, in: "path", required: true, schema: { type: "integer" } }));
    const { operations } = readOperations({ openapi: "3.1.0", paths: { [path]: { get: { parameters } } } });
    const { request, inputSchema } = operations[0] ?? {};
    return {
      path: request?.path,
      parameters: request?.parameters,
      types: JSON.stringify(inputSchema).match(/integer/g)?.length,
    };
  };
  test.each([
    { given: "/a/{proxy+}", names: ["proxy"], want: "/a/{proxy}", many: true },
    { given: "/a/{+proxy}", names: ["proxy"], want: "/a/{proxy}", many: true },
    { given: "/a/{**proxy}", names: ["proxy"], want: "/a/{proxy}", many: true },
    { given: "/a/{proxy*}", names: ["proxy"], want: "/a/{proxy}", many: true },
    { given: "/a/{proxy:.*}", names: ["proxy"], want: "/a/{proxy}", many: true },
    { given: "/a/{proxy:[^/?]{1,3}}/b", names: ["proxy"], want: "/a/{proxy}/b", many: false },
    { given: "/a/{proxy:int}.json", names: ["proxy"], want: "/a/{proxy}.json", many: false },
    { given: "/a/{proxy?}", names: ["proxy"], want: "/a/{proxy}", many: false },
    { given: "/a/{proxy+}", names: ["proxy+"], want: "/a/{proxy+}", many: false },
    { given: "/a/{x-id}/{{b}", names: ["x-id", "b"], want: "/a/{x-id}/{{b}", many: false },
  ])("$given are those that are declared", ({ given, names, want, many }) => {
    const parameters = names.map((argument) => ({ argument, in: "path", ...(many && { hasSegments: true }) }));
    expect(read(given, names)).toEqual({ path: want, parameters, types: names.length });
  });
});

describe("values of another type than their argument", () => {
  test.each([
    { schema: { type: "string", enum: [1.5, "b", true] }, want: '"1.5"|"b"|"true"' },
    { schema: { type: "integer", enum: ["1", "2"] }, want: "1|2" },
    { schema: { type: "boolean", enum: ["true"] }, want: "true" },
    { schema: { type: ["integer", "null"], enum: ["1", null] }, want: "1|null" },
    { schema: { type: ["string", "integer"], enum: ["1", 2] }, want: '"1"|2' },
    { schema: { type: "integer", enum: ["low", "1e400"] }, want: "number" },
    { schema: { type: "array", enum: ["a"], items: text }, want: "string[]" },
    { schema: { type: "string", enum: [] }, want: "string" },
    { schema: { type: "string", const: 5 }, want: '"5"' },
    { schema: { type: "odd", enum: [5] }, want: "5" },
  ])("are read as values of it: $schema", ({ schema, want }) => {
    const get = { operationId: "op", parameters: [{ name: "v", in: "query", schema }] };
    expect(build({ openapi: "3.1.0", paths: { "/a": { get } } }).text).toBe(`s.op(a?:{v?:${want}})`);
  });

  test("are the texts that YAML has", () => {
    const yaml = "type: string\nenum: [NO, 1.10, 010, true, ~, 'x', 0x1F]\nother: [1.10]";
    expect(parseDescription("s", yaml)).toEqual({
      type: "string",
      enum: ["NO", "1.10", "010", "true", null, "x", "0x1F"],
      other: [1.1],
    });
  });
});
