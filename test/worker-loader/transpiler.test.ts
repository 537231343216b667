/** The isolate that holds esbuild serves everybody: whatever one script does to it, the others get their answer. */
import { describe, expect, it } from "vitest";
import { transpile } from "./script.ts";

const GAVE_UP = {
  ok: false,
  error: { code: "TRANSPILE_ERROR", message: expect.stringContaining("nested too deeply") },
};

describe("the transpiler", () => {
  it("serves many at once", async () => {
    const all = await Promise.all(Array.from({ length: 40 }, (_, n) => transpile(`let a${n}: number = ${n};`)));
    expect(all.map((one) => one.ok && one.code.trim())).toStrictEqual(all.map((_, n) => `let a${n} = ${n};`));
  });

  it.each([
    { name: "parentheses", code: "(".repeat(20_000) },
    { name: "negations", code: `${"!".repeat(100_000)}1` },
    { name: "type arguments", code: `let a: ${"A<".repeat(20_000)}` },
    { name: "else if", code: `${"if (a) b; else ".repeat(10_000)}c` },
    { name: "conditionals", code: `${"a?b:".repeat(20_000)}1` },
  ])("survives a script that exhausts its stack: $name", async ({ code }) => {
    expect(await transpile(code)).toMatchObject(GAVE_UP);
    expect(await transpile("let b: number")).toMatchObject({ ok: true });
  });

  it("answers those who were in flight when it broke", async () => {
    const codes = Array.from({ length: 9 }, (_, n) => (n === 4 ? "(".repeat(20_000) : `let a${n}: number;`));
    const all = await Promise.all(codes.map(transpile));
    expect(all.map(({ ok }) => ok)).toStrictEqual(codes.map((_, n) => n !== 4));
    expect(all[4]).toMatchObject(GAVE_UP);
  });
});
