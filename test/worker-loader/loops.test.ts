/** Guards change how a loop is written, never what it does; most of these run across several chunks of steps. */
import { expect, it } from "vitest";
import { runScript } from "./script.ts";

const CASES: readonly (readonly [given: string, want: unknown])[] = [
  ["let n = 0; for (let i = 0; i < 10_000; i++) n += i; n", 49_995_000],
  ["let n = 0; for (let i = 0; i < 10_000; i++) { if (i % 2) continue; n += 1 } n", 5_000],
  ["let n = 0; for (;;) { if (n === 10_000) break; n++ } n", 10_000],
  ["let n = 0; for (; ; n++) { if (n === 9_000) break } n", 9_000],
  ["let n = 0; for (; n < 9_000; ) n++; n", 9_000],
  ["let n = 0; for /* ( */ ( /* ; */ ; /* ; */ ; /* ) */ n++) if (n > 9_000) break; n", 9_001],
  ["let n = 0, i; for ((i = 0); (i < 9_000); (i++)) n++; n", 9_000],
  ["let n = 0; for (let i = ((0)) /* ); */; ((i) < (3)) /* ); */ ; ((i++))) n++; n", 3],
  ["let n = 0; for (let i = 0; ((f) => (f < 3) /* ; */)(i) // );\n; i++) n++; n", 3],
  ["let n = 0, i; for (/* ( */ (i) = 0; !(i > 3); ) (n++), i++; while ((n < 5)) n++; do n++; while ((n < 9)); n", 9],
  ["let n = 0; for (var i = 0 /* ; */; // ;\n ; i++) { if (i > 5) break; n += i } n + i", 21],
  ["let n = 0, i, x = { i: 2 }; for ({ i } = x; i < 9_000; i++) n++; [n, i]", [8_998, 9_000]],
  ["let n = 0; for ({}.x; n < 3; ) n++; for (function () {}.x; n < 6; ) n++; for (class {}.x; n < 9; ) n++; n", 9],
  ["let n = 0; for (let i = 0; i < 200; i++) n += Math.abs(i) + [...[1]].length; n", 20_100],
  ["let n = 0; for (const x of Array(200).fill(1)) { if (n % 2) { n += Math.abs(x); continue } n++ } n", 200],
  ["let i = 0; while (i < 10_000) i++; i", 10_000],
  ["let n = 0, i = 0; while (i++ < 10_000) { if (i % 2) continue; n++ } n", 5_000],
  ["let i = 0; do i++; while (i < 10_000); i", 10_000],
  ["let i = 0; do { i++; if (i % 2) continue; if (i > 9_000) break } while (i < 10_000); i", 9_002],
  ["let i = 0; do i++; while (i < 4_094) i", 4_094],
  ["let i = 0; do i++; while (i < 4_095) i", 4_095],
  ["let i = 0; do i++; while (i < 4_096) i", 4_096],
  ["let i = 0; do i++; while (false, i < 3) i", 3],
  ["let n = 0; for (let i = 0; i < 100; i++) for (let j = 0; j < 100; j++) n++; n", 10_000],
  ["let n = 0; for (let i = 0; i < 100; i++) do n++; while (n % 100); n", 10_000],
  [
    "let n = 0; a: for (let i = 0; i < 9; i++) for (let j = 0; ; j++) { if (j > i) continue a; if (i > 4) break a; n++ } n",
    15,
  ],
  ["let n = 0, i = 0; a: while (i++ < 9) { do { if (i % 2) continue a; n++ } while (n % 3) } n", 12],
  ["let n = 0, i = 0; a: do { for (;;) { if (i % 2) continue a; break } n++ } while (i++ < 9); n", 5],
  [
    "let n = 0; for (let i = 0; i < 4; i++) { switch (i) { case 1: continue; case 2: break; default: n += 10 } n++ } n",
    23,
  ],
  ["const got = []; for (let i = 0; i < 3; i++) got.push(() => i); got.map((f) => f())", [0, 1, 2]],
  ["const add = (x, y) => x + y; let n = 0; for (let i = 0; i < 10_000; i++) n = add(n, i); n", 49_995_000],
  ["function twice(x) { const y = x; return y * 2 } [twice(1), twice(2)]", [2, 4]],
  ["let n = 0; for (const _ of Array(10_000).fill(0)) n++; n", 10_000],
  ["let n = 0, i = 0; do { for (const _ of Array(5_000).fill(0)) n++ } while (++i < 3); n", 15_000],
  ["let n = 0; for (let i = 0; i < 3; i++) { await null; n += i } n", 3],
  ["function* g() { for (let i = 0; i < 3; i++) yield i } [...g()]", [0, 1, 2]],
  ["function f() { for (;;) while (true) do return 7; while (true) } f()", 7],
  ["class A { static n = 0; static { for (let i = 0; i < 5_000; i++) A.n++ } } A.n", 5_000],
  ["if (true) while (false); else for (;;) {} 1", 1],
  ["let $chunk = 1, $loop1 = 2; for (let i = 0; i < 3; i++) $chunk += $loop1; $chunk", 7],
  ["let n = 0; try { for (let i = 0; ; i++) { n = i; if (i > 5_000) throw i } } catch (i) { n += i } n", 10_002],
];

it.each(CASES.map(([given, want]) => ({ given, want })))("$given", async ({ given, want }) => {
  const { value, error } = await runScript(given);
  expect({ value, error }).toStrictEqual({ value: want, error: undefined });
});

it.each([
  ["for (let i = 0;\n  i.a.b < 1; i++) {}", 2, 7],
  ["let i = 0;\nfor (; i < 1;\n  i.a.b) {}", 3, 7],
  ["let i = 0;\nwhile (\n  i.a.b) {}", 3, 7],
  ["let i = 0;\ndo {} while (\n  i.a.b)", 3, 7],
])("%s: fails at %i:%i", async (given, line, column) => {
  const { error } = await runScript(given);
  expect(error).toMatchObject({ code: "RUNTIME_ERROR", line, column });
});
