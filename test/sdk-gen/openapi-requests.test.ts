/** What a connector is told beside the signature: the request as plain data, and bodies of every kind. */
import { describe, expect, test } from "vitest";
import { readOperations } from "../../sdk-gen/index.ts";
import { build, operationOf, signaturesOf } from "./openapi-support.ts";

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const [text, number] = [{ type: "string" }, { type: "number" }];
const binary = { type: "string", format: "binary" };

describe("bodies", () => {
  const json = { contentType: "application/json", encoding: "json" };
  test.each([
    {
      title: "an object's properties stand beside the parameters",
      given: { "application/json": { schema: object({ a: text, b: number }, { required: ["a"] }) } },
      want: "s.op(a:{id:string,a:string,b?:number})",
      body: json,
    },
    {
      title: "a property named like a parameter carries its place",
      given: { "application/json": { schema: object({ id: text, b: number }, { required: ["id"] }) } },
      want: "s.op(a:{id:string,body_id:string,b?:number})",
      body: { ...json, renamed: { body_id: "id" } },
    },
    {
      title: "allOf of objects, parts that say nothing, a required name without a property",
      given: {
        "application/json": {
          schema: {
            allOf: [{ $ref: "#/components/schemas/NewPet" }, { description: "A pet" }, { required: ["tag", "x"] }],
          },
        },
      },
      want: "s.op(a:{id:string,name:string,tag:string,x:unknown})",
      body: json,
    },
    {
      title: "rules between properties stay",
      given: {
        "application/json": {
          schema: object({ a: text, b: text }, { anyOf: [{ required: ["a"] }, { required: ["b"] }] }),
        },
      },
      want: "s.op(a:{id:string,a?:string,b?:string}&({a:unknown}|{b:unknown}))",
      body: json,
    },
    {
      title: "alternatives of whole objects",
      given: { "application/json": { schema: { oneOf: [object({ a: text }), object({ b: text })] } } },
      want: "s.op(a:{id:string,body?:{a?:string}|{b?:string}})",
      body: { ...json, argument: "body" },
    },
    {
      title: "a dictionary",
      given: { "application/json": { schema: object({ a: text }, { additionalProperties: text }) } },
      want: "s.op(a:{id:string,body?:{a?:string,[k:string]:string|undefined}})",
      body: { ...json, argument: "body" },
    },
    {
      title: "a list",
      required: true,
      given: { "application/json": { schema: { type: "array", items: text } } },
      want: "s.op(a:{id:string,body:string[]})",
      body: { ...json, argument: "body" },
    },
    {
      title: "optional as a whole, but not in parts",
      required: false,
      given: { "application/json": { schema: object({ a: text }, { required: ["a"] }) } },
      want: "s.op(a:{id:string,a?:string})",
      body: { ...json, mayBeAbsent: true },
    },
    {
      title: "what is read-only is not sent",
      given: {
        "application/json": { schema: object({ n: { ...number, readOnly: true }, a: text }, { required: ["n", "a"] }) },
      },
      want: "s.op(a:{id:string,a:string})",
      body: { ...json, readOnly: ["n"] },
    },
    {
      title: "no schema",
      given: { "application/json": {} },
      want: "s.op(a:{id:string,body?:unknown})",
      body: { ...json, argument: "body" },
    },
    {
      title: "a reference out of the document",
      given: { "application/json": { schema: { $ref: "models/action.yml" } } },
      want: "s.op(a:{id:string,body?:unknown})",
      body: { ...json, argument: "body" },
    },
    {
      title: "JSON before forms, a type of its own before a wildcard",
      given: { "multipart/form-data": {}, "*/*": { schema: text }, "Application/vnd.x+json; v=1": { schema: number } },
      want: "s.op(a:{id:string,body?:number})",
      body: { contentType: "Application/vnd.x+json; v=1", encoding: "json", argument: "body" },
    },
    {
      title: "a wildcard is sent as JSON",
      given: { "*/*": { schema: object({ a: text }) } },
      want: "s.op(a:{id:string,a?:string})",
      body: json,
    },
    {
      title: "bytes of any type are no JSON",
      given: { "*/*": { schema: { anyOf: [binary, { type: "null" }] } } },
      want: "s.op(a:{id:string,body?:string/*base64*/})",
      body: { contentType: "application/octet-stream", encoding: "base64", types: ["*/*"], argument: "body" },
    },
    {
      title: "bytes of any type of a kind are no JSON",
      given: { "application/*": { schema: { $ref: "#/components/schemas/File" } } },
      want: "s.op(a:{id:string,body?:string/*base64*/})",
      body: { contentType: "application/octet-stream", encoding: "base64", types: ["application/*"], argument: "body" },
    },
    {
      title: "JSON is preferred to bytes of any type",
      given: { "*/*": { schema: binary }, "application/json": { schema: object({ a: text }) } },
      want: "s.op(a:{id:string,a?:string})",
      body: json,
    },
    {
      title: "a form, with parts written in a way of their own",
      given: {
        "application/x-www-form-urlencoded": {
          schema: object({ meta: object({ k: text }), tags: { type: "array", items: text } }),
          encoding: {
            meta: { style: "deepObject", explode: true },
            tags: { explode: false },
            gone: { style: "form" },
            x: 1,
          },
        },
      },
      want: "s.op(a:{id:string,meta?:{k?:string},tags?:string[]})",
      body: {
        contentType: "application/x-www-form-urlencoded",
        encoding: "form",
        parts: { meta: { style: "deepObject", explode: true }, tags: { explode: false } },
      },
    },
    {
      title: "a document of changes in several media types",
      given: {
        "application/json-patch+json": { schema: { type: "object" } },
        "application/merge-patch+json": { schema: { type: "object" } },
      },
      want: 's.op(a:{id:string,body?:object|object[],contentType?:"application/merge-patch+json"|"application/json-patch+json"})',
      body: {
        contentType: "application/merge-patch+json",
        encoding: "json",
        argument: "body",
        takes: { kind: "object" },
        others: [
          { contentType: "application/json-patch+json", encoding: "json", argument: "body", takes: { kind: "list" } },
        ],
        typeArgument: "contentType",
      },
    },
    {
      title: "a file that JSON does not have",
      given: {
        "application/json": { schema: object({ title: text, url: text }, { required: ["url"] }) },
        "multipart/form-data": { schema: object({ title: text, file: binary }, { required: ["file"] }) },
      },
      want: 's.op(a:{id:string,title?:string,url?:string,file?:string/*base64*/,contentType?:"application/json"|"multipart/form-data"}&({url:unknown}|{file:unknown}))',
      body: {
        ...json,
        takes: { properties: ["title", "url"], required: ["url"], isOpen: true },
        others: [
          {
            contentType: "multipart/form-data",
            encoding: "multipart",
            files: ["file"],
            takes: { properties: ["title", "file"], required: ["file"] },
          },
        ],
        typeArgument: "contentType",
      },
    },
    {
      title: "a body of one argument beside another media type, which is no document of changes",
      given: {
        "application/json": { schema: { type: "array", items: text } },
        "text/csv": { schema: text },
        "application/octet-stream": {},
      },
      want: "s.op(a:{id:string,body?:string[]})",
      body: { ...json, argument: "body" },
    },
    {
      title: "an object beside a text",
      given: { "application/json": { schema: object({ a: text }) }, "text/plain": { schema: text } },
      want: "s.op(a:{id:string,a?:string})",
      body: json,
    },
    {
      title: "the same in several media types",
      given: {
        "application/json": { schema: object({ a: text }) },
        "application/vnd.x+json": { schema: object({ a: text }) },
        "application/x-www-form-urlencoded": { schema: object({ a: text }) },
        "application/xml": { schema: object({ b: text }) },
      },
      want: "s.op(a:{id:string,a?:string})",
      body: json,
    },
    {
      title: "files whose schema has their media type",
      given: {
        "multipart/form-data": {
          schema: object({
            icon: { type: "string", contentMediaType: "image/png" },
            pages: { type: "array", items: { type: "string", contentMediaType: "image/png" } },
          }),
          encoding: { pages: { contentType: "image/jpeg" } },
        },
      },
      want: "s.op(a:{id:string,icon?:string/*base64*/,pages?:string[]/*base64*/})",
      body: {
        contentType: "multipart/form-data",
        encoding: "multipart",
        files: ["icon", "pages"],
        parts: { icon: { contentType: "image/png" }, pages: { contentType: "image/jpeg" } },
      },
    },
    {
      title: "multipart with files is preferred to a form without parts",
      given: {
        "application/x-www-form-urlencoded": { schema: object({ a: text, f: binary }) },
        "multipart/form-data": { schema: object({ a: text, f: binary }) },
      },
      want: "s.op(a:{id:string,a?:string,f?:string/*base64*/})",
      body: { contentType: "multipart/form-data", encoding: "multipart", files: ["f"] },
    },
    {
      title: "a form without parts is preferred to multipart without files",
      given: {
        "application/x-www-form-urlencoded": { schema: object({ a: text }) },
        "multipart/form-data": { schema: object({ a: text }) },
      },
      want: "s.op(a:{id:string,a?:string})",
      body: { contentType: "application/x-www-form-urlencoded", encoding: "form" },
    },
    {
      title: "multipart with files",
      given: {
        "multipart/form-data": {
          schema: object({ file: binary, more: { type: "array", items: binary }, note: text }, { required: ["file"] }),
          encoding: { file: { contentType: "image/png" } },
        },
      },
      want: "s.op(a:{id:string,file:string/*base64*/,more?:string[]/*base64*/,note?:string})",
      body: {
        contentType: "multipart/form-data",
        encoding: "multipart",
        files: ["file", "more"],
        parts: { file: { contentType: "image/png" } },
      },
    },
    {
      title: "text",
      required: true,
      given: { "application/xml": { schema: object({ a: text }) } },
      want: "s.op(a:{id:string,body:string})",
      body: { contentType: "application/xml", encoding: "text", argument: "body" },
    },
    {
      title: "bytes",
      given: { "application/octet-stream": { schema: binary } },
      want: "s.op(a:{id:string,body?:string/*base64*/})",
      body: { contentType: "application/octet-stream", encoding: "base64", argument: "body" },
    },
    {
      title: "bytes of several types, those of a wildcard as well",
      given: { "image/*": {}, "image/png": {}, "image/jpeg": {} },
      want: 's.op(a:{id:string,body?:string/*base64*/,contentType?:"image/png"|"image/jpeg"})',
      body: {
        ...{ contentType: "image/png", encoding: "base64", argument: "body", takes: { kind: "text" } },
        types: ["image/png", "image/jpeg", "image/*"],
        others: [
          {
            ...{ contentType: "image/jpeg", encoding: "base64", argument: "body", takes: { kind: "text" } },
            types: ["image/png", "image/jpeg", "image/*"],
          },
        ],
        typeArgument: "contentType",
      },
    },
    {
      title: "texts of several types",
      given: { "application/xml": {}, "text/csv": {} },
      want: 's.op(a:{id:string,body?:string,contentType?:"text/csv"|"application/xml"})',
      body: {
        ...{ contentType: "text/csv", encoding: "text", argument: "body", takes: { kind: "text" } },
        others: [{ contentType: "application/xml", encoding: "text", argument: "body", takes: { kind: "text" } }],
        typeArgument: "contentType",
      },
    },
    { title: "no content", given: {}, want: "s.op(a:{id:string})", body: undefined },
  ])("$title", ({ given, want, body, required }) => {
    const requestBody = { content: given, ...(required !== undefined && { required }) };
    expect(signaturesOf({ requestBody }, { method: "post" })).toBe(want);
    expect(operationOf({ requestBody }, { method: "post" }).request.body).toEqual(body);
  });

  const optional = { anyOf: [binary, { type: "null" }] };
  test.each([
    { title: "null beside it", given: optional, want: "string|null" },
    { title: "null of either version", given: { type: ["string", "null"], format: "binary" }, want: "string|null" },
    { title: "a described reference", given: { allOf: [{ $ref: "#/x/Avatar" }], description: "d" }, want: "string" },
    { title: "one or a list", given: { oneOf: [binary, { type: "array", items: binary }] }, want: "string|string[]" },
    { title: "a list or null", given: { type: ["array", "null"], items: { allOf: [binary] } }, want: "string[]|null" },
    { title: "a reference to a list", given: { $ref: "#/x/Avatars" }, want: "string[]" },
    { title: "a media type", given: { type: "string", contentMediaType: "image/png" }, want: "string" },
    { title: "bytes as an encoding", given: { type: "string", contentEncoding: "binary" }, want: "string" },
  ])("a file is one behind $title", ({ given, want }) => {
    const schema = object({ file: given, note: text });
    const post = { operationId: "op", requestBody: { content: { "multipart/form-data": { schema } } } };
    const x = { Avatar: binary, Avatars: { type: "array", items: { $ref: "#/x/Avatar" } } };
    const { list, text: printed } = build({ openapi: "3.1.0", paths: { "/": { post } }, x });
    expect(printed).toBe(`s.op(a?:{file?:${want}/*base64*/,note?:string})`);
    expect(list.operations[0]?.request.body).toMatchObject({ files: ["file"] });
    expect(JSON.stringify(list.operations[0]?.inputSchema)).toContain('"format":"base64"');
    expect(JSON.stringify(list.operations[0]?.inputSchema)).not.toContain('"format":"binary"');
  });

  test.each([
    { title: "base64 in a text", given: { type: "string", contentMediaType: "image/png", contentEncoding: "base64" } },
    { title: "a text or null", given: { anyOf: [text, { type: "null" }] } },
    { title: "a text or bytes", given: { anyOf: [text, binary] } },
    { title: "an object that has one", given: object({ file: binary }) },
  ])("$title is no file", ({ given }) => {
    const requestBody = { content: { "multipart/form-data": { schema: object({ given }) } } };
    expect(operationOf({ requestBody }, { method: "post" }).request.body).not.toHaveProperty("files");
  });

  test("files of a form that is one argument are those of all its alternatives", () => {
    const schema = {
      oneOf: [object({ url: text }), { $ref: "#/components/schemas/NewPet" }, object({ file: optional })],
    };
    const encoding = { file: { contentType: "image/png" }, other: { contentType: "image/png" } };
    const requestBody = { content: { "multipart/form-data": { schema, encoding } } };
    const { request, inputSchema } = operationOf({ requestBody }, { method: "post", path: "/x" });
    expect(request.body).toEqual({
      contentType: "multipart/form-data",
      encoding: "multipart",
      argument: "body",
      files: ["file"],
      parts: { file: { contentType: "image/png" } },
    });
    const file = { anyOf: [{ type: "string", format: "base64" }, { type: "null" }] };
    expect(inputSchema).toMatchObject({
      properties: {
        body: { oneOf: [object({ url: text }), { $ref: "#/components/schemas/NewPet" }, object({ file })] },
      },
    });
  });

  test("a parameter called body keeps its name", () => {
    const operation = {
      parameters: [{ name: "body", in: "query", schema: text }],
      requestBody: { required: true, content: { "text/plain": {} } },
    };
    expect(signaturesOf(operation, { method: "put", path: "/x" })).toBe("s.op(a:{body?:string,request_body:string})");
  });

  test("nothing but arguments that go somewhere", () => {
    const schemaOf = (content: object) =>
      operationOf({ requestBody: { content } }, { method: "post", path: "/x" }).inputSchema;
    expect(schemaOf({})).toEqual({ type: "object", properties: {}, additionalProperties: false });
    expect(schemaOf({ "application/json": { schema: object({ a: text }) } })).toEqual({
      type: "object",
      properties: { a: text },
    });
    expect(schemaOf({ "application/json": { schema: object({ a: text }, { additionalProperties: false }) } })).toEqual({
      type: "object",
      properties: { a: text },
      additionalProperties: false,
    });
  });
});

