/** Types of a GraphQL schema as a model reads them. */
import { expect, it } from "vitest";
import { buildServerSdk } from "../../../sdk-gen/index.ts";
import { readSchema } from "../../../src/upstream/graphql/load-schema.ts";
import { readGraphql } from "../../../src/upstream/graphql/read-graphql.ts";

const SDL = `
  type Query {
    one: Product
    some: Product!
    all: [Product!]!
    holes: [Product]
    name: String
    names: [String]!
    grid: [[Int!]]
    kind: Kind
    found: Found
    id: ID!
    node: Node
  }
  interface Node { id: ID!, title: String }
  type Product implements Node { id: ID!, title: String, next: Product, owner: Owner! }
  type Owner { name: String! }
  union Found = Product | Owner
  enum Kind { BOOK TOY }
`;

it("what an answer has without ! may be null", () => {
  const { tools } = readGraphql(readSchema("shop", { text: SDL, isSdl: true }), () => true);
  const sdk = buildServerSdk({ name: "shop", identifier: "shop", tools });
  const returned = sdk.tools.map(({ name, signature }) => [name, signature.slice(signature.lastIndexOf("):") + 2)]);
  expect(Object.fromEntries(returned.filter(([name]) => name !== "query"))).toStrictEqual({
    one: "Product|null",
    some: "Product",
    all: "Product[]",
    holes: "(Product|null)[]|null",
    name: "string|null",
    names: "(string|null)[]",
    grid: "(number[]|null)[]|null",
    kind: '"BOOK"|"TOY"|null',
    found: "Product|{name?:string}|null",
    id: "string",
    node: '{id?:string,title?:string|null,__typename?:"Product"}|null',
  });
  expect(sdk.declarations.get("Product")).toBe(
    "type Product={id?:string,title?:string|null,next?:Product|null,owner?:{name?:string}}",
  );
});
