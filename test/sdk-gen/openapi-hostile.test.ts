/** Descriptions made to hang, to throw or to explode, and broken ones: all end in a list, quickly. */
import { describe, expect, test } from "vitest";
import { printDeclarations, readOperations } from "../../sdk-gen/index.ts";
import { typeCheck } from "../bench/type-check.ts";
import { build } from "./openapi-support.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const answer = (schema: unknown) => ({ 200: { content: { "application/json": { schema } } } });
const body = (schema: unknown) => ({ content: { "application/json": { schema } } });
const range = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index));

function described(schemas: object, operations: readonly object[]): unknown {
  const paths = Object.fromEntries(operations.map((post, index) => [`/o${index}`, { post }]));
  return { openapi: "3.0.3", paths, components: { schemas } };
}

/** every schema refers to the next one; operations ask for them from the end, so that each finds the next one done */
function chain(length: number, link: (next: object) => object): unknown {
  const schemas = Object.fromEntries(range(length, (index) => [`S${index}`, link(ref(`S${index + 1}`))]));
  return described(
    schemas,
    range(length, (index) => ({ responses: answer(ref(`S${length - 1 - index}`)) })),
  );
}

const DESCRIPTIONS: Readonly<Record<string, () => unknown>> = {
  "a chain of 3,000 schemas, last first": () =>
    chain(3_000, (next) => ({ type: "object", properties: { next, name: { type: "string" } } })),
  "a body with 300 media types of 900 properties each": () => {
    const properties = (n: number) => Object.fromEntries(range(900, (m) => [`p${n}_${m}`, { type: "string" }]));
    const content = range(300, (n) => [`application/x${n}+json`, { schema: { properties: properties(n) } }]);
    return described({}, [{ requestBody: { content: Object.fromEntries(content) } }]);
  },
  "a body with 5,000 media types of nearly the same 200 properties": () => {
    const same = Object.fromEntries(range(200, (m) => [`p${m}`, { type: "string" }]));
    const content = range(5_000, (n) => [
      `application/x${n}+json`,
      { schema: { properties: { ...same, [`q${n}`]: {} } } },
    ]);
    return described({}, [{ requestBody: { content: Object.fromEntries(content) } }]);
  },
  "a chain of 3,000 lists": () => chain(3_000, (items) => ({ type: "array", items })),
  "a chain of 3,000 references": () => chain(3_000, (next) => next),
  "a chain of 3,000 unions": () => chain(3_000, (next) => ({ anyOf: [next, { type: "string" }] })),
  "one operation at the head of a chain of 20,000": () =>
    described(
      Object.fromEntries(range(20_000, (n) => [`S${n}`, { type: "object", properties: { next: ref(`S${n + 1}`) } }])),
      [{ requestBody: body(ref("S0")), responses: answer(ref("S0")) }],
    ),
  "a circle of 300 with crossings": () =>
    described(
      Object.fromEntries(
        range(300, (n) => [
          `S${n}`,
          {
            type: "object",
            properties: { a: ref(`S${(n + 1) % 300}`), b: ref(`S${(n * 7) % 300}`), c: { type: "number" } },
          },
        ]),
      ),
      range(300, (n) => ({ responses: answer(ref(`S${n}`)) })),
    ),
  "circles of unions": () =>
    described(
      Object.fromEntries(
        range(100, (n) => [
          `S${n}`,
          {
            anyOf: [
              ref(`S${(n + 1) % 100}`),
              { type: "object", properties: { p: ref(`S${(n * 3) % 100}`) } },
              ref(`S${n}`),
            ],
          },
        ]),
      ),
      range(100, (n) => ({ requestBody: body(ref(`S${n}`)), responses: answer(ref(`S${99 - n}`)) })),
    ),
  "a body that doubles at every level": () =>
    described(
      Object.fromEntries(
        range(60, (n) => [`S${n}`, { allOf: [ref(`S${n + 1}`), ref(`S${n + 1}`)], properties: { [`p${n}`]: {} } }]),
      ),
      [{ requestBody: body(ref("S0")), responses: answer(ref("S0")) }],
    ),
  "files that double at every level": () =>
    described(
      Object.fromEntries(
        range(60, (n) => [`S${n}`, { allOf: [ref(`S${n + 1}`)], anyOf: [ref(`S${n + 1}`), ref("S0")] }]),
      ),
      range(50, () => ({
        requestBody: {
          content: {
            "multipart/form-data": {
              schema: {
                oneOf: range(50, () => ({ properties: { a: ref("S0"), b: { items: ref("S0"), type: "array" } } })),
              },
            },
          },
        },
      })),
    ),
  "a form of itself": () =>
    described({ S: { oneOf: [ref("S"), ref("S")], properties: { s: ref("S") } } }, [
      { requestBody: { content: { "multipart/form-data": { schema: ref("S") } } } },
    ]),
  "schemas that refer to themselves beside rules": () => ({
    ...(described({ S: { ...ref("S"), allOf: [ref("S"), ref("S")], properties: { s: ref("S"), t: {} } } }, [
      { requestBody: body(ref("S")), responses: answer(ref("S")) },
      { requestBody: { content: { "multipart/form-data": { schema: ref("S") } } } },
    ]) as object),
    openapi: "3.1.0",
  }),
  "a body of itself": () =>
    described({ S: { allOf: [ref("S")], type: "object", properties: { s: ref("S") } } }, [
      { requestBody: body(ref("S")) },
    ]),
  "references in a circle": () => ({
    openapi: "3.1.0",
    paths: {
      "/a": { $ref: "#/paths/~1a" },
      "/b": { get: { parameters: [{ $ref: "#/components/parameters/P" }], responses: { $ref: "#/x" } } },
      "/c": { post: { requestBody: { $ref: "#/components/requestBodies/B" }, responses: { 200: { $ref: "#" } } } },
    },
    components: {
      parameters: { P: { $ref: "#/components/parameters/P" } },
      requestBodies: { B: { $ref: "#/components/requestBodies/B" } },
    },
  }),
  "an object that contains itself": () => {
    const document: Record<string, unknown> = { openapi: "3.1.0" };
    document["components"] = { schemas: document };
    document["paths"] = { "/a": { get: { responses: answer(document), parameters: [document] } }, "/b": document };
    return document;
  },
  "10,000 levels": () => {
    let schema: unknown = { type: "string" };
    for (let level = 0; level < 10_000; level++) schema = { type: "object", properties: { a: schema } };
    return described({}, [{ requestBody: body(schema), responses: answer(schema) }]);
  },
  "5,000 operations with the same 50 parameters": () => {
    const parameters = range(50, (n) => ({
      name: `p${n}`,
      in: "query",
      description: "text",
      schema: { type: "string" },
    }));
    return described(
      {},
      range(5_000, (n) => ({ operationId: `o ${n % 2_500}`, parameters })),
    );
  },
  "100,000 parameters": () =>
    described({}, [{ parameters: range(100_000, (n) => ({ name: `p${n}`, in: "query", schema: {} })) }]),
  "500 parameters of 10,000 media types": () => ({
    openapi: "3.2.0",
    paths: { "/a": { get: { parameters: range(500, () => ({ $ref: "#/components/parameters/P" })) } } },
    components: {
      parameters: {
        P: { name: "p", in: "querystring", content: Object.fromEntries(range(10_000, (n) => [`a/${n}`, {}])) },
      },
    },
  }),
  "3,000 paths of one item with 3,000 methods": () => ({
    openapi: "3.2.0",
    paths: Object.fromEntries(range(3_000, (n) => [`/${n}`, { $ref: "#/components/pathItems/P" }])),
    components: {
      pathItems: { P: { additionalOperations: Object.fromEntries(range(3_000, (n) => [`M${n}`, {}])) } },
    },
  }),
  "100,000 properties in a body": () =>
    described({}, [
      { requestBody: body({ type: "object", properties: Object.fromEntries(range(100_000, (n) => [`p${n}`, {}])) }) },
    ]),
  "a path of a million characters": () => ({
    openapi: "3.0.0",
    paths: { [`/${"{a}".repeat(300_000)}`]: { get: {} }, [`/${"{".repeat(500_000)}`]: { get: {} } },
  }),
  "texts that end comments": () =>
    described({ "*/ x": { type: "string" } }, [
      {
        operationId: "*/`${x}`\u2028",
        summary: "*/ evil() /*",
        parameters: [{ name: "*/\n`", in: "query", description: "*/ \u202e", schema: { enum: ["*/", "\u2028"] } }],
      },
    ]),
  "everything of a wrong kind": () => ({
    openapi: "3.0.0",
    servers: {},
    components: { securitySchemes: [1], parameters: 5 },
    paths: {
      "/a": null,
      "/b": [],
      "/c": { get: 5, put: [], post: { parameters: {}, requestBody: 5, responses: [] }, parameters: "x", servers: "y" },
      "/d": {
        post: {
          operationId: {},
          summary: 5,
          description: [],
          deprecated: "yes",
          parameters: [
            null,
            5,
            [],
            { name: 5, in: "query" },
            { name: "a", in: "body" },
            { name: "b", in: "query", schema: 7 },
          ],
          requestBody: {
            content: { "application/json": { schema: { type: 5, properties: [], required: {}, allOf: {} } } },
          },
          responses: { 200: { content: { "application/json": { schema: [] } } } },
        },
      },
      "x-y": { get: {} },
    },
  }),
};

