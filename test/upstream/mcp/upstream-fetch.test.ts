/** Answers of upstreams end, whatever they send. */
import { expect, it } from "vitest";
import { upstreams } from "../../support/upstreams.ts";
import { createUpstreamFetch } from "../../../src/upstream/mcp/upstream-fetch.ts";

const { documents, modern } = upstreams;
const boundedFetch = createUpstreamFetch({ timeoutMs: 10_000 });

it("stops reading an answer without end", async () => {
  const response = await boundedFetch(`${documents}/endless`, { method: "POST" });
  await expect(response.text()).rejects.toThrow("more than 8388608 bytes");
});

it("passes on what is not too large, as it is", async () => {
  const response = await boundedFetch(`${modern}/nothing-here`, { method: "POST", body: "{}" });
  const plain = await fetch(`${modern}/nothing-here`, { method: "POST", body: "{}" });
  expect(response.status).toBe(plain.status);
  expect(await response.text()).toBe(await plain.text());
});
