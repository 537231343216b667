/** Types of a GraphQL schema as a model reads them. */
import { expect, it } from "vitest";
import { buildServerSdk, printDeclarations } from "../../../sdk-gen/index.ts";
import { readSchema } from "../../../src/upstream/graphql/load-schema.ts";
import { checkArgs } from "../../../src/upstream/arguments/check-args.ts";
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
    found: '(Product&{__typename?:"Product"})|{name?:string,__typename?:"Owner"}|null',
    id: "string",
    node: '{id?:string,title?:string|null,__typename?:"Product"}|null',
  });
  expect(sdk.declarations.get("Product")).toBe(
    "type Product={id?:string,title?:string|null,next?:Product|null,owner?:{name?:string}}",
  );
});

it("the members of a union are told apart by the name of their type, and only there", () => {
  const sdl = `
    type Query { search: [Found!]!, user: User!, users: [User!]!, owner: Owner! }
    union Found = User | Post
    type User { id: ID!, name: String, found: Found }
    type Post { id: ID!, title: String }
    type Owner { id: ID!, name: String }
  `;
  const { tools } = readGraphql(readSchema("blog", { text: sdl, isSdl: true }), () => true);
  const sdk = buildServerSdk({ name: "blog", identifier: "blog", tools });
  const returned = sdk.tools.map(({ name, signature }) => [name, signature.slice(signature.lastIndexOf("):") + 2)]);
  expect(Object.fromEntries(returned.filter(([name]) => name !== "query"))).toStrictEqual({
    search: "Found[]",
    user: "User",
    users: "User[]",
    owner: "{id?:string,name?:string|null}",
  });
  expect(Object.fromEntries(sdk.declarations)).toStrictEqual({
    Found: 'type Found={id?:string,name?:string|null,found?:Found|null,__typename?:"User"}|Post',
    Post: 'type Post={id?:string,title?:string|null,__typename?:"Post"}',
    User: 'type User={id?:string,name?:string|null,found?:(User&{__typename?:"User"})|Post|null}',
  });
  expect(printDeclarations([sdk])).toMatch(/__typename\?: "User".*__typename\?: "Post"/s);
});

const SCALARS = `
  scalar DateTime
  scalar date
  scalar Decimal
  scalar BigInt
  scalar JSON
  type Query {
    order(at: DateTime, on: date, size: BigInt, filter: JSON): Order
    prices(currency: String = "USD", states: [State!] = [OPEN, PAID], first: Int = 10, big: Int = 99999999999999999999, at: Where = { x: 1 }): Int
    old: Int @deprecated(reason: "Use \`order\`.")
    "The oldest."
    oldest: Int @deprecated
  }
  input Where { x: Int = 2 }
  enum State { OPEN PAID }
  "An order."
  type Order { at: DateTime!, "When it left." left: DateTime, on: date!, total: Decimal!, size: BigInt!, more: JSON, some: [JSON!]! }
`;

it("the types of a schema's own scalars have their names, and defaults and deprecations are told", () => {
  const { tools } = readGraphql(readSchema("shop", { text: SCALARS, isSdl: true }), () => true);
  const sdk = buildServerSdk({ name: "shop", identifier: "shop", tools });
  expect(sdk.tools.find(({ name }) => name === "order")?.signature).toContain(
    "):{at?:string,left?:string|null,on?:string,total?:string|number,size?:string|number,more?:unknown,some?:unknown[]}|null",
  );
  const text = printDeclarations([sdk]);
  for (const line of [
    "/** DateTime */",
    "/** When it left; DateTime */",
    "/** date */",
    "/** Decimal */",
    "/** JSON */",
    '/** default "USD" */',
    '/** default ["OPEN","PAID"] */',
    "/** default 10 */",
    "/** default 2 */",
  ])
    expect(text).toContain(line);
  const described = Object.fromEntries(tools.map(({ name, description }) => [name, description]));
  expect(described["old"]).toBe("Deprecated: Use `order`.");
  expect(described["oldest"]).toBe("The oldest.\nDeprecated.");
  const order = tools.find(({ name }) => name === "order");
  // What the API takes is not known: a number of seconds, or an object.
  const given = { at: 5, on: "tomorrow", size: 12, filter: { any: [1] } };
  expect(order && checkArgs(order, given, 100)).toBeUndefined();
  const prices = tools.find(({ name }) => name === "prices")?.inputSchema as { properties: Record<string, object> };
  expect(
    Object.entries(prices.properties).flatMap(([name, schema]) => ("default" in schema ? [name] : [])),
  ).toStrictEqual(["currency", "states", "first"]);
});
