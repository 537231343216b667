import { expect, test } from "vitest";
import { durableProgram } from "../support/durable-programs.ts";
import { findDifferences } from "../support/durable-lives.ts";

test("a program is cut off at each position of its journal and goes on", { timeout: 120_000 }, async () => {
  for (let seed = 1; seed <= 4; seed += 1) {
    const program = durableProgram(seed);
    expect(await findDifferences(program), program.code).toEqual([]);
  }
});
