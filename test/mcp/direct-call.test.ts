/** The answer of a direct call, as a client gets it. */
import { expect, it } from "vitest";
import { NO_COUNTS } from "../../src/ledger/run-record.ts";
import { directResult } from "../../src/mcp/direct-call.ts";

/** @param result of the upstream */
function answered(result: object) {
  const outcome = { ok: true, value: JSON.stringify(result), logs: [] } as const;
  return directResult({ run: "r1", outcome, stats: { ...NO_COUNTS, durationMs: 1 } }, false);
}

it("has a block of an unknown type as text, for which a client would refuse the whole", () => {
  const chart = { type: "chart", points: [1, 2] };
  const text = { type: "text", text: "two points" };
  expect(answered({ content: [chart, text] })?.content).toStrictEqual([
    { type: "text", text: JSON.stringify(chart) },
    text,
  ]);
});

it("has structured content that is an object, and leaves the rest to the text that repeats it", () => {
  const content = [{ type: "text", text: "[1,2]" }];
  expect(answered({ content, structuredContent: { a: [1] } })?.structuredContent).toStrictEqual({ a: [1] });
  expect(answered({ content, structuredContent: [1, 2] })).not.toHaveProperty("structuredContent");
});

it.each([[[1, 2]], ["text"], [0]])("has structured content that no text repeats as text: %j", (structuredContent) => {
  const content = [{ type: "text", text: JSON.stringify(structuredContent) }];
  expect(answered({ content: [], structuredContent })?.content).toStrictEqual(content);
});
