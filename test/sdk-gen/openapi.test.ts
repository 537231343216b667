/** OpenAPI in, tools and requests out: one operation per row, exact text. */
import { describe, expect, test } from "vitest";
import { printDeclarations, type Operation } from "../../sdk-gen/index.ts";
import { typeCheck } from "../bench/type-check.ts";
import { readApi } from "../../src/upstream/openapi/read-api.ts";
import { build, operationOf, signaturesOf } from "./openapi-support.ts";

describe("signatures", () => {
  test.each([
    {
      title: "path and query parameters, required kept",
      given: {
        parameters: [
          { name: "q", in: "query", required: true, schema: { type: "string" } },
          { name: "page", in: "query", schema: { type: "integer" } },
          { name: "id", in: "path", required: true, schema: { type: "integer" } },
        ],
      },
      want: "s.op(a:{id:number,q:string,page?:number})",
    },
    {
      title: "a path parameter is required whatever it says; one that is not declared is a string",
      path: "/{id}/{file}.zip",
      given: { parameters: [{ name: "id", in: "path", schema: { type: "integer" } }] },
      want: "s.op(a:{id:number,file:string})",
    },
    {
      title: "a path parameter the path does not have cannot be sent",
      path: "/x",
      given: { parameters: [{ name: "id", in: "path", required: true, schema: {} }] },
      want: "s.op()",
    },
    {
      title: "headers of HTTP and credentials are not arguments, other headers are",
      path: "/x",
      given: {
        parameters: [
          ...["Accept", "Content-Type", "AUTHORIZATION", "X-Amz-Signature", "X-Api-Key", "X-Trace", "If-Match"].map(
            (name) => ({ name, in: "header", required: name === "X-Trace", schema: { type: "string" } }),
          ),
          { name: "session", in: "cookie", schema: { type: "string" } },
        ],
      },
      want: 's.op(a:{"X-Trace":string,"If-Match"?:string,session?:string})',
    },
    {
      title: "a parameter with content",
      path: "/x",
      given: {
        parameters: [
          {
            name: "filter",
            in: "query",
            content: { "application/json": { schema: { type: "object", properties: { a: { type: "number" } } } } },
          },
        ],
      },
      want: "s.op(a?:{filter?:{a?:number}})",
    },
    {
      title: "the same name in two places",
      given: {
        parameters: [
          { name: "id", in: "query", schema: { type: "boolean" } },
          { name: "id", in: "path", required: true, schema: { type: "integer" } },
          { name: "id", in: "header", schema: { type: "string" } },
        ],
      },
      want: "s.op(a:{id:number,query_id?:boolean,header_id?:string})",
    },
    {
      title: "a name of the path item gives way to the operation's",
      path: "/x",
      item: {
        parameters: [
          { name: "limit", in: "query", required: true, schema: { type: "string" } },
          { name: "lang", in: "query", schema: { type: "string" } },
        ],
      },
      given: { parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }] },
      want: "s.op(a?:{limit?:number,lang?:string})",
    },
    {
      title: "referenced parameters, bodies and answers",
      method: "post",
      path: "/x",
      given: {
        parameters: [{ $ref: "#/components/parameters/Page" }],
        requestBody: { $ref: "#/components/requestBodies/NewPet" },
        responses: { 201: { $ref: "#/components/responses/OnePet" } },
      },
      want: "s.op(a:{page?:number,name:string,tag?:string}):{id:number,name:string,tag?:string}",
    },
    {
      title: "what was never described",
      path: "/x",
      given: {},
      want: "s.op()",
    },
    {
      title: "a name with the meaning of a prototype is a name",
      path: "/x",
      given: { parameters: [{ name: "__proto__", in: "query", schema: { type: "string" } }] },
      want: "s.op(a?:{__proto__?:string})",
    },
  ])("$title", ({ given, want, path, method, item }) => {
    expect(signaturesOf(given, { path, method, item })).toBe(want);
  });
});

