/** What `tools` of gateway.json says of no tool, where the connector itself leaves out what is not offered: an excluded tool is there. */
import { expect, it } from "vitest";
import { chooseTools, offers, unmatched } from "../../../src/upstream/around/choose-tools.ts";
import { readGraphql } from "../../../src/upstream/graphql/read-graphql.ts";
import { readSchema } from "../../../src/upstream/graphql/load-schema.ts";
import { readApi } from "../../../src/upstream/openapi/read-api.ts";

const CHOICE = {
  include: ["*Pet"],
  exclude: ["deletePet", "delte*"],
  rename: { getPet: "read", deletePet: "gone", getPte: "x" },
};
const REMARKS = [
  'tools.exclude: no tool is called "delte*", but one is called "deletePet"',
  'tools.rename: no tool is called "getPte", but one is called "getPet"',
];

it("is said of an OpenAPI description", () => {
  const responses = { 200: { description: "" } };
  const paths = {
    "/pet": { get: { operationId: "getPet", responses }, delete: { operationId: "deletePet", responses } },
  };
  const options = { isOffered: offers(CHOICE), unmatched: unmatched(CHOICE) };
  expect(readApi({ openapi: "3.1.0", paths }, options)).toMatchObject({
    tools: [{ name: "getPet" }],
    remarks: REMARKS,
  });
});

it("is said of a GraphQL schema", () => {
  const text = "type Query { getPet: Int } type Mutation { deletePet: Int }";
  const read = readGraphql(readSchema("pets", { text, isSdl: true }), offers(CHOICE), unmatched(CHOICE));
  expect(read).toMatchObject({ tools: [{ name: "getPet" }], unreadable: REMARKS });
});

it("is said once", async () => {
  const tools = [{ name: "getPet", inputSchema: { type: "object" as const } }];
  const connector = {
    list: () => Promise.resolve({ tools, unreadable: REMARKS, isChosen: true as const }),
    call: () => Promise.reject(new Error("not called")),
    close: () => Promise.resolve(),
  };
  const listed = await chooseTools(connector, CHOICE).list(AbortSignal.timeout(1_000));
  expect(listed).toMatchObject({ tools: [{ name: "read" }], unreadable: REMARKS });
});
