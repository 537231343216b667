/** A description of an operation says how its list is read page by page. */
import { expect, it } from "vitest";
import { readOperations, type PaginationPlan } from "../../sdk-gen/index.ts";
import { startProcessorTime } from "../support/processor-time.ts";

interface Given {
  readonly parameters: readonly object[];
  readonly answer: object;
  readonly headers?: object;
}

function planOf({ parameters, answer, headers }: Given): PaginationPlan | undefined {
  const content = { "application/json": { schema: answer } };
  const get = {
    operationId: "list",
    parameters,
    responses: { 200: { description: "", content, ...(headers && { headers }) } },
  };
  return readOperations({ openapi: "3.0.3", paths: { "/list": { get } } }).operations[0]?.request.pagination;
}

const LIST = { type: "array", items: { type: "object" } };

function query(name: string, schema: object, more: object = {}): object {
  return { name, in: "query", schema, ...more };
}

const CURSOR = query("cursor", { type: "string" });

it.each<{ readonly given: Given; readonly want: true | undefined }>([
  { given: { parameters: [CURSOR], answer: LIST }, want: undefined },
  { given: { parameters: [CURSOR], answer: LIST, headers: { Link: { schema: { type: "string" } } } }, want: true },
  { given: { parameters: [CURSOR], answer: { properties: { items: LIST, total: {} } } }, want: undefined },
  { given: { parameters: [CURSOR], answer: { properties: { items: LIST, nextPageToken: {} } } }, want: true },
  {
    given: { parameters: [CURSOR], answer: { properties: { items: LIST, meta: { properties: { next_cursor: {} } } } } },
    want: true,
  },
])("an answer is described as one that names the next page: $given", ({ given, want }) => {
  const plan = planOf(given);
  expect(plan).toBeDefined();
  expect(plan?.namesNext).toBe(want);
});

it.each([
  { description: "Page to fetch (starts at 0).", want: 0 },
  { description: "Zero-based page number", want: 0 },
  { description: "The page, 0-indexed", want: 0 },
  { description: "Counting begins with zero", want: 0 },
  { description: "Page number, starts at 1", want: 1 },
  { description: "Pages of 0.5 MB start at 0.5", want: undefined },
  { description: "The page", want: undefined },
])("pages are counted from where their description says: $description", ({ description, want }) => {
  const parameters = [query("page", { type: "integer" }, { description })];
  expect(planOf({ parameters, answer: LIST })?.page?.min).toBe(want);
});

it("operations whose answers refer to large schemas again and again cost no more than a description may", () => {
  const fields = (count: number, schema: object): object =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schema]));
  const Large = { properties: fields(100_000, { type: "string" }) };
  const List = { properties: { items: LIST, ...fields(190, { $ref: "#/components/schemas/Large" }) } };
  const content = { "application/json": { schema: { $ref: "#/components/schemas/List" } } };
  const get = { parameters: [CURSOR], responses: { 200: { description: "", content } } };
  const paths = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`/list${index}`, { get }]));
  const elapsedMs = startProcessorTime();
  readOperations({ openapi: "3.0.3", paths, components: { schemas: { Large, List } } });
  expect(elapsedMs()).toBeLessThan(5_000);
});

it.each(["start_cursor", "continue", "pagination_token", "page[after]", "PageToken"])(
  "a cursor is passed as %s",
  (name) => {
    const answer = { properties: { items: LIST, metadata: { properties: { continue: {} } } } };
    const plan = planOf({ parameters: [query(name, { type: "string" })], answer });
    expect(plan?.cursor?.name).toBe(name);
    expect(plan?.namesNext).toBe(true);
  },
);

it("an offset is passed as page[offset]", () => {
  expect(planOf({ parameters: [query("page[offset]", { type: "integer" })], answer: LIST })?.offset?.name).toBe(
    "page[offset]",
  );
});