describe("answers", () => {
  const json = (schema: unknown, type = "application/json") => ({ content: { [type]: { schema } } });
  const located = (header: string) => ({ headers: { [header]: { schema: { type: "string" } } } });
  const [text, number, flag] = [{ type: "string" }, { type: "number" }, { type: "boolean" }];
  const object = (properties: object) => ({ type: "object", properties });
  test.each([
    {
      title: "all of several",
      given: { 202: json(flag), 200: json(text), default: json(number) },
      want: ":string|boolean",
    },
    { title: "the same of several once", given: { 200: json(text), 201: json({ ...text }) }, want: ":string" },
    {
      title: "equal objects of several once",
      given: { 200: json(object({ x: text })), 201: json(object({ x: text })), 202: json(object({ y: text })) },
      want: ":{x?:string}|{y?:string}",
    },
    { title: "null where a success has none", given: { 204: {}, 200: json(text) }, want: ":string|null" },
    {
      title: "nothing known where one is not",
      given: { 200: json(text), 206: { content: { "image/png": {} } } },
      want: "",
    },
    { title: "nothing known where one is lost", given: { 200: json(text), 202: { $ref: "#/gone" } }, want: "" },
    {
      title: "JSON before text",
      given: { 200: { content: { ...json(text, "text/csv").content, ...json(flag).content } } },
      want: ":boolean",
    },
    { title: "a text", given: { 200: json(number, "Text/CSV; charset=utf-8") }, want: ":string" },
    { title: "a text of XML", given: { 200: json(number, "application/problem+xml") }, want: ":string" },
    { title: "text or JSON", given: { 200: json(text, "text/csv"), 206: json(flag) }, want: ":string|boolean" },
    { title: "text or bytes", given: { 200: { content: { "text/csv": {}, "image/png": {} } } }, want: "" },
    { title: "2XX", given: { "2XX": json(text), default: json(number) }, want: ":string" },
    { title: "2XX beside 200", given: { "2XX": json(text), 200: json(number) }, want: ":number|string" },
    { title: "default where no success is told", given: { default: json(text), 404: json(flag) }, want: ":string" },
    { title: "not default where success has nothing", given: { 204: {}, default: json(text) }, want: "" },
    { title: "neither errors nor redirects", given: { 302: json(text), 404: json(flag) }, want: "" },
    { title: "a charset", given: { 200: json(text, "Application/JSON; charset=utf-8") }, want: ":string" },
    { title: "a JSON type of its own", given: { 200: json(text, "application/vnd.x+json") }, want: ":string" },
    { title: "any type", given: { 200: json(text, "*/*") }, want: ":string" },
    { title: "a list of JSON texts is a text", given: { 200: json(number, "application/x-ndjson") }, want: ":string" },
    { title: "without a schema", given: { 200: { content: { "application/json": {} } } }, want: "" },
    { title: "what was created, by its address", given: { 201: located("Location") }, want: ":{location:string}" },
    {
      title: "a body, or its address",
      given: { 202: located("operation-location"), 200: json(text) },
      want: ":string|{location:string}",
    },
    { title: "a body beside an address", given: { 201: { ...located("Location"), ...json(text) } }, want: ":string" },
    {
      title: "an address without a status for it",
      given: { 200: located("Location"), 201: located("ETag") },
      want: "",
    },
    { title: "of wrong kinds", given: { 200: [json(text)], 201: null, 202: { content: 5 } }, want: "" },
  ])("$title", ({ given, want }) => {
    expect(signaturesOf({ responses: given }, { path: "/x" })).toBe(`s.op()${want}`);
  });
});

test("pages of an operation that may answer otherwise have the elements of its list", () => {
  const json = (schema: unknown) => ({ content: { "application/json": { schema } } });
  const [list, job] = [
    { type: "array", items: { type: "number" } },
    { type: "object", properties: { job: {} } },
  ];
  const parameters = [{ name: "page", in: "query", schema: { type: "integer" } }];
  const get = (operationId: string, schema: object) => ({
    get: { operationId, parameters, responses: { 200: json(schema), 202: json(job), 204: {} } },
  });
  const wrapped = { type: "object", properties: { items: list } };
  const paths = { "/bare": get("bare", list), "/wrapped": get("wrapped", wrapped) };
  const { sdk } = build({ openapi: "3.0.3", paths });
  const paged = {
    ...sdk,
    tools: sdk.tools.map((tool) => ({ ...tool, paged: tool.name === "bare" ? {} : { items: "items" } })),
  };
  const check = `export {};
    (await s.bare.all()) satisfies number[];
    (await s.wrapped.all()) satisfies number[];`;
  const files = new Map([
    ["sdk.d.ts", printDeclarations([paged])],
    ["check.ts", check],
  ]);
  expect(typeCheck(files)).toEqual([]);
});