describe("properties that no schema lists are arguments", () => {
  const pet = object({ kind: text }, { discriminator: { propertyName: "kind", mapping: { cat: "#/x/Cat" } } });
  test.each([
    { title: "of additionalProperties: true", given: object({ a: text }, { additionalProperties: true }), want: true },
    { title: "of additionalProperties: {}", given: object({ a: text }, { additionalProperties: {} }), want: true },
    { title: "of a part", given: { allOf: [object({ a: text }, { additionalProperties: true })] }, want: true },
    {
      title: "except where another part forbids them",
      given: { allOf: [object({ a: text }, { additionalProperties: true }), { additionalProperties: false }] },
      want: false,
    },
    { title: "of a schema with subtypes", given: pet, want: true },
    { title: "of a described schema with subtypes", given: { description: "d", allOf: [pet] }, want: true },
    { title: "except of a subtype", given: { allOf: [pet, object({ purrs: text })] }, want: undefined },
    { title: "except where nothing is said", given: object({ a: text }), want: undefined },
  ])("$title", ({ given, want }) => {
    const requestBody = { content: { "application/json": { schema: given } } };
    const { inputSchema } = operationOf({ requestBody }, { method: "post", path: "/x" });
    expect((inputSchema as Record<string, unknown>)["additionalProperties"]).toBe(want);
  });

  test("as the signature says", () => {
    const requestBody = {
      content: { "application/json": { schema: object({ a: text }, { additionalProperties: true }) } },
    };
    expect(signaturesOf({ requestBody }, { method: "post" })).toBe("s.op(a:{id:string,a?:string,[k:string]:unknown})");
  });
});

