/** Default selections are queries that a server accepts: graphql-js validates them by the rules of the specification. */
import { getNamedType, parse, validate } from "graphql";
import { expect, it } from "vitest";
import { readSchema } from "../../../src/upstream/graphql/load-schema.ts";
import { rootLinksOf } from "../../../src/upstream/graphql/root-links.ts";
import { defaultSelection, outcomeSelection } from "../../../src/upstream/graphql/selection.ts";

/** @param sdl has a query or a mutation `found` without arguments */
function selected(sdl: string, operation: "query" | "mutation" = "query"): string {
  const schema = readSchema("shop", { text: sdl, isSdl: true });
  const root = operation === "query" ? schema.getQueryType() : schema.getMutationType();
  const found = root?.getFields()["found"];
  if (found === undefined) throw new Error(`The schema has no ${operation} found.`);
  const linked = { schema, links: rootLinksOf(schema) };
  const select = operation === "query" ? defaultSelection : outcomeSelection;
  const text = select(getNamedType(found.type), linked);
  expect(validate(schema, parse(`${operation} { found ${text} }`)).map(({ message }) => message)).toStrictEqual([]);
  return text;
}

const UNION = "type Query { found: Any } union Any = Product | Owner";

it.each([
  {
    name: "types that differ by ! alone",
    sdl: `${UNION} type Product { id: ID!, name: String } type Owner { id: ID!, name: String! }`,
    want: "{ __typename ... on Product { id name } ... on Owner { id } }",
  },
  {
    name: "a list and one value",
    sdl: `${UNION} type Product { tag: [String] } type Owner { tag: String, id: ID }`,
    want: "{ __typename ... on Product { tag } ... on Owner { id } }",
  },
  {
    name: "items of a list",
    sdl: `${UNION} type Product { tags: [String!] } type Owner { tags: [String] }`,
    want: "{ __typename ... on Product { tags } ... on Owner { __typename } }",
  },
  {
    name: "other enumerations",
    sdl: `${UNION} enum A { X } enum B { X } type Product { kind: A } type Owner { kind: B, id: ID }`,
    want: "{ __typename ... on Product { kind } ... on Owner { id } }",
  },
  {
    name: "a plain value and an object",
    sdl: `${UNION} type Product { part: String } type Owner { part: Part } type Part { id: ID }`,
    want: "{ __typename ... on Product { part } ... on Owner { __typename } }",
  },
  {
    name: "objects whose fields conflict",
    sdl: `${UNION} type Product { in: Shelf! } type Owner { in: House! } type Shelf { no: Int } type House { no: Int! }`,
    want: "{ __typename ... on Product { in { no } } ... on Owner { __typename } }",
  },
  {
    name: "unions in unions",
    sdl: `type Query { found: Any } union Any = A | B | C type A { in: X } type B { in: Y } type C { in: Z }
      union X = X1 | X2 type X1 { a: Int } type X2 { b: Int } type Y { c: Int } union Z = Z1 | Z2 type Z1 { a: Int } type Z2 { c: Int! }`,
    want: "{ __typename ... on A { in { __typename ... on X1 { a } ... on X2 { b } } } ... on B { __typename } ... on C { __typename } }",
  },
])("fields of a union's members that conflict are left out: $name", ({ sdl, want }) => {
  expect(selected(sdl)).toBe(want);
});

it("fields of the same type stay", () => {
  const sdl = `${UNION} type Product { id: ID!, in: Shelf } type Owner { id: ID!, name: String } type Shelf { no: Int }`;
  expect(selected(sdl)).toBe("{ __typename ... on Product { id } ... on Owner { id name } }");
  const objects = `${UNION} type Product { in: Shelf } type Owner { in: Shelf } type Shelf { no: Int }`;
  expect(selected(objects)).toBe("{ __typename ... on Product { in { no } } ... on Owner { in { no } } }");
});

const DELETE = "type Query { found: Gone } type Mutation { found: Gone } type Shop { name: String }";

it.each([
  {
    name: "a list beside a plain field",
    sdl: `${DELETE} type Gone { deletedId: ID, shop: Shop, userErrors: [Wrong!]! } type Wrong { field: [String!], message: String!, at: Shop }`,
    want: "{ deletedId userErrors { field message } }",
    ofQuery: "{ deletedId }",
  },
  {
    name: "of an interface",
    sdl: `${DELETE} type Gone { ok: Boolean, Error: Wrong } interface Wrong { message: String } type A implements Wrong { message: String, code: Int }`,
    want: "{ ok Error { __typename message } }",
    ofQuery: "{ ok }",
  },
  {
    name: "of a union",
    sdl: `${DELETE} type Gone { ok: Boolean, errors: [Wrong] } union Wrong = A | B type A { code: Int } type B { why: String }`,
    want: "{ ok errors { __typename ... on A { code } ... on B { why } } }",
    ofQuery: "{ ok }",
  },
  {
    name: "of a member of a union",
    sdl: `type Query { found: Any } type Mutation { found: Any } union Any = Gone | Kept type Gone { id: ID } type Kept { why: String, fieldErrors: [Wrong] } type Wrong { message: String }`,
    want: "{ __typename ... on Gone { id } ... on Kept { why fieldErrors { message } } }",
    ofQuery: "{ __typename ... on Gone { id } ... on Kept { why } }",
  },
  {
    name: "behind more objects than are selected",
    sdl: `${DELETE} type Gone { ${Array.from({ length: 12 }, (_, n) => `shop${n}: Shop`).join(" ")} errors: [Shop] }`,
    want: `{ errors { name } ${Array.from({ length: 10 }, (_, n) => `shop${n} { name }`).join(" ")} }`,
    ofQuery: `{ ${Array.from({ length: 10 }, (_, n) => `shop${n} { name }`).join(" ")} }`,
  },
])("errors of a mutation are selected: $name", ({ sdl, want, ofQuery }) => {
  expect(selected(sdl, "mutation")).toBe(want);
  expect(selected(sdl)).toBe(ofQuery);
});

const STAFF = "type Query { found: Conn } type Staff { id: ID!, boss: Staff } type PageInfo { endCursor: String }";

it.each([
  {
    name: "nodes before edges",
    sdl: `${STAFF} type Conn { edges: [E!]!, nodes: [Staff!]!, pageInfo: PageInfo!, totalCount: Int! } type E { node: Staff!, cursor: ID! }`,
    want: "{ totalCount nodes { id } pageInfo { endCursor } }",
  },
  {
    name: "edges alone",
    sdl: `${STAFF} type Conn { edges: [E], pageInfo: PageInfo!, totalCount: Int } type E { node: Staff, cursor: ID! }`,
    want: "{ totalCount edges { cursor node { id } } pageInfo { endCursor } }",
  },
  {
    name: "an object that is no page",
    sdl: `${STAFF} type Conn { nodes: [Staff], count: Int }`,
    want: "{ count }",
  },
  {
    name: "a graph, whose edges are no elements",
    sdl: "type Query { found: Graph } type Graph { nodes: [Item], edges: [Link] } type Item { id: ID } type Link { from: ID, to: ID }",
    want: "{ nodes { id } edges { from to } }",
  },
  {
    name: "in an object without plain fields",
    sdl: "type Query { found: Viewer } type Viewer { staff: Conn } type Conn { edges: [E], nodes: [S], pageInfo: P } type E { node: S } type S { id: ID } type P { more: Boolean }",
    want: "{ staff { nodes { id } pageInfo { more } } }",
  },
])("of a connection the elements are selected, whatever its type is called: $name", ({ sdl, want }) => {
  expect(selected(sdl)).toBe(want);
});
