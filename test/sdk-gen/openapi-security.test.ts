/** Which credentials an operation carries. */
import { expect, test } from "vitest";
import { readOperations } from "../../sdk-gen/index.ts";

const securitySchemes = {
  bearer: { type: "http", scheme: "bearer" },
  basic: { type: "http", scheme: "basic" },
  key: { type: "apiKey", in: "header", name: "X-Key" },
  again: { type: "apiKey", in: "header", name: "x-key" },
  query: { type: "apiKey", in: "query", name: "X-Key" },
};
const read = (schemes: readonly string[], more: object = {}) => {
  const document = {
    openapi: "3.1.0",
    paths: { "/a": { get: {} }, "/b": { get: {} } },
    components: { securitySchemes },
  };
  const { operations, remarks } = readOperations({ ...document, ...more }, { schemes });
  return { sent: operations.map(({ request }) => request.credentials?.map(({ scheme }) => scheme)), remarks };
};

test("all that are given where nothing is said on security, of two for one header the first", () => {
  expect(read(["bearer", "key", "query"])).toEqual({
    sent: [
      ["bearer", "key", "query"],
      ["bearer", "key", "query"],
    ],
    remarks: [],
  });
  const why = "the description does not say which operation wants which, and both are the header";
  expect(read(["basic", "bearer", "key", "again"])).toEqual({
    sent: [
      ["basic", "key"],
      ["basic", "key"],
    ],
    remarks: [
      `auth.schemes: "bearer" is not sent beside "basic": ${why} authorization`,
      `auth.schemes: "again" is not sent beside "key": ${why} x-key`,
    ],
  });
});

test("without a remark where something is said", () => {
  const want = { sent: [["bearer"], ["bearer"]], remarks: [] };
  expect(read(["basic", "bearer"], { security: [{ bearer: [] }] })).toEqual(want);
});