describe("parameters", () => {
  test.each([
    { given: { in: "query", schema: text }, want: { in: "query" } },
    { given: { in: "query", style: "form", explode: true }, want: { in: "query" } },
    { given: { in: "query", explode: false }, want: { in: "query", explode: false } },
    { given: { in: "query", style: "deepObject" }, want: { in: "query", style: "deepObject" } },
    {
      given: { in: "query", style: "deepObject", explode: true },
      want: { in: "query", style: "deepObject", explode: true },
    },
    { given: { in: "query", style: "pipeDelimited", explode: false }, want: { in: "query", style: "pipeDelimited" } },
    { given: { in: "query", allowReserved: true }, want: { in: "query", allowReserved: true } },
    { given: { in: "query", style: 5, explode: "no", allowReserved: 1 }, want: { in: "query" } },
    { given: { in: "header", style: "simple", explode: false }, want: { in: "header" } },
    { given: { in: "header", explode: true }, want: { in: "header", explode: true } },
    { given: { in: "cookie" }, want: { in: "cookie" } },
    {
      given: { in: "query", content: { "application/json": { schema: text } } },
      want: { in: "query", contentType: "application/json" },
    },
  ])("$given", ({ given, want }) => {
    const { parameters } = operationOf({ parameters: [{ name: "p", ...given }] }, { path: "/x" }).request;
    expect(parameters).toEqual([{ argument: "p", ...want }]);
  });

  test("of the same name are told apart", () => {
    const parameters = [
      { name: "id", in: "path", required: true, style: "matrix", schema: text },
      { name: "id", in: "query", schema: text },
    ];
    expect(operationOf({ parameters }).request.parameters).toEqual([
      { argument: "id", in: "path", style: "matrix" },
      { argument: "query_id", in: "query", name: "id" },
    ]);
  });
});

