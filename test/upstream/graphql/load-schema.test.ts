/** What is said of a schema that cannot be read. */
import { expect, it } from "vitest";
import { loadSchemaText, readSchema } from "../../../src/upstream/graphql/load-schema.ts";

it("a mistake in SDL has one full stop", () => {
  const message = 'The schema of shop cannot be read: Syntax Error: Unexpected Name "typ".';
  expect(() => readSchema("shop", { text: "typ Query { a: Int }", isSdl: true })).toThrow(
    expect.objectContaining({ message }),
  );
});

it.each([
  JSON.stringify({ books: Array.from({ length: 100 }, (_, id) => ({ id, name: `Book ${id}` })) }),
  JSON.stringify({ message: "Not here. ".repeat(100) }),
])("an answer that is not one of GraphQL is named by its beginning: %j", (text) => {
  const shown = /^The schema of shop cannot be read: .{150,200}…\. Where introspection is off, .*mcpServers\.shop\.sdl/;
  expect(() => readSchema("shop", { text, isSdl: false })).toThrow(shown);
});

const CREDENTIALS = "Check the credentials in mcpServers.shop (auth or headers).";
const SDL = "Where introspection is off, give the schema: mcpServers.shop.sdl, a file like ./shop.graphql.";
it.each([
  { status: 401, code: "UPSTREAM_AUTH_REQUIRED", advice: CREDENTIALS },
  { status: 403, code: "UPSTREAM_AUTH_REQUIRED", advice: `${CREDENTIALS} ${SDL}` },
  { status: 400, code: "UPSTREAM_ERROR", advice: SDL },
])("a refusal with status $status says what to check", async ({ status, code, advice }) => {
  const ask = () => Promise.resolve(Response.json({ message: "no" }, { status }));
  const at = "https://shop.example/graphql";
  await expect(loadSchemaText("shop", { kind: "introspection" }, undefined, ask, at)).rejects.toMatchObject({
    code,
    message: `The schema of shop could not be read: HTTP ${status}, which says "no". ${advice}`,
  });
});
