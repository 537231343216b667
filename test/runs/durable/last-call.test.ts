/** The time of a run's last call, which its timers and its questions do not change. */
import { expect, it } from "vitest";
import { LastCall } from "../../../src/runs/durable/last-call.ts";
import type { PlacedEntry } from "../../../src/runs/durable/placed-entry.ts";

const call = { kind: "call", server: "github", tool: "get", args: "{}", raw: false } as const;
const asked = (number: number, ask: Extract<PlacedEntry, { kind: "asked" }>["ask"]): PlacedEntry => {
  return { kind: "asked", path: "", number, turn: 0, ask };
};
const timer = (number: number): PlacedEntry => asked(number, { kind: "timer", ms: 300, due: 0 });
const question = (number: number): PlacedEntry =>
  asked(number, { kind: "question", service: "progress", args: "null" });
const settled = (number: number, at: number): PlacedEntry => ({ kind: "settled", path: "", number, at });

it.each([
  { what: "the beginning of a run without calls", entries: [timer(0), settled(0, 200)], want: 100 },
  { what: "the time at which a call was made", entries: [timer(0), settled(0, 200), asked(1, call)], want: 200 },
  { what: "the time of its answer", entries: [asked(0, call), settled(0, 300)], want: 300 },
  {
    what: "not that of timers and questions after it",
    entries: [asked(0, call), timer(1), settled(1, 400), question(2), settled(2, 500)],
    want: 100,
  },
])("is $what", ({ entries, want }) => {
  const last = new LastCall(100);
  for (const entry of entries) last.note(entry);
  expect(last.at).toBe(want);
});
