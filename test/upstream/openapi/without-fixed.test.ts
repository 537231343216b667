/** Tools without the parameters that gateway.json fixes. */
import { expect, it } from "vitest";
import { fixedNames } from "../../../src/upstream/openapi/fixed-names.ts";
import { readApi, type ApiTool } from "../../../src/upstream/openapi/read-api.ts";
import { withoutFixed } from "../../../src/upstream/openapi/without-fixed.ts";

const NAMES = ["page", "per_page", "page[size]", "q"];

function toolOf(): ApiTool {
  const parameters = [
    ...NAMES.map((name) => ({ name, in: "query", required: true, schema: { type: "integer" } })),
    { name: "X-Tenant", in: "header", required: true, schema: { type: "string" } },
  ];
  const responses = { 200: { content: { "application/json": { schema: { type: "array" } } } } };
  const api = readApi({ openapi: "3.1.0", paths: { "/a": { get: { operationId: "list", parameters, responses } } } });
  const [tool] = api.ok ? api.tools : [];
  if (tool === undefined) throw new Error("The description has no tool");
  return tool;
}

const without = (query: string, headers: Record<string, string> = {}) => {
  const tool = toolOf();
  return withoutFixed(tool, fixedNames(tool.request, new URLSearchParams(query), new Headers(headers)));
};

it.each([
  { query: "page=9", headers: {}, want: ["per_page", "page[size]", "q", "X-Tenant"] },
  { query: "q=1", headers: { "x-tenant": "t1" }, want: ["page", "per_page", "page[size]"] },
  { query: "page=1&per_page=2&page%5Bsize%5D=3&q=4", headers: { "x-tenant": "t1" }, want: [] },
])("have $want left beside $query, $headers", ({ query, headers, want }) => {
  const { inputSchema, request } = without(query, headers);
  const { properties, required = [] } = inputSchema as { readonly properties: object; readonly required?: string[] };
  expect(Object.keys(properties)).toStrictEqual(want);
  expect(required).toStrictEqual(want);
  expect(request.parameters.filter(({ isFixed }) => !isFixed).map(({ argument }) => argument)).toStrictEqual(want);
});

it("are without a parameter that is written otherwise", () => {
  for (const query of ["Q=1", "Per.Page=2"])
    expect(without(query).request.parameters.filter(({ isFixed }) => isFixed)).toHaveLength(1);
});

it("are the same where nothing of them is fixed", () => {
  const tool = toolOf();
  expect(withoutFixed(tool, fixedNames(tool.request, new URLSearchParams("z=1"), new Headers()))).toBe(tool);
});

it("have pages that are asked for by what is left", () => {
  expect(without("q=1").request.pagination).toMatchObject({ page: { name: "page" }, size: { name: "per_page" } });
  const { pagination } = without("per_page=100").request;
  expect(pagination).toMatchObject({ page: { name: "page" } });
  expect(pagination).not.toHaveProperty("size");
  expect(without("page=9").request).not.toHaveProperty("pagination");
});
