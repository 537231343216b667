/** Entries on their way from the Worker of a durable run to its Gateway. */
import { expect, it } from "vitest";
import { recordingOf, type ToolCall } from "../../../worker-loader/index.ts";
import { MAX_JOURNAL_LENGTH, MAX_UNWRITTEN_LENGTH } from "../../../src/limits/durable-limits.ts";
import { recordedCalls } from "../../../src/runs/durable/connect-run.ts";
import type { PlacedEntry } from "../../../src/runs/durable/placed-entry.ts";
import { DurableSession } from "../../../src/runs/durable/session.ts";
import type { OpenRun } from "../../../src/runs/run-gateway.ts";

const NO_ARGS = { args: "{}", raw: false };

type Send = (entries: readonly PlacedEntry[]) => Promise<void>;

function sessionWith(record: Send, park = record) {
  const session = new DurableSession({
    root: "r_1",
    entries: [],
    startedAt: 0,
    waitMs: Infinity,
    sleepsUntil: Infinity,
  });
  session.attach({ record, park: (entries) => park(entries).then(() => undefined) });
  const durable = session.durable("", { startedAt: 0, seed: "" });
  const ask = (number: number, call: Partial<ToolCall> = {}): void => {
    const made = { server: "github", tool: "get", ...NO_ARGS, ...call };
    durable.record({ kind: "asked", number, turn: 0, ask: { kind: "call", ...made } });
  };
  return { session, durable, ask };
}

const numbersOf = (entries: readonly PlacedEntry[]): readonly unknown[] =>
  entries.map((entry) => ("number" in entry ? entry.number : undefined));

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

it.each(["call", "flush", "park"] as const)(
  "sends entries again before later ones when a %s has failed",
  async (how) => {
    const arrived: PlacedEntry[] = [];
    let failures = 1;
    const send: Send = async (entries) => {
      if ((failures -= 1) >= 0) throw new Error("The message is too long.");
      arrived.push(...entries);
    };
    const { session, durable, ask } = sessionWith(send);
    const host: Partial<OpenRun> = {
      callRecorded: async (_call, _services, { entries }) => {
        await send(entries);
        return { ok: true, value: "null" };
      },
    };
    const call = recordedCalls(host as OpenRun, { session, path: "" }, () => []);
    const made = { server: "github", tool: "get", ...NO_ARGS };
    ask(0);
    const ways = {
      call: () => call(made, 0),
      flush: () => session.flush(),
      park: () => {
        session.parkAtOnce();
        durable.onRest?.({ nextTimer: undefined, waitingSince: 1, stillSo: () => true });
        return session.parkingAnswered();
      },
    };
    await ways[how]().catch(() => undefined);
    expect(failures).toBe(0);
    ask(1);
    await call(made, 1);
    expect([failures, numbersOf(arrived)]).toEqual([-1, [0, 1]]);
  },
);

it("holds no more of a script than a journal may have while the Gateway takes nothing", async () => {
  const { ask } = sessionWith(() => Promise.reject(new Error("The Gateway is gone.")));
  const args = "x".repeat(1_000_000);
  const asked = async (): Promise<void> => {
    for (let number = 0; number < 2 * (MAX_JOURNAL_LENGTH / args.length); number += 1) {
      ask(number, { args });
      await scheduler.wait(0);
    }
  };
  await expect(asked()).rejects.toThrow("cannot store");
});

it("takes an entry that was stored twice for the first", () => {
  const ask = { kind: "question", service: "store.get", args: "[]" } as const;
  const first = [
    { kind: "asked", number: 0, turn: 0, ask },
    { kind: "answered", number: 0, reply: { ok: true, value: "1" } },
    { kind: "settled", number: 0, at: 1 },
    { kind: "asked", number: 1, turn: 1, ask },
    { kind: "settled", number: 1, at: 2 },
  ] as const;
  expect(recordingOf([...first, ...first])).toEqual(recordingOf(first));
  expect(recordingOf([...first, first[0], first[2]])).toEqual(recordingOf(first));
});
