/**
 * What the instrumentation costs where a script does nothing else: loops of 1e8 steps, against the same text in a bare isolate.
 * Each script takes its own time, inside the isolate, where whole milliseconds are exact enough.
 */
import type { Measurement } from "../gateway/section.ts";
import { median } from "../gateway/report.ts";
import type { BenchWorker } from "./bench-worker.ts";

const ROUNDS = 7;
const MAX_RATIO = 2.5;

// No integer outgrows 31 bits: whether V8 recovers from that differs from run to run, with guards and without.
const LOOPS: Readonly<Record<string, string>> = {
  "empty for": "for (let i = 0; i < 1e8; i++) {}",
  "for, s += i": "for (let i = 0; i < 1e8; i++) s += i;",
  "for, s = (s + i) & 65535": "for (let i = 0; i < 1e8; i++) s = (s + i) & 65535;",
  while: "let i = 0; while (i < 1e8) i++;",
  "do while": "let i = 0; do i++; while (i < 1e8);",
  nested: "for (let i = 0; i < 1e4; i++) for (let j = 0; j < 1e4; j++) s = (s + j) & 65535;",
  "array access": "for (let i = 0; i < 1e8; i++) s += a[i & 1023];",
  "array access, for of": "for (let i = 0; i < 1e5; i++) for (const x of a) s += x;",
  "function calls": "const add = (x, y) => x + y; for (let i = 0; i < 1e8; i++) s = add(s, i);",
};

export async function loops(worker: BenchWorker): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const [what, loop] of Object.entries(LOOPS)) {
    const bare: number[] = [];
    const instrumented: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const script = `async () => {
        let s = ${round}; const a = Array.from({ length: 1024 }, (_, k) => k);
        const from = Date.now(); ${loop}
        return Date.now() - from;
      }`;
      for (const [contestant, samples] of [
        ["floor", bare],
        ["ours", instrumented],
      ] as const)
        samples.push(Number((await worker.run({ contestant, scripts: [script] })).text));
    }
    const times = (median(instrumented) / median(bare)).toFixed(2);
    rows.push(
      { what: `1e8 steps, ${what}: bare`, samples: bare },
      {
        what: `1e8 steps, ${what}: ours`,
        samples: instrumented,
        bar: MAX_RATIO * median(bare),
        note: `${times} × bare`,
      },
    );
  }
  return rows;
}
