/** Which cancellations are remembered until the run of their request is open. */
import { expect, it } from "vitest";
import { CancelledRequests } from "../../../src/gateway/runs/open-runs.ts";

it("remembers ids of requests, and none that is as long as a message", () => {
  const cancelled = new CancelledRequests();
  for (const id of [1, "1", "x".repeat(1_000), "x".repeat(4_000_000)]) cancelled.add({ session: "s", id });
  expect(cancelled.has({ session: "s", id: 1 })).toBe(true);
  expect(cancelled.has({ session: "s", id: "x".repeat(1_000) })).toBe(true);
  expect(cancelled.has({ session: "s", id: "x".repeat(4_000_000) })).toBe(false);
});
