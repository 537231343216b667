/** Some seeds of the fuzzer of the same name; `npm run fuzz -- hostile-catalog` tries more. */
import { expect, it } from "vitest";
import { run } from "../fuzz/hostile-catalog.ts";

it("lists of an enemy are read, described, searched and checked", { timeout: 60_000 }, async () => {
  const findings: string[] = [];
  const lists = await run({ seed: 1, until: 0, report: (finding) => findings.push(finding) });
  expect(findings).toStrictEqual([]);
  expect(lists).toBeGreaterThan(20);
});
