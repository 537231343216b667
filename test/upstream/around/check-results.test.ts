/** Results against output schemas: what the gateway itself makes of a long integer is no fault of the upstream. */
import { expect, it } from "vitest";
import { checkResults } from "../../../src/upstream/around/check-results.ts";
import type { Connector, ToolResult } from "../../../src/upstream/connector.ts";

const L = "9007199254740993";
const SCHEMA = {
  type: "object",
  properties: {
    id: { type: "integer", format: "int64" },
    ids: { type: "array", items: { $ref: "#/$defs/Id" } },
    name: { type: "string" },
  },
  $defs: { Id: { type: "integer", minimum: 0, nullable: true } },
};

/** @returns the result as it is passed on, and the mismatch that was reported */
async function checked(mode: "strict" | "warn", result: ToolResult, outputSchema: unknown = SCHEMA) {
  const connector: Connector = {
    list: () => Promise.resolve("unchanged"),
    call: () => Promise.resolve(result),
    close: () => Promise.resolve(),
  };
  let mismatch: string | undefined;
  const options = { signal: new AbortController().signal, onMismatch: (text: string) => (mismatch = text) };
  const passed = await checkResults(connector, mode).call({ name: "big", outputSchema }, {}, options);
  return { passed, mismatch };
}

const answer = (text: string): ToolResult => ({ content: [{ type: "text", text }] });

it.each([
  { name: "in the body of an HTTP API", result: answer(`{"id":${L},"ids":[1,null,${L}]}`) },
  { name: "alone", result: answer(L), schema: { type: "integer" } },
  {
    name: "in structured content that a text block repeats",
    result: { ...answer(`{"id":${L}}`), structuredContent: { id: Number(L) } },
  },
  { name: "already a text, as in answers of a GraphQL API", result: { structuredContent: { id: L }, content: [] } },
])("a long integer fits a schema that wants one: $name", async ({ result, schema }) => {
  expect(await checked("strict", result, schema)).toStrictEqual({ passed: result, mismatch: undefined });
  expect(await checked("warn", result, schema)).toStrictEqual({ passed: result, mismatch: undefined });
});

it.each([
  { given: `{"ids":[-${L}]}`, want: "value.ids[0] must be >= 0." },
  { given: '{"id":"12"}', want: "value.id must be an integer, not string." },
  { given: `{"name":true,"id":${L}}`, want: "value.name must be string, not boolean." },
])("what breaks the schema does so still: $given", async ({ given, want }) => {
  const { passed } = await checked("strict", answer(given));
  const text = `The answer breaks the tool's own output schema: ${want} The call was carried out.`;
  expect(passed).toStrictEqual({ isError: true, content: [{ type: "text", text }], callOutcome: "ok" });
  expect((await checked("warn", answer(given))).mismatch).toBe(want);
});
