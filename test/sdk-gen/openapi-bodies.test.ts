/** Bodies of real descriptions: what becomes of their properties, media types and alternatives. */
import { describe, expect, test } from "vitest";
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

  test("is an argument where a parameter has its schema", () => {
    const parameters = [{ name: "id", in: "query", required: true, schema: ref("Id") }];
    expect(signatures({ parameters }, schemas)).toBe("s.op(a:{id:string})");
  });
});

test("a discriminator of Swagger 2 says that there are subtypes, which have further fields", () => {
  const Pet = object({ name: text, kind: text }, { discriminator: "kind", required: ["kind"] });
  const parameters = [{ name: "body", in: "body", schema: { $ref: "#/definitions/Pet" } }];
  expect(build({ swagger: "2.0", paths: { "/a": { post: { parameters } } }, definitions: { Pet } }).text).toBe(
    "s.post_a(a:{name?:string,kind:string,[k:string]:unknown})",
  );
});