describe("what cannot be resolved", () => {
  const lost = { $ref: "./common.json#/P" };
  const chained = { $ref: "#/x/chained" };
  test.each([
    {
      title: "a parameter",
      given: { "/a": { get: { parameters: [lost] } } },
      want: [{ name: "get_a", ref: lost.$ref }],
    },
    {
      title: "a parameter of the path",
      given: { "/a": { parameters: [chained], get: {} } },
      want: [{ name: "get_a", ref: lost.$ref }],
    },
    { title: "a body", given: { "/a": { post: { requestBody: lost } } }, want: [{ name: "post_a", ref: lost.$ref }] },
    { title: "a body that is not sent", given: { "/a": { get: { requestBody: lost } } }, want: [] },
    { title: "a path", given: { "/a": lost, "x-a": lost }, want: [{ ref: lost.$ref }] },
    {
      title: "what is no reference",
      given: { "/a": { post: { parameters: [5], requestBody: 5 } }, "/b": 5 },
      want: [],
    },
  ])("is told, and no operation: $title", ({ given, want }) => {
    for (const version of [{ openapi: "3.1.0" }, { swagger: "2.0" }]) {
      const paths = { "/kept": { get: { operationId: "kept" } }, ...given };
      const list = readOperations({ ...version, paths, x: { chained: lost } });
      // Swagger 2 has no `requestBody`.
      if ("swagger" in version && JSON.stringify(given).includes("requestBody")) continue;
      expect(list.leftOut).toEqual(want);
      expect(list.unread).toBe(0);
      expect(list.operations).toHaveLength(want.length > 0 ? 1 : 2);
    }
  });
});

