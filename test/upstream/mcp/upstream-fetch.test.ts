/** Answers of upstreams end, whatever they send. */
import { expect, it, vi } from "vitest";
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

const EVENT = 'data: {"jsonrpc":"2.0","method":"notifications/x"}\n\n';

it("passes on many messages of one answer at a pace that leaves time for other calls", async () => {
  const events = EVENT.repeat(4_000);
  const send = async (): Promise<Response> =>
    new Response(events, { headers: { "content-type": "text/event-stream" } });
  const started = Date.now();
  const response = await createUpstreamFetch({ timeoutMs: 10_000, send })("https://upstream.test", { method: "POST" });
  expect(await response.text()).toBe(events);
  // A thousand at once, and the others at 3,000 per second; the last chunk is not whole.
  expect(Date.now() - started).toBeGreaterThan(600);
});

it("goes on at that pace where the clock is set back", async () => {
  let stepMs = 0;
  const { now } = Date;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now() - stepMs);
  const chunks = Array.from({ length: 4 }, () => new TextEncoder().encode(EVENT.repeat(600)));
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      const chunk = chunks.pop();
      if (chunk === undefined) return controller.close();
      if (chunks.length === 1) stepMs = 3_600_000;
      controller.enqueue(chunk);
    },
  });
  const send = async (): Promise<Response> => new Response(body, { headers: { "content-type": "text/event-stream" } });
  const response = await createUpstreamFetch({ timeoutMs: 10_000, send })("https://upstream.test", { method: "POST" });
  expect((await response.text()).length).toBe(EVENT.length * 2_400);
  clock.mockRestore();
});
