/** Results of MCP servers as the gateway takes them. */
import { expect, it } from "vitest";
import { callResult } from "../../../src/upstream/mcp/call-result.ts";

it("an upstream cannot set the fields that are the gateway's own", () => {
  const own = { failure: {}, source: {}, bytes: {}, remark: "x", callOutcome: "ok", requiredCapabilities: {} };
  const result = { content: [], isError: true, other: 1 };
  expect(callResult.parse({ ...result, ...own })).toStrictEqual(result);
});