describe("descriptions", () => {
  test.each(Object.entries(DESCRIPTIONS))(
    "%s",
    (_, make) => {
      const { sdk, text } = build(make());
      const declarations = printDeclarations([sdk]);
      expect(text.length).toBeLessThan(5_000_000);
      expect(typeCheck(new Map([["sdk.d.ts", declarations]]))).toEqual([]);
    },
    20_000,
  );
});

test("a reference with 500,000 steps that leads nowhere costs its own type", () => {
  const lost = { $ref: `#/${"a/".repeat(500_000)}` };
  const { text } = build(described({}, [{ operationId: "a", responses: answer(lost) }, { operationId: "b" }]));
  expect(text.split("\n").map((line) => line.slice(0, 4))).toEqual(["s.a(", "s.b("]);
});

test.each([
  { given: undefined, want: "An OpenAPI description has to be a JSON object." },
  { given: "openapi: 3.0.0", want: "An OpenAPI description has to be a JSON object." },
  {
    given: { swagger: "1.2", paths: { "/a": { get: {} } } },
    want: 'OpenAPI 3.0, 3.1, 3.2 and Swagger 2.0 are understood; this description says "1.2".',
  },
  {
    given: { paths: {} },
    want: "The document is no OpenAPI description: it has neither `openapi` nor `swagger`, the version that it is written in.",
  },
  { given: { openapi: "3.1.0", webhooks: {} }, want: "The description has no operations under `paths`." },
])("no description of operations: $given", ({ given, want }) => {
  expect(readOperations(given)).toMatchObject({ operations: [], problem: want });
});
