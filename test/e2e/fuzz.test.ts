/** The first requests of each fuzzer that attacks the gateway from outside, from one seed. `npm run fuzz` goes on for longer. */
import { expect, it } from "vitest";
import * as bodies from "../fuzz/bodies.ts";
import * as killed from "../fuzz/killed-gateways.ts";
import * as mcp from "../fuzz/mcp-messages.ts";
import * as pages from "../fuzz/pages.ts";
import * as rest from "../fuzz/rest.ts";

const SEED = 20_261_122;

it.each([rest, mcp, bodies, pages])("$name finds nothing: $description", { timeout: 180_000 }, async ({ run }) => {
  const findings: string[] = [];
  const report = (finding: string): void => void findings.push(finding);
  const requests = await run({ seed: SEED, until: 0, report });
  expect(findings.slice(0, 5)).toStrictEqual([]);
  expect(requests).toBeGreaterThan(100);
});

it(`${killed.name} finds nothing: ${killed.description}`, { timeout: 120_000 }, async () => {
  const findings: string[] = [];
  await killed.run({ seed: SEED, until: Date.now() + 5_000, report: (finding) => void findings.push(finding) });
  expect(findings).toStrictEqual([]);
});