describe("shared types", () => {
  const schemas = {
    Pet: {
      type: "object",
      required: ["id", "name"],
      properties: {
        id: { type: "integer", readOnly: true },
        name: { type: "string" },
        password: { type: "string", writeOnly: true },
        owner: { $ref: "#/components/schemas/Person" },
        parent: { $ref: "#/components/schemas/Pet" },
      },
    },
    Person: {
      type: "object",
      required: ["login"],
      properties: { login: { type: "string" }, email: { type: "string" }, url: { type: "string" } },
    },
    "maybe person": { anyOf: [{ $ref: "#/components/schemas/Person" }, { type: "null" }] },
  };
  const answer = (schema: unknown) => ({ 200: { content: { "application/json": { schema } } } });
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const document = {
    openapi: "3.1.0",
    paths: {
      "/pets": {
        get: { operationId: "listPets", responses: answer({ type: "array", items: ref("Pet") }) },
        post: {
          operationId: "addPet",
          requestBody: { required: true, content: { "application/json": { schema: ref("Pet") } } },
          responses: answer(ref("Pet")),
        },
      },
      "/me": { get: { operationId: "me", responses: answer(ref("Person")) } },
      "/them": { get: { operationId: "them", responses: answer({ type: "array", items: ref("maybe%20person") }) } },
      "/gone": { get: { operationId: "gone", responses: answer({ type: "array", items: ref("Gone") }) } },
      "/file": { get: { operationId: "file", responses: answer({ $ref: "models/file.yml" }) } },
    },
    components: { schemas },
  };

  test("stand once, under the name of their reference; requests and answers differ by what is read-only", () => {
    expect(build(document).text).toBe(
      [
        "type Pet={id:number,name:string,owner?:Person,parent?:Pet}",
        "type Pet2={name:string,password?:string,owner?:Person,parent?:Pet2}",
        "type Person={login:string,email?:string,url?:string}",
        "s.listPets():Pet[]",
        "s.addPet(a:{name:string,password?:string,owner?:Person,parent?:Pet2}):Pet",
        "s.me():Person",
        "s.them():(Person|null)[]",
        "s.gone():unknown[]",
        "s.file()",
      ].join("\n"),
    );
  });

  test("compile", () => {
    expect(typeCheck(new Map([["sdk.d.ts", printDeclarations([build(document).sdk])]]))).toEqual([]);
  });
});

describe("names", () => {
  const named = (paths: Record<string, Record<string, object>>) =>
    build({ openapi: "3.0.3", paths }).list.operations.map(({ name }) => name);
  const long = "x".repeat(129);
  test.each([
    {
      title: "an operationId is used as it is",
      given: { "/a": { get: { operationId: "repos/get" }, put: { operationId: " List rules " } } },
      want: ["repos/get", "List rules"],
    },
    {
      title: "missing, empty, overlong, of a wrong kind",
      given: {
        "/users/{user-id}/keys.json": {
          get: {},
          put: { operationId: "--" },
          post: { operationId: long },
          delete: { operationId: 5 },
        },
        "/": { get: {} },
      },
      want: [
        "get_users_user_id_keys_json",
        "put_users_user_id_keys_json",
        "post_users_user_id_keys_json",
        "delete_users_user_id_keys_json",
        "get_root",
      ],
    },
    {
      title: "said twice: nobody's",
      given: { "/a": { get: { operationId: "x" } }, "/b": { get: { operationId: "x" } } },
      want: ["get_a", "get_b"],
    },
    {
      title: "derived names that meet",
      given: { "/a/{b}": { get: {} }, "/a/b": { get: {} }, "/c": { get: { operationId: "get_a_b" } } },
      want: ["get_a_b_6e1c", "get_a_b_8fdc", "get_a_b"],
    },
  ])("$title", ({ given, want }) => {
    const names = named(given);
    expect(names).toEqual(want);
    const turned = Object.fromEntries(Object.entries<Record<string, object>>(given).toReversed());
    expect(named(turned).toSorted()).toEqual(names.toSorted());
  });
});

