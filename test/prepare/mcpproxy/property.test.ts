/** A script of MCPProxy's means the same after its rewriting as where `call_tool` is a synchronous function. */
import { expect, it } from "vitest";
import { runAsMeant, runRewritten } from "./in-node.ts";
import { generateAsyncProgram, generateSyncProgram } from "./programs.ts";

const PROGRAMS = 500;

it(`${PROGRAMS} generated programs give the same value and make the same calls in the same order`, async () => {
  const wrong = [];
  let calls = 0;
  let threw = 0;
  for (let seed = 1; seed <= PROGRAMS; seed += 1) {
    const code = generateSyncProgram(seed);
    const want = await runAsMeant(code);
    const got = await runRewritten(code);
    calls += want.calls.length;
    threw += "thrown" in want.ended ? 1 : 0;
    if (JSON.stringify(want) === JSON.stringify({ ended: got.ended, calls: got.calls })) continue;
    wrong.push({ seed, code, want, got });
  }
  expect(wrong.slice(0, 1)).toEqual([]);
  // The programs are worth comparing.
  expect(calls).toBeGreaterThan(PROGRAMS * 5);
  expect(threw).toBeLessThan(PROGRAMS / 4);
}, 60_000);

it(`${PROGRAMS} generated programs with async functions give the same value and make the same calls in the same order`, async () => {
  const wrong = [];
  let divided = 0;
  for (let seed = 1; seed <= PROGRAMS; seed += 1) {
    const code = generateAsyncProgram(seed);
    const want = await runAsMeant(code);
    const got = await runRewritten(code);
    // In the others, calls of async functions cannot wait (async-parts.ts).
    if (!got.isDivided) continue;
    divided += 1;
    if (JSON.stringify(want) === JSON.stringify({ ended: got.ended, calls: got.calls })) continue;
    wrong.push({ seed, code, want, got });
  }
  expect(wrong.slice(0, 1)).toEqual([]);
  expect(divided).toBeGreaterThan(PROGRAMS / 3);
}, 60_000);
