/** Names of parameters that some server reads as one. */
import { expect, it } from "vitest";
import { mayBeSameName } from "../../../src/upstream/openapi/same-name.ts";

it.each([
  // Case, and what PHP makes of dots, blanks, a NUL and brackets that are not closed.
  ["tenant", "tenant"],
  ["tenant", "Tenant"],
  ["api_key", "api.key"],
  ["api_key", "api key"],
  ["api_key", "api[key"],
  ["tenant", " tenant"],
  ["tenant", "tenant\0x"],
  // A list, a part of the name, and what the name is a part of.
  ["tenant", "tenant[]"],
  ["tenant", "tenant[a][b]"],
  ["filter[tenant]", "filter"],
  ["filter[tenant]", "FILTER[Tenant]"],
  ["filter[tenant]", "filter[tenant]x"],
  ["filter[tenant]", "filter[tenant][0]"],
  ["ids[]", "ids[0]"],
  // ASP.NET and Spring read dots as brackets, and qs a name that is nothing but brackets.
  ["filter[tenant]", "filter.tenant"],
  ["filter.tenant", "filter[tenant]"],
  ["tenant", "[tenant]"],
])("may be one: %j and %j", (one, other) => {
  expect(mayBeSameName(one, other)).toBe(true);
  expect(mayBeSameName(other, one)).toBe(true);
});

it.each([
  ["tenant", "tenants"],
  ["page", "page_size"],
  ["page", "page.size"],
  ["filter[tenant]", "filter[status]"],
  ["filter[tenant]", "filter[]"],
  ["filter[a][b]", "filter[a][c]"],
  ["filter[tenant]", "tenant"],
])("are two: %j and %j", (one, other) => {
  expect(mayBeSameName(one, other)).toBe(false);
  expect(mayBeSameName(other, one)).toBe(false);
});
