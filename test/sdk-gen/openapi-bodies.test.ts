/** Bodies of real descriptions: what becomes of their properties, media types and alternatives. */
import { describe, expect, test } from "vitest";
import { readApi } from "../../src/upstream/openapi/read-api.ts";
import { judgeArgs } from "../../src/upstream/arguments/judge-args.ts";
import { build } from "./openapi-support.ts";

const text = { type: "string" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const content = (schema: object, type = "application/json") => ({ content: { [type]: { schema } } });

/** @returns the signatures of `POST /a` */
function signatures(post: object, schemas: object = {}, version: object = { openapi: "3.1.0" }): string {
  return build({ ...version, paths: { "/a": { post: { operationId: "op", ...post } } }, components: { schemas } }).text;
}

describe("a property that the server sets", () => {
  const schemas = {
    Id: { ...text, readOnly: true },
    Secret: { allOf: [{ ...text, writeOnly: true }] },
    Circle: { $ref: "#/components/schemas/Circle" },
  };
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const Pet = object(
    { id: ref("Id"), by: { allOf: [ref("Id")] }, name: text, secret: ref("Secret"), c: ref("Circle") },
    { required: ["id", "by", "name", "secret"] },
  );
  test("is known behind a reference, in a body and inside of it", () => {
    const requestBody = content(object({ pet: Pet, ...Pet.properties }, { required: ["id", "pet"] }));
    const answer = content(Pet);
    expect(signatures({ requestBody, responses: { 200: answer } }, schemas)).toBe(
      "s.op(a:{pet:{name:string,secret:string,c?:unknown},name?:string,secret?:string,c?:unknown}):{id:string,by:string,name:string,c?:unknown}",
    );
  });

  test("is refused as what it is", () => {
    const post = { requestBody: content(Pet) };
    const api = readApi({ openapi: "3.1.0", paths: { "/a": { post } }, components: { schemas } });
    const [tool] = api.ok ? api.tools : [];
    const judged = (args: object) => tool && judgeArgs(tool, args, 100);
    expect(judged({ id: "1", name: "n", secret: "s" })).toBe("args.id is read-only: leave it out.");
    expect(judged({ ide: "1", name: "n", secret: "s" })).toBe("args.ide is not an argument of this tool.");
    expect(judged({ name: "n", secret: "s" })).toBeUndefined();
  });

  test("is an argument where a parameter has its schema", () => {
    const parameters = [{ name: "id", in: "query", required: true, schema: ref("Id") }];
    expect(signatures({ parameters }, schemas)).toBe("s.op(a:{id:string})");
  });
});

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const returns = (schema: object) => ({ responses: { 200: content(schema) } });

describe("alternatives with a discriminator", () => {
  const kind = { petType: text };
  const Cat = object({ ...kind, meow: text }, { required: ["petType"] });
  const Dog = object({ ...kind, bark: text }, { required: ["petType"] });
  const oneOf = [ref("Cat"), ref("Dog")];
  const said = (discriminator: object, schemas: object = { Cat, Dog }) =>
    signatures(returns({ oneOf, discriminator }), schemas);
  const body = (cat: string, dog: string) => `s.op():{petType:${cat},meow?:string}|{petType:${dog},bark?:string}`;

  test.each([
    { mapping: undefined, want: body('"Cat"', '"Dog"') },
    { mapping: { cat: "#/components/schemas/Cat", dog: "Dog" }, want: body('"cat"', '"dog"') },
    { mapping: { a: "Cat", b: "Cat" }, want: body('"a"|"b"', '"Dog"') },
    { mapping: { a: "Cat", b: "other.yaml#/Bird" }, want: body('"a"', "string") },
  ])("have its values: $mapping", ({ mapping, want }) => {
    expect(said({ propertyName: "petType", mapping })).toBe(want);
  });

  test.each([
    { own: { const: "x" }, want: '"x"' },
    { own: { enum: ["Cat", "Dog"] }, want: '"Cat"' },
    { own: { enum: ["cat", "dog"] }, want: '"cat"|"dog"' },
    { own: { type: "integer" }, want: "number" },
    { own: { type: "string", pattern: "^cat$" }, want: "string" },
    { own: { allOf: [{ enum: ["cat", "dog"] }] }, want: '"cat"|"dog"' },
  ])("have what their own property permits: $own", ({ own, want }) => {
    const schemas = { Cat: object({ petType: own, meow: text }, { required: ["petType"] }), Dog };
    expect(said({ propertyName: "petType" }, schemas)).toBe(body(want, '"Dog"'));
  });

  test("are as they are written in arguments, of which a description seldom says all values", () => {
    const requestBody = content({ oneOf, discriminator: { propertyName: "petType" } });
    expect(signatures({ requestBody }, { Cat, Dog })).toBe(
      "s.op(a?:{body?:{petType:string,meow?:string}|{petType:string,bark?:string}})",
    );
  });
});

describe("a base type with a discriminator", () => {
  const discriminator = { propertyName: "kind", mapping: { dog: "#/components/schemas/Dog" } };
  const Pet = object({ name: text, kind: text }, { discriminator, required: ["kind"] });
  const Dog = { allOf: [ref("Pet"), object({ bark: { type: "boolean" }, friend: ref("Pet") })] };
  const Puppy = { allOf: [ref("Dog"), object({ age: { type: "integer" } })] };
  const schemas = { Pet, Dog, Puppy };

  test("is the union of its subtypes and itself", () => {
    expect(signatures(returns({ type: "array", items: ref("Pet") }), schemas)).toBe(
      [
        'type AnyPet={name?:string,kind:"dog",bark?:boolean,friend?:AnyPet}|{name?:string,kind:"Puppy",bark?:boolean,friend?:AnyPet,age?:number}|{name?:string,kind:string}',
        "s.op():AnyPet[]",
      ].join("\n"),
    );
  });

  test("is the union behind a description, too", () => {
    const wrapped = object({ pet: { allOf: [ref("Pet")], description: "Whose" } });
    const Cat = { allOf: [ref("Pet"), object({ a: text })] };
    const all = { Pet: { ...Pet, discriminator: { propertyName: "kind" } }, Cat };
    expect(signatures(returns(wrapped), all)).toBe(
      's.op():{pet?:{name?:string,kind:"Cat",a?:string}|{name?:string,kind:string}}',
    );
  });

  test("of Swagger 2 is one, too", () => {
    const old = { $ref: "#/definitions/Pet" };
    const definitions = {
      Pet: object({ kind: text }, { discriminator: "kind" }),
      Dog: { allOf: [old, object({ bark: text })] },
      Cat: { "x-discriminator-value": "#cat", allOf: [old, object({ meow: text })] },
    };
    const get = { responses: { 200: { schema: old } } };
    expect(build({ swagger: "2.0", paths: { "/a": { get } }, definitions }).text).toBe(
      's.get_a():{kind?:"Dog",bark?:string}|{kind?:"#cat",meow?:string}|{kind?:string}',
    );
  });

  test("has the fields of its subtypes, where it is a body", () => {
    expect(
      signatures({ requestBody: content(ref("Pet")) }, { Pet, Dog: { allOf: [ref("Pet"), object({ bark: text })] } }),
    ).toBe("s.op(a:{name?:string,kind:string,bark?:string,[k:string]:unknown})");
  });

  test("with very many subtypes is as it is written", () => {
    const many = Array.from({ length: 13 }, (_, at) => [
      `P${at}`,
      { allOf: [ref("Pet"), object({ [`p${at}`]: text })] },
    ]);
    const all = { Pet, ...(Object.fromEntries(many) as object) };
    expect(signatures(returns(ref("Pet")), all)).toBe("s.op():{name?:string,kind:string}");
  });
});

test("a discriminator of Swagger 2 says that there are subtypes, which have further fields", () => {
  const Pet = object({ name: text, kind: text }, { discriminator: "kind", required: ["kind"] });
  const parameters = [{ name: "body", in: "body", schema: { $ref: "#/definitions/Pet" } }];
  expect(build({ swagger: "2.0", paths: { "/a": { post: { parameters } } }, definitions: { Pet } }).text).toBe(
    "s.post_a(a:{name?:string,kind:string,[k:string]:unknown})",
  );
});

describe("a form that is a list", () => {
  const list = { schema: { type: "array", items: { type: "string", format: "binary" } } };
  const read = (requestBody: object) => build({ openapi: "3.0.1", paths: { "/a": { post: { requestBody } } } });

  test.each(["multipart/form-data", "application/x-www-form-urlencoded"])("cannot be sent: %s", (type) => {
    const { list: required } = read({ required: true, content: { [type]: list } });
    expect(required.leftOut).toEqual([{ name: "post_a", unsent: "a form without fields" }]);
    const [optional] = read({ content: { [type]: list } }).list.operations;
    expect(optional?.description).toBe("Cannot be sent: a form without fields.");
    expect(optional?.request.body).toBeUndefined();
  });

  test("is not chosen beside another media type", () => {
    const both = { "multipart/form-data": list, "application/octet-stream": {} };
    expect(read({ required: true, content: both }).text).toBe("s.post_a(a:{body:string/*base64*/})");
  });
});