describe("what stands beside a reference", () => {
  const Base = object({ id: number }, { required: ["id"] });
  const extended = { $ref: "#/components/schemas/Base", properties: { extra: text }, required: ["extra"] };
  const post = {
    operationId: "op",
    requestBody: { content: { "application/json": { schema: extended } } },
  };
  test.each([
    { version: "3.1.0", want: "s.op(a:{id:number,extra:string})" },
    { version: "3.0.3", want: "s.op(a:{id:number})" },
  ])("in a body counts from 3.1 on: $version", ({ version, want }) => {
    const components = { schemas: { Base } };
    expect(build({ openapi: version, paths: { "/a": { post } }, components }).text).toBe(want);
  });

  test("in a list is no page of another kind", () => {
    const [schemas, items] = [{ Page: object({ count: number }) }, { items: { type: "array" } }];
    const schema = { $ref: "#/components/schemas/Page", properties: items };
    const get = {
      parameters: [{ name: "page", in: "query", schema: number }],
      responses: { 200: { content: { "application/json": { schema } } } },
    };
    const { operations } = readOperations({ openapi: "3.1.0", paths: { "/a": { get } }, components: { schemas } });
    expect(operations[0]?.request.pagination).toMatchObject({ items: "items" });
  });

  test.each([{ openapi: "3.0.0" }, { openapi: "3.1.0" }, { swagger: "2.0" }])(
    "in a path is of the path: %o",
    (version) => {
      const inner = { get: { summary: "inner" }, put: { summary: "inner" } };
      const paths = { "/a": { $ref: "#/x/item", put: { summary: "own" }, post: {} } };
      const { operations, leftOut } = readOperations({ ...version, paths, x: { item: inner } });
      expect(operations.map(({ name, description }) => [name, description])).toEqual([
        ["get_a", "inner"],
        ["put_a", "own"],
        ["post_a", undefined],
      ]);
      expect(leftOut).toEqual([]);
    },
  );
});

