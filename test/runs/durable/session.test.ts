/** Entries on their way from the Worker of a durable run to its Gateway. */
import { expect, it } from "vitest";
import type { ToolCall } from "../../../worker-loader/index.ts";
import { MAX_UNWRITTEN_LENGTH } from "../../../src/limits/durable-limits.ts";
import type { PlacedEntry } from "../../../src/runs/durable/placed-entry.ts";
import { DurableSession } from "../../../src/runs/durable/session.ts";

const NO_ARGS = { args: "{}", raw: false };

function sessionWith(record: (entries: readonly PlacedEntry[]) => Promise<void>) {
  const session = new DurableSession({
    root: "r_1",
    entries: [],
    startedAt: 0,
    waitMs: Infinity,
    sleepsUntil: Infinity,
  });
  session.attach({ record, park: () => Promise.resolve(undefined) });
  const durable = session.durable("", { startedAt: 0, seed: "" });
  const ask = (number: number, call: Partial<ToolCall> = {}): void => {
    const made = { server: "github", tool: "get", ...NO_ARGS, ...call };
    durable.record({ kind: "asked", number, turn: 0, ask: { kind: "call", ...made } });
  };
  return { session, ask };
}

it.each([
  { what: "server", call: { server: "x".repeat(500) } },
  { what: "tool", call: { tool: "x".repeat(500) } },
])("sends entries at once when the names of a $what have become too long for one message", async ({ call }) => {
  let sent = 0;
  const { ask } = sessionWith(async (entries) => void (sent += entries.length));
  for (let number = 0; number <= MAX_UNWRITTEN_LENGTH / 500; number += 1) ask(number, call);
  await Promise.resolve();
  expect(sent).toBeGreaterThan(0);
});
