/** Who lists a server tool by tool pays for each tool once, however many there are. */
import { expect, it } from "vitest";
import { buildServerSdk, printTools } from "../../sdk-gen/index.ts";
import { startProcessorTime } from "../support/processor-time.ts";

const COUNT = 10_000;

const tools = Array.from({ length: COUNT }, (_, index) => ({
  name: `tool_${index}`,
  description: `Does thing ${index}`,
  inputSchema: {
    type: "object",
    properties: {
      a: {
        type: "object",
        properties: { x: { type: "number" }, [`shared_${index % 50}`]: { type: "string", description: "said" } },
      },
    },
  },
}));

it.each(["signatures", "full"] as const)("prints the %s of 10,000 tools one by one", (detail) => {
  const sdk = buildServerSdk({ name: "many", identifier: "many", tools });
  const elapsedMs = startProcessorTime();
  const texts = sdk.tools.map(({ identifier }) => printTools(sdk, [identifier], detail));
  // A table of all tools for each of them takes 30 s and more; once for all, half a second.
  expect(elapsedMs()).toBeLessThan(6_000);
  expect(texts.at(-1)).toContain(`many.tool_${COUNT - 1}(`);
});