describe("what cannot be sent", () => {
  const json = (schema: object) => ({ content: { "application/json": { schema } } });
  const query = object({ query: object({}) });
  const needed = { get: { requestBody: { ...json(query), required: true } } };
  const search = json(object({ query: text }, { required: ["query"] }));
  const form = {
    consumes: ["application/json"],
    parameters: [{ name: "q", in: "formData", required: true, type: "string" }],
  };
  test.each([
    { title: "a body of a GET", item: { get: needed.get }, unsent: "the body of a GET" },
    { title: "a body of a HEAD", item: { head: needed.get }, unsent: "the body of a HEAD" },
    { title: "a form of Swagger 2", version: { swagger: "2.0" }, item: { get: form }, unsent: "the body of a GET" },
  ])("and is required leaves its operation out: $title", ({ version = { openapi: "3.1.0" }, item, unsent }) => {
    const list = readOperations({ ...version, paths: { "/kept": { get: {} }, "/a": item } });
    expect(list.leftOut).toMatchObject([{ unsent }]);
    expect(list.operations.map(({ name }) => name)).toEqual(["get_kept"]);
  });

  test.each([
    { title: "a body of a GET", given: { requestBody: json(query) } },
    { title: "a body that need not be there, by default", given: { requestBody: search } },
    { title: "a body of which nothing is known", given: { requestBody: { $ref: "#/gone" } } },
  ])("and is optional is told in the description: $title", ({ given }) => {
    const { description, request } = operationOf({ summary: "Finds.", ...given }, { path: "/x" });
    expect(description).toBe("Finds.\nCannot be sent: the body of a GET.");
    expect(request).toEqual({ method: "GET", path: "/x", parameters: [] });
  });

  test("a header that scripts do not set is told, also where it is required", () => {
    const parameters = ["Date", "origin", "User-Agent", "X-Mine"].map((name) => ({
      name,
      in: "header",
      required: true,
    }));
    const { description, request } = operationOf({ parameters }, { path: "/x" });
    expect(description).toBe("Cannot be sent: the header Date, the header origin.");
    expect(request.parameters).toEqual([{ argument: "X-Mine", in: "header" }]);
  });

  test("is nothing of a request that has a body", () => {
    expect(operationOf(needed.get, { method: "delete" })).not.toHaveProperty("description");
    expect(signaturesOf(needed.get, { method: "delete" })).toBe("s.op(a:{id:string,query?:object})");
  });
});

