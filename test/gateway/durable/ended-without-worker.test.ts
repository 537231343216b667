/** The outcome of a run that ends while no Worker executes it, by its journal. */
import { expect, it } from "vitest";
import { LAPSED, endedWithoutWorker } from "../../../src/gateway/durable/ended-without-worker.ts";
import type { DurableRequest } from "../../../src/runs/durable/durable-run.ts";
import type { PlacedEntry } from "../../../src/runs/durable/placed-entry.ts";

const request = { opening: { startedAt: 0 } } as unknown as DurableRequest;

function messageOf(...entries: readonly object[]): string {
  const placed = entries.map((entry) => ({ path: "", ...entry }) as unknown as PlacedEntry);
  const { outcome } = endedWithoutWorker(request, placed, LAPSED, { now: 1, recorded: undefined });
  return outcome.ok ? "" : outcome.error.message;
}

const asked = (number: number) => ({
  kind: "asked",
  number,
  ask: { kind: "call", server: "up", tool: "pay", args: "{}" },
});
const sent = (number: number) => ({ kind: "sent", number, call: number });
const answered = (number: number) => ({ kind: "answered", number, reply: { ok: true, value: "1" } });
const input = (number: number) => ({ kind: "input", number });

it("counts no call as answered whose upstream has asked for input, and got none", () => {
  expect(messageOf(asked(1), sent(1), input(1))).toBe(LAPSED.message);
  const withInput = messageOf(asked(1), sent(1), answered(1), asked(2), sent(2), input(2));
  expect(withInput).toBe(`${LAPSED.message} 1 call of the run was answered before.`);
  expect(messageOf(asked(1), sent(1), input(1), sent(1), answered(1))).toBe(withInput);
});

it("names the calls whose answers it has not heard, and counts the others", () => {
  expect(messageOf(asked(1), sent(1), answered(1), asked(2), sent(2))).toMatch(
    /^up\.pay was sent before .* 1 call of the run was answered before\.$/,
  );
});
