/** Path parameters of several segments: their slashes are sent only where the request can be no other operation. */
import { expect, test } from "vitest";
import { readOperations } from "../../sdk-gen/index.ts";

const greedy = {
  parameters: [{ name: "proxy", in: "path", required: true, schema: { type: "string" } }],
  responses: {},
};

function takesSlashes(paths: object): boolean | undefined {
  const { operations } = readOperations({ openapi: "3.1.0", paths });
  const own = operations.find(({ request }) => request.path.includes("{proxy}"));
  return own?.request.parameters.some(({ hasSegments }) => hasSegments === true);
}

test.each([
  { others: {}, want: true },
  { others: { "/users/{id}": { get: { responses: {} } } }, want: true },
  { others: { "/users/{id}": { delete: { responses: {} } } }, want: false },
  { others: { "/files/{id}": { delete: { responses: {} } } }, want: false },
  { others: { "/{all}/x": { delete: { responses: {} } } }, want: false },
])("DELETE /{proxy+} beside $others", ({ others, want }) => {
  expect(takesSlashes({ "/{proxy+}": { delete: greedy }, ...others })).toBe(want);
});

test.each([
  { others: { "/users/{id}": { delete: { responses: {} } } }, want: true },
  { others: { "/files/{id}": { delete: { responses: {} } } }, want: false },
  { others: { "/files": { delete: { responses: {} } } }, want: false },
])("DELETE /files/{proxy+} beside $others", ({ others, want }) => {
  expect(takesSlashes({ "/files/{proxy+}": { delete: greedy }, ...others })).toBe(want);
});
