/** Short descriptions that refer to their parts from everywhere: what is read and kept of them has a bound, and other tools stay. */
import { buildSchema, introspectionFromSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { MAX_LIST_CHARS } from "../../src/limits/upstream-limits.ts";
import { readGraphql } from "../../src/upstream/graphql/read-graphql.ts";
import { readSchema } from "../../src/upstream/graphql/load-schema.ts";
import { readApi } from "../../src/upstream/openapi/read-api.ts";
import { startProcessorTime } from "../support/processor-time.ts";

const range = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index));
const fields = (count: number, value: unknown): object =>
  Object.fromEntries(range(count, (index) => [`p${index}`, value]));

/** As many paths as wanted that all refer to one path item. */
function shared(paths: number, item: object, more: object = {}): unknown {
  const refs = range(paths, (index) => [`/a${index}`, { $ref: "#/components/pathItems/shared" }]);
  return {
    openapi: "3.1.0",
    servers: [{ url: "https://api.example.com" }],
    paths: { "/first": { get: { operationId: "first" } }, ...Object.fromEntries(refs) },
    components: { pathItems: { shared: item }, ...more },
  };
}

const posted = (schema: object): object => ({
  post: { requestBody: { content: { "application/json": { schema } } } },
});
const asked = (schema: object): object => ({ get: {}, parameters: [{ in: "query", name: "q", schema }] });

describe("an OpenAPI description", () => {
  it.each([
    {
      what: "parameters",
      given: () =>
        shared(20_000, {
          parameters: range(500, (index) => ({ in: "query", name: `p${index}` })),
          ...Object.fromEntries(["get", "put", "post", "delete"].map((method) => [method, {}])),
        }),
    },
    {
      what: "properties of bodies, many times over",
      given: () =>
        shared(1_000, posted({ allOf: range(900, () => ({ $ref: "#/components/schemas/many" })) }), {
          schemas: { many: { type: "object", properties: fields(900, { type: "string" }) } },
        }),
    },
    {
      what: "rules of bodies",
      given: () => shared(2_000, posted({ properties: { a: {} }, anyOf: range(3_000, () => ({ required: ["a"] })) })),
    },
    { what: "a long list of values", given: () => shared(2_000, asked({ enum: range(100_000, (index) => index) })) },
    {
      what: "properties of answers only",
      given: () => shared(2_000, asked({ properties: fields(100_000, { readOnly: true }) })),
    },
    { what: "a long text", given: () => shared(20_000, { description: "a".repeat(1e6), get: { deprecated: true } }) },
    { what: "many answers", given: () => shared(20_000, { get: { responses: fields(50_000, {}) } }) },
    {
      what: "an address with long defaults",
      given: () =>
        shared(100, {
          servers: [{ url: "/{v}".repeat(400), variables: { v: { default: "v".repeat(1_000_000) } } }],
          get: {},
        }),
    },
    {
      what: "long plans",
      given: () =>
        shared(2_000, { get: {}, parameters: [{ in: "query", name: "q", content: { ["x".repeat(40_000)]: {} } }] }),
    },
  ])("that shares $what is read within bounds", ({ given }) => {
    const elapsedMs = startProcessorTime();
    const api = readApi(given());
    expect(elapsedMs()).toBeLessThan(15_000);
    if (!api.ok) throw new Error(api.problem);
    expect(api.tools[0]?.name).toBe("first");
    expect(JSON.stringify(api.tools).length).toBeLessThan(MAX_LIST_CHARS * 2.5);
  });

  it("whose 40,000 references end in one name is read within bounds", () => {
    const refs = (operation: number): object =>
      Object.fromEntries(
        range(50, (index) => [`a${index}`, { $ref: `#/components/schemas/p${operation * 50 + index}/s` }]),
      );
    const description = {
      openapi: "3.1.0",
      paths: Object.fromEntries(range(800, (index) => [`/o${index}`, posted({ properties: refs(index) })])),
      components: { schemas: Object.fromEntries(range(40_000, (index) => [`p${index}`, { s: { type: "string" } }])) },
    };
    const elapsedMs = startProcessorTime();
    const api = readApi(description);
    expect(elapsedMs()).toBeLessThan(10_000);
    expect(api.ok && api.tools).toHaveLength(800);
  });

  it("says what is not read", () => {
    const api = readApi(
      shared(20_000, { parameters: range(500, (index) => ({ in: "query", name: `p${index}` })), get: {} }),
    );
    expect(api).toMatchObject({
      remarks: expect.arrayContaining([expect.stringMatching(/^\d+ operations are not read/)]),
    });
  });
});

describe("a GraphQL schema", () => {
  it("whose types lead to each other has default selections within bounds", () => {
    const types = range(60, (type) => `type T${type} { ${range(60, (field) => `f${field}: T${field}`).join(" ")} }`);
    const sdl = `type Query { ${range(60, (index) => `q${index}: T${index}`).join(" ")} plain: String }\n${types.join("\n")}`;
    const text = JSON.stringify({ data: introspectionFromSchema(buildSchema(sdl)) });
    const elapsedMs = startProcessorTime();
    const { tools } = readGraphql(readSchema("shop", { text, isSdl: false }), () => true);
    expect(elapsedMs()).toBeLessThan(10_000);
    expect(tools.map(({ name }) => name)).toContain("plain");
    expect(JSON.stringify(tools).length).toBeLessThan(MAX_LIST_CHARS * 2.5);
  });

  it("with thousands of unions of the same large members has default selections within bounds", () => {
    const members = range(10, (at) => {
      const inner = range(6, (field) => `y${field}: B${at}`).join(" ");
      const leaves = range(60, (field) => `f${at}_${field}: Int`).join(" ");
      return `type M${at} { x: A${at} } type A${at} { ${inner} } type B${at} { z: C${at}, w: C${at} } type C${at} { ${leaves} }`;
    });
    const all = range(10, (at) => `M${at}`).join(" | ");
    const unions = range(3_000, (at) => `union U${at} = ${all}`).join(" ");
    const text = `${members.join(" ")} ${unions} type Query { ${range(3_000, (at) => `q${at}: U${at}`).join(" ")} }`;
    const elapsedMs = startProcessorTime();
    const { tools } = readGraphql(readSchema("shop", { text, isSdl: true }), () => true);
    expect(elapsedMs()).toBeLessThan(10_000);
    expect(tools.map(({ name }) => name)).toContain("q0");
  });

  it("with one type for queries and mutations has no tool that is marked read-only", () => {
    const text = "schema { query: All mutation: All } type All { make: Int }";
    const { tools } = readGraphql(readSchema("shop", { text, isSdl: true }), () => true);
    expect(tools.map(({ name, annotations }) => [name, annotations])).toStrictEqual([
      ["query", {}],
      ["make", {}],
      ["mutation_make", {}],
    ]);
  });

  it("whose types all lead back to the queries has links within bounds", () => {
    const faces = range(
      200,
      (face) => `interface I${face} { ${range(60, (field) => `f${field}: I${face}`).join(" ")} }`,
    );
    const all = range(200, (face) => `I${face}`).join(" & ");
    const links = range(60, (field) => `f${field}: I0`).join(" ");
    const text = `type Query implements ${all} { ${links} } ${faces.join(" ")}`;
    const elapsedMs = startProcessorTime();
    const { tools } = readGraphql(readSchema("shop", { text, isSdl: true }), () => true);
    expect(elapsedMs()).toBeLessThan(10_000);
    expect(JSON.stringify(tools).length).toBeLessThan(MAX_LIST_CHARS * 2.5);
  });
});