describe("OpenAPI 3.2", () => {
  const query = (content: object, more: object = {}) => ({
    parameters: [{ name: "qs", in: "querystring", required: true, content, ...more }],
  });
  const tags = { type: "array", items: text };
  const fields = object({ a: text, tags, o: object({ b: text }) }, { required: ["a"] });
  const form = { "application/x-www-form-urlencoded": { schema: fields, encoding: { tags: { explode: false } } } };
  const listOf = (item: object) => readOperations({ openapi: "3.2.0", paths: { "/a": item }, components });
  const components = { mediaTypes: { M: { schema: object({ zz: text }) } } };

  test("a query that is described as a whole is as many parameters as it has fields", () => {
    expect(signaturesOf(query(form), { path: "/x" })).toBe("s.op(a:{a:string,tags?:string[],o?:{b?:string}})");
    expect(operationOf(query(form), { path: "/x" }).request.parameters).toEqual([
      { argument: "a", in: "query" },
      { argument: "tags", in: "query", explode: false },
      { argument: "o", in: "query", contentType: "application/json" },
    ]);
    expect(signaturesOf(query(form, { required: false }), { path: "/x" })).toContain("a?:string");
  });

  test.each([
    {
      title: "a query of JSON",
      item: { get: query({ "application/json": { schema: fields } }) },
      where: "querystring",
    },
    {
      title: "a query of fields of any name",
      item: { get: query({ "application/x-www-form-urlencoded": { schema: { type: "object" } } }) },
      where: "querystring",
    },
    {
      title: "a place that is not known",
      item: { parameters: query({}, { in: "matrix" }).parameters, get: {} },
      where: "matrix",
    },
  ])("is left out with what it requires and cannot be sent: $title", ({ item, where }) => {
    const unsent = `the parameter "qs" in "${where}"`;
    expect(listOf(item)).toMatchObject({ operations: [], leftOut: [{ name: "get_a", unsent }] });
    const optional = JSON.parse(JSON.stringify(item).replace('"required":true', '"required":false')) as object;
    expect(listOf(optional)).toMatchObject({
      operations: [{ description: `Cannot be sent: ${unsent}.` }],
      leftOut: [],
    });
  });

  test("has further methods, with bodies", () => {
    const requestBody = { content: { "application/json": { $ref: "#/components/mediaTypes/M" } } };
    const item = { query: { requestBody }, additionalOperations: { COPY: { requestBody }, GET: {}, Copy: {} } };
    expect(listOf({ ...item, trace: { operationId: "traced" } })).toMatchObject({
      operations: [
        {
          name: "query_a",
          annotations: { readOnlyHint: true },
          request: { method: "QUERY", body: { encoding: "json" } },
        },
        { name: "copy_a", request: { method: "COPY", body: { encoding: "json" } } },
      ],
      leftOut: [
        { name: "traced", unsent: 'the method "TRACE"' },
        { name: "Copy /a", unsent: 'the method "Copy"' },
      ],
    });
  });

  test("has media types by reference", () => {
    const content = { "application/json": { $ref: "#/components/mediaTypes/M" } };
    const responses = { 200: { content } };
    const paths = { "/a": { post: { operationId: "op", requestBody: { content }, responses } } };
    expect(build({ openapi: "3.2.0", paths, components }).text).toBe("s.op(a?:{zz?:string}):{zz?:string}");
    const lost = { "application/json": { $ref: "#/components/mediaTypes/Gone" } };
    expect(listOf({ post: { requestBody: { content: lost } } }).leftOut).toEqual([
      { name: "post_a", ref: "#/components/mediaTypes/Gone" },
    ]);
  });

  test.each(["prefixEncoding", "itemEncoding"])("parts without names are not sent: %s", (word) => {
    const content = { "multipart/mixed": { schema: { type: "array" }, [word]: {} } };
    const unsent = "a body of parts without names";
    expect(listOf({ post: { requestBody: { required: true, content } } }).leftOut).toMatchObject([{ unsent }]);
    expect(listOf({ post: { requestBody: { content } } }).operations).toMatchObject([
      { description: `Cannot be sent: ${unsent}.`, inputSchema: { properties: {} } },
    ]);
  });

  test("a cookie without percent-encoding is written like another one", () => {
    const parameters = [{ name: "c", in: "cookie", style: "cookie", schema: tags }];
    expect(operationOf({ parameters }, { path: "/x" }).request.parameters).toEqual([{ argument: "c", in: "cookie" }]);
  });

  test.each([
    { given: "3.2.1", want: [] },
    { given: "3.10.0", want: ["the description is OpenAPI 3.10; what that has and 3.2 does not is not read"] },
  ])("is the newest version that is read: $given", ({ given, want }) => {
    expect(readOperations({ openapi: given, paths: { "/a": { get: {} } } }).remarks).toEqual(want);
  });
});