describe("what is said of an operation", () => {
  const annotated = (method: string): Operation["annotations"] => operationOf({}, { method, path: "/x" }).annotations;
  test.each([
    { given: "get", want: { readOnlyHint: true } },
    { given: "head", want: { readOnlyHint: true } },
    { given: "delete", want: { destructiveHint: true } },
    { given: "post", want: undefined },
  ])("$given", ({ given, want }) => {
    expect(annotated(given)).toEqual(want);
  });

  test.each([
    { given: { summary: "Lists.", description: "Lists pets.\nAll." }, want: "Lists.\nLists pets.\nAll." },
    { given: { summary: "Lists pets", description: "Lists pets, all." }, want: "Lists pets, all." },
    { given: { summary: "Lists" }, want: "Lists" },
    { given: { description: "Lists", deprecated: true }, want: "Lists\nDeprecated." },
    { given: {}, want: undefined },
  ])("$given", ({ given, want }) => {
    expect(operationOf(given).description).toBe(want);
  });
});

describe("a long enum", () => {
  const values = Array.from({ length: 9_000 }, (_, index) => `value-${index}`);
  const Part = { type: "object", properties: { id: { type: "integer" }, code: { enum: values } }, required: ["id"] };
  const schemaOf = (schema: object): unknown => {
    const requestBody = {
      content: { "application/json": { schema: { type: "object", properties: { part: schema } } } },
    };
    const api = readApi({
      openapi: "3.1.0",
      paths: { "/": { post: { requestBody } } },
      components: { schemas: { Part } },
    });
    return api.ok && api.tools[0]?.inputSchema;
  };

  test("becomes its type before a part with it becomes anything", () => {
    const short = { ...Part, properties: { id: { type: "integer" }, code: { type: ["string"] } } };
    expect(schemaOf({ $ref: "#/components/schemas/Part" })).toMatchObject({ $defs: { Part: short } });
    expect(schemaOf(Part)).toMatchObject({ properties: { part: short } });
  });

  test("stays where it fits", () => {
    const code = { enum: values.slice(0, 300) };
    expect(schemaOf({ properties: { code } })).toMatchObject({ properties: { part: { properties: { code } } } });
  });
});

test("names the headers of all answers of an operation, each once and in lower case", () => {
  const headers = { ETag: { schema: { type: "string" } }, "X-Left": {} };
  const responses = {
    200: { description: "", headers },
    404: { description: "", headers: { "x-left": {}, "no header": {}, "Retry-After": {} } },
  };
  expect(operationOf({ responses }).request.answerHeaders).toStrictEqual(["etag", "x-left", "retry-after"]);
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`x-${n}`, {}]));
  expect(operationOf({ responses: { 200: { headers: many } } }).request.answerHeaders).toHaveLength(20);
  expect(operationOf({ responses: { 200: {} } }).request).not.toHaveProperty("answerHeaders");
});

test.each([
  { given: { 200: ["application/json"], 204: [], 400: ["text/html"] }, want: true },
  { given: { 200: ["application/hal+json; charset=utf-8"] }, want: true },
  { given: { 200: ["application/json", "text/html"] }, want: undefined },
  { given: { 200: ["application/json"], 201: ["text/plain"] }, want: undefined },
  { given: { 200: ["*/*"] }, want: undefined },
  { given: { 204: [] }, want: undefined },
])("answers are described as JSON alone: $given", ({ given, want }) => {
  const responses = Object.fromEntries(
    Object.entries(given).map(([code, types]) => [
      code,
      { description: "", content: Object.fromEntries(types.map((type) => [type, { schema: {} }])) },
    ]),
  );
  expect(operationOf({ responses }).request.answersJson).toBe(want);
});
