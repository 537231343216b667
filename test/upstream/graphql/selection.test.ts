/** Default selections are queries that a server accepts: graphql-js validates them by the rules of the specification. */
import { getNamedType, parse, validate } from "graphql";
import { expect, it } from "vitest";
import { readSchema } from "../../../src/upstream/graphql/load-schema.ts";
import { rootLinksOf } from "../../../src/upstream/graphql/root-links.ts";
import { defaultSelection } from "../../../src/upstream/graphql/selection.ts";

/** @param sdl has a query `found` without arguments */
function selected(sdl: string): string {
  const schema = readSchema("shop", { text: sdl, isSdl: true });
  const found = schema.getQueryType()?.getFields()["found"];
  if (found === undefined) throw new Error("The schema has no query found.");
  const text = defaultSelection(getNamedType(found.type), {
    schema,
    links: rootLinksOf(schema),
    work: { comparedFields: 0 },
  });
  expect(validate(schema, parse(`{ found ${text} }`)).map(({ message }) => message)).toStrictEqual([]);
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
    name: "unions in unions, with a third member that conflicts with the second only",
    sdl: `type Query { found: Any } union Any = A | B | C type A { in: X } type B { in: Y } type C { in: Z }
      union X = X1 | X2 type X1 { a: Int } type X2 { b: Int } type Y { c: Int } union Z = Z1 | Z2 type Z1 { a: Int } type Z2 { c: Int! }`,
    want: "{ __typename ... on A { in { __typename ... on X1 { a } ... on X2 { b } } } ... on B { in { c } } ... on C { __typename } }",
  },
])("fields of a union's members that conflict are left out: $name", ({ sdl, want }) => {
  expect(selected(sdl)).toBe(want);
});

it("fields of the same type stay", () => {
  const sdl = `${UNION} type Product { id: ID!, in: Shelf } type Owner { id: ID!, name: String } type Shelf { no: Int }`;
  expect(selected(sdl)).toBe("{ __typename ... on Product { id } ... on Owner { id name } }");
  const objects = `${UNION} type Product { in: Shelf } type Owner { in: House } type Shelf { no: Int } type House { no: Int, at: ID }`;
  expect(selected(objects)).toBe("{ __typename ... on Product { in { no } } ... on Owner { in { no at } } }");
});
