/** What is said of a schema that cannot be read. */
import { expect, it } from "vitest";
import { readSchema } from "../../../src/upstream/graphql/load-schema.ts";

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