describe("where it goes", () => {
  test.each([
    { given: "/a/{id}", want: "/a/{id}" },
    { given: "/#X-Amz-Target=Db.Get", want: "/" },
    { given: "/{id}?list-type=2#x", want: "/{id}?list-type=2" },
    { given: "a/{id}-{id}.zip", want: "/a/{id}-{id}.zip" },
    { given: "", want: "/" },
  ])("$given", ({ given, want }) => {
    expect(operationOf({}, { path: given }).request.path).toBe(want);
  });

  test.each([
    { given: undefined, want: [] },
    { given: [{ url: "https://a.example/v1" }, { url: "/v2" }], want: ["https://a.example/v1", "/v2"] },
    {
      given: [
        {
          url: "https://{region}.a.example:{port}/{x}",
          variables: { region: { default: "eu" }, port: { default: 1 } },
        },
      ],
      want: ["https://eu.a.example:{port}/{x}"],
    },
    { given: [null, {}, { url: "" }, "x"], want: [] },
  ])("servers $given", ({ given, want }) => {
    const paths = { "/x": { get: {} } };
    expect(readOperations({ openapi: "3.0.0", servers: given, paths }).servers).toEqual(want);
  });

  test("an operation's server before the path's", () => {
    const item = { servers: [{ url: "https://b.example" }] };
    expect(operationOf({}, { item }).request.server).toBe("https://b.example");
    expect(operationOf({ servers: [{ url: "https://c.example" }] }, { item }).request.server).toBe("https://c.example");
  });
});
